/**
 * Accepted rows on their way into the table: a temporary table of the definition's types on a connection of its own,
 * filled by COPY while the file is read, then merged in one statement inside the caller's transaction. Until that
 * commits nobody sees anything of it, and a process that dies leaves nothing behind.
 */
import type { Session, Tx } from "../db/database.ts";
import type { LookupType } from "../projects/project.ts";
import { addLookupValues } from "../projects/projects-store.ts";
import { CopyIn } from "./copy-in.ts";
import { CopyRows } from "./copy-rows.ts";
import type { EntityDefinition } from "./definition.ts";
import { lockEntitySet, raiseGeneration, selectGeneration } from "./entity-sets-store.ts";
import * as merge from "./merge-store.ts";
import * as store from "./staging-store.ts";

export interface ApplyResult {
  created: number;
  changed: number;
  unchanged: number;
  deleted: number;
  /** Rows that a later row of the same key in the file replaced; in none of the other counts. */
  superseded: number;
}

/** Opens the temporary table and its COPY on a session of one's own; until `finish` the session can do nothing else. */
export async function openStaging(session: Session, definition: EntityDefinition): Promise<Staging> {
  await store.createStagedTable(session, definition);
  return new Staging(session, definition, new CopyIn(session.client, store.copyText(definition)));
}

export class Staging {
  readonly definition: EntityDefinition;
  /** Where rows are written, in the order of the file. */
  readonly rows: CopyRows;
  readonly #session: Session;
  #superseded: number | undefined;

  constructor(session: Session, definition: EntityDefinition, copy: CopyIn) {
    this.#session = session;
    this.definition = definition;
    this.rows = new CopyRows(copy, definition, "numbered");
  }

  /** Rows that gave way to a later one of the same key. Known after `finish`. */
  get superseded(): number {
    if (this.#superseded === undefined) throw new Error("staged rows are used before they are finished");
    return this.#superseded;
  }

  /** Resolves when more rows may come (back-pressure). */
  flush(): Promise<void> {
    return this.rows.flush();
  }

  /** Ends the COPY, lets the later row of each key win and gathers statistics; after it `applyStaged` or `countStaged`. */
  async finish(): Promise<void> {
    await this.rows.finish();
    await store.analyzeStaged(this.#session, this.definition);
    this.#superseded = this.rows.isAscending ? 0 : await store.removeSuperseded(this.#session, this.definition);
  }

  /** Drops the table, whatever state it is in; the session is free for others afterwards. */
  async close(): Promise<void> {
    await this.rows.giveUp();
    await store.dropStagedTable(this.#session, this.definition);
  }
}

/**
 * In the caller's transaction: all staged rows become effective with its commit, together with the lookup values that
 * the check has met (policy `open`). Rows that change nothing are not written. Waits for another writer of the same
 * project and entity.
 */
export async function applyStaged(
  tx: Tx,
  projectId: number,
  staging: Staging,
  options: { at: Date; newLookupValues: ReadonlyMap<LookupType, ReadonlySet<string>> },
): Promise<ApplyResult> {
  const { definition, superseded } = staging;
  const { presence, count, mayDelete } = staging.rows;
  await lockEntitySet(tx, projectId, definition.type);
  for (const [type, values] of options.newLookupValues) await addLookupValues(tx, projectId, type, [...values]);
  await merge.allowLargeHashes(tx);
  const deleted = mayDelete ? await merge.countDeletions(tx, projectId, definition) : 0;
  const isFirst = (await selectGeneration(tx, projectId, definition.type)) === 0;
  const merged = await merge.mergeStaged(tx, projectId, { definition, presence, isFirst, at: options.at });
  const written = merged.inserted + merged.updated;
  if (written > 0) await raiseGeneration(tx, projectId, definition.type, options.at);
  return {
    created: merged.inserted,
    changed: merged.updated - deleted,
    unchanged: count - superseded - written,
    deleted,
    superseded,
  };
}

/** `import_mode: validate_only`: the same counts, and nothing is written. */
export async function countStaged(tx: Tx, projectId: number, staging: Staging): Promise<ApplyResult> {
  const { definition, superseded } = staging;
  const { presence, count, mayDelete } = staging.rows;
  await merge.allowLargeHashes(tx);
  const deleted = mayDelete ? await merge.countDeletions(tx, projectId, definition) : 0;
  const counted = await merge.countStaged(tx, projectId, { definition, presence });
  return {
    created: counted.inserted,
    changed: counted.updated - deleted,
    unchanged: count - superseded - counted.inserted - counted.updated,
    deleted,
    superseded,
  };
}
