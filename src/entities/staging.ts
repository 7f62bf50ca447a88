/** Accepted rows on their way into the table. Types first; see below. */
import type { Queryable, Session, Tx } from "../db/database.ts";
import type { LookupType } from "../projects/project.ts";
import type { EntityDefinition } from "./definition.ts";
import type { AcceptedRow, RowOutcome } from "./row-check.ts";

/** Opens the temporary table and its COPY on a session of one's own; until `finish` the session can do nothing else. */
export declare function openStaging(session: Session, definition: EntityDefinition): Promise<Staging>;

export declare class Staging {
  readonly definition: EntityDefinition;
  /** Rows taken so far. */
  readonly rows: number;
  /** Resolves when more may come (back-pressure). Rows are in the order of the file. */
  add(rows: readonly AcceptedRow[]): Promise<void>;
  /** Ends the COPY and gathers statistics; after it `applyStaged` or `countStaged`. */
  finish(): Promise<void>;
  /** Drops the table, whatever state it is in; the session is free for others afterwards. */
  close(): Promise<void>;
}

export interface ApplyResult {
  created: number;
  changed: number;
  unchanged: number;
  deleted: number;
  /** Rows that a later row of the same key in the file replaced; in none of the other counts. */
  superseded: number;
}

/** In the caller's transaction: all staged rows become effective with its commit. */
export declare function applyStaged(
  tx: Tx,
  projectId: number,
  staging: Staging,
  options: { at: Date; newLookupValues: ReadonlyMap<LookupType, ReadonlySet<string>> },
): Promise<ApplyResult>;

/** `import_mode: validate_only`: the same counts, and nothing is written. */
export declare function countStaged(tx: Tx, projectId: number, staging: Staging): Promise<ApplyResult>;

/** references.ts: rejects accepted rows that name keys which do not exist or are deleted; order and length are kept. */
export declare function checkReferences(
  db: Queryable,
  projectId: number,
  definition: EntityDefinition,
  batch: readonly RowOutcome[],
): Promise<RowOutcome[]>;
