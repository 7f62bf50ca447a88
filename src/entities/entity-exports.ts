/**
 * Everything that matches, read out at once: the database writes the lines, and they pass through this process as they come.
 * One snapshot from the first to the last line; a reader that is slow makes the database wait, in flat memory. Each export
 * holds a connection of its own while it lasts, which is why their number is bounded.
 */
import type { Readable } from "node:stream";
import { EXPORTS_AT_ONCE_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { type ExportFormat, exportText } from "./entity-exports-reads.ts";
import { selectGeneration } from "./entity-sets-store.ts";
import type { RowsQuery } from "./read-query.ts";

export interface EntityExport {
  generation: number;
  /** Begins with the first lines at hand. Whoever gives up reading destroys it. */
  lines: Readable;
}

export class EntityExports {
  readonly #db: Database;
  #running = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `too_many` where as many run in this process as may. */
  async open(
    projectId: number,
    options: { definition: EntityDefinition; query: RowsQuery; format: ExportFormat },
  ): Promise<EntityExport | "too_many"> {
    if (this.#running >= EXPORTS_AT_ONCE_MAX) return "too_many";
    this.#running += 1;
    const ended = () => {
      this.#running -= 1;
    };
    try {
      const text = exportText(projectId, options);
      const { first, lines } = await this.#db.copyOut(text, (db) =>
        selectGeneration(db, projectId, options.definition.type),
      );
      lines.once("close", ended);
      return { generation: first, lines };
    } catch (error) {
      ended();
      throw error;
    }
  }
}
