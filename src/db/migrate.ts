import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../lib/log.ts";
import { type Database, type Session, statement } from "./database.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "migrations");
/** Any number that no one else uses: several processes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_164_219;
/** `MERGE ... RETURNING` came with PostgreSQL 17. */
export const SERVER_VERSION_MIN = 17;

export type MigrationResult = { ok: true; applied: string[] } | { ok: false; reason: string };

/** Brings the schema up to date, or says in one sentence why it cannot. Each migration is one transaction. */
export async function migrate(db: Database, log: Logger): Promise<MigrationResult> {
  const server = await db.one<{ version: number }>(SELECT_SERVER_VERSION);
  if (server.version < SERVER_VERSION_MIN * 10_000) {
    const found = Math.floor(server.version / 10_000);
    return {
      ok: false,
      reason: `PostgreSQL ${SERVER_VERSION_MIN} or newer is needed; the server at DATABASE_URL is version ${found}`,
    };
  }
  return db.session(async (session) => {
    await session.rows(LOCK, [MIGRATION_LOCK]);
    try {
      return await applyMissing(session, log);
    } finally {
      await session.rows(UNLOCK, [MIGRATION_LOCK]);
    }
  });
}

/** The migrations of this version, in order: `0001_foundation.sql` and so on. */
export function knownMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort();
}

/** True when this version's migrations, and no others, are in the database. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = await db.rows<{ name: string }>(SELECT_APPLIED);
  return applied.map((row) => row.name).join() === knownMigrations().join();
}

async function applyMissing(session: Session, log: Logger): Promise<MigrationResult> {
  await session.run(CREATE_TABLE);
  const applied = (await session.rows<{ name: string }>(SELECT_APPLIED)).map((row) => row.name);
  const known = knownMigrations();
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0) {
    return {
      ok: false,
      reason: `the database was set up by a newer Shelfwire (it has ${foreign.join(", ")}); start that version or newer`,
    };
  }
  const missing = known.filter((name) => !applied.includes(name));
  for (const name of missing) {
    await session.tx(async (tx) => {
      await tx.run(readFileSync(join(FOLDER, name), "utf8"));
      await tx.execute(INSERT_APPLIED, [name]);
    });
    log.info({ migration: name }, "migration applied");
  }
  return { ok: true, applied: missing };
}

const SELECT_SERVER_VERSION = statement(
  "server_version",
  "select current_setting('server_version_num')::int as version",
);
const LOCK = statement("lock_migrations", "select pg_advisory_lock($1)");
const UNLOCK = statement("unlock_migrations", "select pg_advisory_unlock($1)");
const CREATE_TABLE = `
  create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`;
const SELECT_APPLIED = statement("select_migrations", "select name from migrations order by name");
const INSERT_APPLIED = statement("insert_migration", "insert into migrations (name) values ($1)");
