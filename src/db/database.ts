/**
 * The door to PostgreSQL: the one source of truth. Statements are named and prepared once a connection; what must
 * happen together shares a transaction, and whoever needs one takes a `Tx`, never the pool. No connection is held while
 * something waits for the network.
 */
import { once } from "node:events";
import type { Readable } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { parseJson } from "../lib/json.ts";
import type { Logger } from "../lib/log.ts";
import { SECOND } from "../lib/units.ts";

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement as a DBA would read it; the name identifies its plan in the server and must be unique. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

export interface Queryable {
  rows<R>(statement: Statement, values?: readonly unknown[]): Promise<R[]>;
  maybeOne<R>(statement: Statement, values?: readonly unknown[]): Promise<R | undefined>;
  /** Throws when there is no row: use it where SQL guarantees one. */
  one<R>(statement: Statement, values?: readonly unknown[]): Promise<R>;
  /** The number of rows touched. */
  execute(statement: Statement, values?: readonly unknown[]): Promise<number>;
  /** Dynamic text, or several statements in one, without parameters. */
  run(sql: string): Promise<void>;
}

/** A connection inside a transaction. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** For COPY. */
  readonly client: pg.ClientBase;
}

/** One connection of one's own: temporary tables, COPY, several transactions in a row. */
export interface Session extends Queryable {
  readonly client: pg.ClientBase;
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export class Database implements Queryable {
  readonly #pool: pg.Pool;
  readonly #connection: pg.PoolConfig;
  readonly #log: Logger;

  constructor(pool: pg.Pool, connection: pg.PoolConfig, log: Logger) {
    this.#pool = pool;
    this.#connection = connection;
    this.#log = log;
    // An idle connection that breaks is replaced at its next use; without a listener the process would end.
    pool.on("error", (error) => log.debug({ err: error }, "idle database connection lost"));
  }

  rows<R>(statement: Statement, values?: readonly unknown[]): Promise<R[]> {
    return overClient(this.#pool).rows(statement, values);
  }

  maybeOne<R>(statement: Statement, values?: readonly unknown[]): Promise<R | undefined> {
    return overClient(this.#pool).maybeOne(statement, values);
  }

  one<R>(statement: Statement, values?: readonly unknown[]): Promise<R> {
    return overClient(this.#pool).one(statement, values);
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return overClient(this.#pool).execute(statement, values);
  }

  run(sql: string): Promise<void> {
    return overClient(this.#pool).run(sql);
  }

  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.session((session) => session.tx(work));
  }

  /** Runs `work` on one connection; a connection that was lost meanwhile is not reused. */
  async session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const ignore = () => {};
    client.on("error", ignore);
    let failure: Error | undefined;
    try {
      return await work({ ...overClient(client), client, tx: (inner) => inTransaction(client, inner) });
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.removeListener("error", ignore);
      client.release(isConnectionLost(failure) ? failure : undefined);
    }
  }

  /**
   * What `sql`, a COPY, answers, and what `before` has read in the same snapshot. Over a connection of its own, which ends
   * with the stream; destroying that ends the statement.
   */
  async copyOut<T>(sql: string, before: (db: Queryable) => Promise<T>): Promise<{ first: T; lines: Readable }> {
    const client = new pg.Client(this.#connection);
    client.on("error", () => {});
    try {
      await client.connect();
      // Else a statement that has nothing to write would not notice that nobody waits for it.
      await client.query("set client_connection_check_interval = '1s'");
      await client.query("begin isolation level repeatable read read only");
      const first = await before(overClient(client));
      const lines = client.query(copyTo(sql));
      // Ending a connection in mid-statement is told to the statement's stream, which may be gone by then.
      lines.on("error", () => {});
      lines.once("close", () => client.end().catch(() => {}));
      await once(lines, "readable");
      return { first, lines };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Calls `onPayload` for each notification on the channel, over a connection of its own that is opened again when lost. */
  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const listener = new Listener(this.#connection, channel, onPayload, this.#log);
    await listener.open();
    return () => listener.close();
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Opens a pool; no connection is made before the first statement. */
export function connectDatabase(options: {
  connection: pg.PoolConfig;
  max: number;
  log: Logger;
  applicationName: string;
}): Database {
  const connection: pg.PoolConfig = {
    ...options.connection,
    types: { getTypeParser: parserOf },
    application_name: options.applicationName,
    connectionTimeoutMillis: 10 * SECOND,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...connection, max: options.max, idleTimeoutMillis: 30 * SECOND });
  return new Database(pool, connection, options.log);
}

const INT8 = 20;
const JSON_TYPES = [114, 3802];

/** bigint as number: ids and counts stay far below 2^53. JSON by our own door. The rest as `pg` does it. */
function parserOf(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  if (oid === INT8) return Number;
  if (JSON_TYPES.includes(oid) && format !== "binary") return (text) => parseJson(text);
  return pg.types.getTypeParser(oid, format ?? "text");
}

function overClient(client: pg.Pool | pg.ClientBase): Queryable {
  async function rows<R>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    const result = await client.query({ name: statement.name, text: statement.text, values: [...values] });
    return result.rows;
  }
  async function maybeOne<R>(statement: Statement, values?: readonly unknown[]): Promise<R | undefined> {
    return (await rows<R>(statement, values))[0];
  }
  return {
    rows,
    maybeOne,
    async one<R>(statement: Statement, values?: readonly unknown[]): Promise<R> {
      const row = await maybeOne<R>(statement, values);
      if (row === undefined) throw new Error(`statement ${statement.name} gave no row`);
      return row;
    },
    async execute(statement, values = []) {
      const result = await client.query({ name: statement.name, text: statement.text, values: [...values] });
      return result.rowCount ?? 0;
    },
    async run(sql) {
      await client.query(sql);
    },
  };
}

async function inTransaction<T>(client: pg.ClientBase, work: (tx: Tx) => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const answer = await work({ ...overClient(client), inTransaction: true, client });
    await client.query("commit");
    return answer;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

class Listener {
  readonly #connection: pg.PoolConfig;
  readonly #channel: string;
  readonly #onPayload: (payload: string) => void;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(connection: pg.PoolConfig, channel: string, onPayload: (payload: string) => void, log: Logger) {
    this.#connection = connection;
    this.#channel = channel;
    this.#onPayload = onPayload;
    this.#log = log;
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.#connection);
    this.#client = client;
    client.on("error", () => this.#reopenLater(client));
    client.on("end", () => this.#reopenLater(client));
    client.on("notification", (notification) => this.#onPayload(notification.payload ?? ""));
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  #reopenLater(lost: pg.Client): void {
    if (this.#closed || this.#client !== lost) return;
    this.#client = undefined;
    this.#retry = setTimeout(() => {
      this.open().catch((error) => {
        this.#log.debug({ err: error, channel: this.#channel }, "cannot listen yet");
        if (this.#client !== undefined) this.#reopenLater(this.#client);
      });
    }, 1 * SECOND);
  }
}

/** SQLSTATE classes: 08 connection, 53 resources (disk full, connections), 57P server stops or starts, 25006 read-only. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|25006|58030)$/;
const LOST_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",

  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

/** True where the database cannot take the work now, and the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true;
  const code = codeOf(error);
  return code !== undefined && UNAVAILABLE_STATES.test(code);
}

function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  const code = codeOf(error);
  // A socket file that is not there, not any other missing file.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  if (code !== undefined && (LOST_CODES.has(code) || /^(08...|57P0[1-5])$/.test(code))) return true;
  return /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  );
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
