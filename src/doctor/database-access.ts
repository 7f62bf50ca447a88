import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { connectDatabase, type Database } from "../db/database.ts";
import { embeddedConnection } from "../db/embedded-postgres.ts";
import { folderHolder } from "../db/folder-lock.ts";
import { createLogger } from "../lib/log.ts";

/** The database of this configuration, as far as it can be looked at right now. */
export type DatabaseAccess =
  | { kind: "open"; connection: pg.PoolConfig }
  /** Embedded, and started with the service only. */
  | { kind: "at rest"; isNew: boolean };

export function databaseAccess({ databaseUrl, dataDir }: Config): DatabaseAccess {
  if (databaseUrl !== undefined) return { kind: "open", connection: { connectionString: databaseUrl } };
  const isNew = !existsSync(join(dataDir, "postgres", "PG_VERSION"));
  if (isNew || folderHolder(dataDir) === undefined) return { kind: "at rest", isNew };
  return { kind: "open", connection: embeddedConnection(dataDir) };
}

/** Opens a connection for `use`, and closes it. Rejects where the database cannot be reached. */
export async function withDatabase<T>(connection: pg.PoolConfig, use: (db: Database) => Promise<T>): Promise<T> {
  const log = createLogger({ level: "silent", readable: true });
  const db = connectDatabase({ connection, max: 1, log, applicationName: "shelfwire-doctor" });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}
