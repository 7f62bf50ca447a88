/**
 * The first upload of a project's stores (users, routes): there is nothing to merge with, so accepted rows are copied
 * straight into their table, while the file is still being read. All of it is one transaction: nobody sees a row before
 * its commit. A million rows are in effect as soon as they are read, against 8 s of merging behind the reading.
 *
 * COPY bears no key twice: then the file has to be read again, into a staging table, where the later row wins.
 */
import type { Queryable, Tx } from "../db/database.ts";
import type { LookupType } from "../projects/project.ts";
import { addLookupValues } from "../projects/projects-store.ts";
import { CopyIn } from "./copy-in.ts";
import { CopyRows } from "./copy-rows.ts";
import type { EntityDefinition } from "./definition.ts";
import { lockEntitySet, raiseGeneration, selectGeneration } from "./entity-sets-store.ts";
import type { ApplyResult } from "./staging.ts";
import { tableCopyText } from "./staging-store.ts";

/** The rows cannot be loaded as first ones: a key comes twice, or others have written meanwhile. */
export class NotFirst extends Error {}

/** Whether nothing was ever written for this project and entity. */
export async function isUntouched(db: Queryable, projectId: number, definition: EntityDefinition): Promise<boolean> {
  return (await selectGeneration(db, projectId, definition.type)) === 0;
}

export class FirstLoad {
  readonly #projectId: number;
  readonly #definition: EntityDefinition;
  readonly #at: Date;
  /** Where rows are written, in the order of the file. */
  readonly rows: CopyRows;

  /** Until `finish` the transaction can do nothing else. `at`: the rows' time of update. */
  constructor(tx: Tx, projectId: number, options: { definition: EntityDefinition; at: Date }) {
    this.#projectId = projectId;
    this.#definition = options.definition;
    this.#at = options.at;
    const copy = new CopyIn(tx.client, tableCopyText(options.definition));
    this.rows = new CopyRows(copy, options.definition, { constant: `${projectId}\t${options.at.toISOString()}` });
  }

  /** Resolves when more rows may come (back-pressure). Throws `NotFirst`, as `finish` does. */
  async flush(): Promise<void> {
    await this.rows.flush().catch(explain);
  }

  async finish(): Promise<void> {
    await this.rows.finish().catch(explain);
  }

  /** Ends the COPY where it has not ended; the transaction can only be rolled back then. */
  async close(): Promise<void> {
    await this.rows.giveUp();
  }

  /** In the transaction of the load, after `finish`. Waits for another writer of the same project and entity. */
  async apply(tx: Tx, newLookupValues: ReadonlyMap<LookupType, ReadonlySet<string>>): Promise<ApplyResult> {
    const { type } = this.#definition;
    await lockEntitySet(tx, this.#projectId, type);
    if (!(await isUntouched(tx, this.#projectId, this.#definition))) throw new NotFirst();
    for (const [lookup, values] of newLookupValues) await addLookupValues(tx, this.#projectId, lookup, [...values]);
    if (this.rows.count > 0) await raiseGeneration(tx, this.#projectId, type, this.#at);
    return { created: this.rows.count, changed: 0, unchanged: 0, deleted: 0, superseded: 0 };
  }
}

const UNIQUE_VIOLATION = "23505";

function explain(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) throw new NotFirst();
  throw error;
}
