import type { Command } from "commander";
import { addExamples } from "./examples.ts";
import { addServiceOptions, environmentOf, type ServiceFlags } from "./service-options.ts";

/** `shelfwire serve`: runs the service in this process. */
export function defineServe(command: Command): void {
  addServiceOptions(command).action(async (flags: ServiceFlags) => {
    const { serve } = await import("../serve.ts");
    await serve(environmentOf(flags));
  });
  addExamples(
    command,
    [
      "shelfwire serve",
      "shelfwire serve --port 9000 --data-dir /srv/shelfwire",
      "DATABASE_URL=postgresql://db.example/shelfwire shelfwire serve --roles deliver,import",
    ],
    `The database is started under the data folder, unless DATABASE_URL names a PostgreSQL of your own. The first start
prints the operator token once. Ctrl-C stops the service in order. "shelfwire doctor" checks the settings beforehand.`,
  );
}
