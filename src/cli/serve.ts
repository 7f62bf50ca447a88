import type { Command } from "commander";

/** `shelfwire serve`: runs the service in this process. */
export function defineServe(command: Command): void {
  command
    .option("--port <number>", "listen on this port (SHELFWIRE_PORT, 8080)")
    .option("--host <address>", "listen on this address (SHELFWIRE_HOST, 127.0.0.1)")
    .option("--data-dir <folder>", "keep files and the database here (SHELFWIRE_DATA_DIR, ./data)")
    .option("--roles <list>", "do only this work: api, deliver, import (SHELFWIRE_ROLES, all three)")
    .addHelpText(
      "after",
      `
The database is started under the data folder, unless DATABASE_URL names a PostgreSQL of your own. The first start
prints the operator token once. Ctrl-C stops the service in order.

Examples:
  $ shelfwire serve
  $ shelfwire serve --port 9000 --data-dir /srv/shelfwire
  $ DATABASE_URL=postgresql://db.example/shelfwire shelfwire serve --roles deliver,import`,
    )
    .action(async (options: { port?: string; host?: string; dataDir?: string; roles?: string }) => {
      const given = {
        SHELFWIRE_PORT: options.port,
        SHELFWIRE_HOST: options.host,
        SHELFWIRE_DATA_DIR: options.dataDir,
        SHELFWIRE_ROLES: options.roles,
      };
      const flags = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const { serve } = await import("../serve.ts");
      await serve({ ...process.env, ...flags });
    });
}
