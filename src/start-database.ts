import type pg from "pg";
import type { Config } from "./config/config.ts";
import { connectDatabase, type Database } from "./db/database.ts";
import { EmbeddedPostgres } from "./db/embedded-postgres.ts";
import { lockFolder } from "./db/folder-lock.ts";
import type { Logger } from "./lib/log.ts";
import type { Service } from "./lib/service.ts";
import { StartRefused } from "./lib/start-refused.ts";

/** The database of the settings, or one of our own under the data folder, which then belongs to this process alone. */
export async function startDatabase(
  config: Config,
  log: Logger,
  begin: <T extends Service>(service: T) => Promise<T>,
): Promise<{ db: Database; connection: pg.PoolConfig; databasePid: () => number | undefined }> {
  const max = config.databaseConnectionsMax;
  const applicationName = "shelfwire";
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    const db = connectDatabase({ connection, max, log, applicationName });
    await begin({ start: async () => {}, stop: () => db.close() });
    await db.run("select 1").catch((error: Error) => {
      throw new StartRefused(
        `the database at DATABASE_URL cannot be reached: ${error.message || "connection refused"}`,
      );
    });
    return { db, connection, databasePid: () => undefined };
  }
  const locked = lockFolder(config.dataDir);
  if (!locked.taken) {
    throw new StartRefused(
      `the data folder ${config.dataDir} is in use by another Shelfwire (process ${locked.holderPid}); ` +
        "stop that one, or set SHELFWIRE_DATA_DIR to another folder",
    );
  }
  await begin({ start: async () => {}, stop: async () => locked.lock.release() });
  const embedded = EmbeddedPostgres.prepare(config.dataDir, log);
  if (typeof embedded === "string") throw new StartRefused(embedded);
  await begin(embedded);
  const db = connectDatabase({ connection: embedded.connection, max, log, applicationName });
  await begin({ start: async () => {}, stop: () => db.close() });
  return { db, connection: embedded.connection, databasePid: () => embedded.pid };
}
