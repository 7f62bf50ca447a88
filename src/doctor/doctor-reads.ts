import { type Queryable, statement } from "../db/database.ts";

export interface ServerFacts {
  version: number;
  version_text: string;
  encoding: string;
  is_read_only: boolean;
  may_create: boolean;
  fsync: string;
  synchronous_commit: string;
  connections_max: number;
  /** Milliseconds since the epoch, by the server's clock. */
  now_ms: number;
}

export async function readServerFacts(db: Queryable): Promise<ServerFacts> {
  return db.one<ServerFacts>(SELECT_SERVER_FACTS);
}

const SELECT_SERVER_FACTS = statement(
  "doctor_server_facts",
  `select current_setting('server_version_num')::int as version,
          current_setting('server_version') as version_text,
          current_setting('server_encoding') as encoding,
          pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as is_read_only,
          has_schema_privilege(current_schema(), 'create') as may_create,
          current_setting('fsync') as fsync,
          current_setting('synchronous_commit') as synchronous_commit,
          current_setting('max_connections')::int as connections_max,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`,
);

/** Undefined where the database has never been migrated. */
export async function readAppliedMigrations(db: Queryable): Promise<string[] | undefined> {
  const { exists } = await db.one<{ exists: boolean }>(SELECT_MIGRATIONS_EXIST);
  if (!exists) return undefined;
  return (await db.rows<{ name: string }>(SELECT_MIGRATIONS)).map(({ name }) => name);
}

const SELECT_MIGRATIONS_EXIST = statement(
  "doctor_migrations_exist",
  "select to_regclass('migrations') is not null as exists",
);
const SELECT_MIGRATIONS = statement("doctor_migrations", "select name from migrations order by name");

/** Which secret key the database was set up with; undefined for a new one. */
export async function readSecretKeyId(db: Queryable): Promise<string | undefined> {
  return (await db.maybeOne<{ value: string }>(SELECT_SECRET_KEY_ID))?.value;
}

const SELECT_SECRET_KEY_ID = statement(
  "doctor_secret_key_id",
  "select value from installation where name = 'secret_key_id'",
);

/** The callback URLs that are subscribed, of all projects. */
export async function readCallbackUrls(db: Queryable): Promise<string[]> {
  return (await db.rows<{ url: string }>(SELECT_CALLBACK_URLS)).map(({ url }) => url);
}

const SELECT_CALLBACK_URLS = statement(
  "doctor_callback_urls",
  "select distinct url from endpoints where removed_at is null order by url",
);
