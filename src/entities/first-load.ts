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
import { copyValues } from "./copy-line.ts";
import type { EntityDefinition } from "./definition.ts";
import { lockEntitySet, raiseGeneration, selectGeneration } from "./entity-sets-store.ts";
import type { AcceptedRow } from "./row-check.ts";
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
  readonly #copy: CopyIn;
  #rows = 0;

  /** Until `finish` the transaction can do nothing else. `at`: the rows' time of update. */
  constructor(tx: Tx, projectId: number, options: { definition: EntityDefinition; at: Date }) {
    this.#projectId = projectId;
    this.#definition = options.definition;
    this.#at = options.at;
    this.#copy = new CopyIn(tx.client, tableCopyText(options.definition));
  }

  /** Rows taken so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Resolves when more may come (back-pressure). Throws `NotFirst`, as `finish` does. */
  async add(rows: readonly AcceptedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const head = `${this.#projectId}\t${this.#at.toISOString()}`;
    let text = "";
    for (const row of rows) text += `${head}${copyValues(row.values)}\n`;
    this.#rows += rows.length;
    await this.#copy.write(text).catch(explain);
  }

  async finish(): Promise<void> {
    await this.#copy.end().catch(explain);
  }

  /** Ends the COPY where it has not ended; the transaction can only be rolled back then. */
  async close(): Promise<void> {
    await this.#copy.giveUp();
  }

  /** In the transaction of the load, after `finish`. Waits for another writer of the same project and entity. */
  async apply(tx: Tx, newLookupValues: ReadonlyMap<LookupType, ReadonlySet<string>>): Promise<ApplyResult> {
    const { type } = this.#definition;
    await lockEntitySet(tx, this.#projectId, type);
    if (!(await isUntouched(tx, this.#projectId, this.#definition))) throw new NotFirst();
    for (const [lookup, values] of newLookupValues) await addLookupValues(tx, this.#projectId, lookup, [...values]);
    if (this.#rows > 0) await raiseGeneration(tx, this.#projectId, type, this.#at);
    return { created: this.#rows, changed: 0, unchanged: 0, deleted: 0, superseded: 0 };
  }
}

const UNIQUE_VIOLATION = "23505";

function explain(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) throw new NotFirst();
  throw error;
}
