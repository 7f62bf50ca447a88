/**
 * Entities: the stores, users and routes of a project. They are written by jobs only, each a whole file in one
 * transaction, and read by anybody who holds the project's token.
 *
 * Writing goes in steps, which the runner of jobs puts together:
 *   rowCheckOptions -> createRowCheck   pure, may run in a worker: rows become accepted or rejected
 *   checkReferences                     rejects rows that name stores, users or routes which do not exist
 *   openStaging, add, finish            accepted rows into a temporary table, by COPY
 *   applyStaged | countStaged           one MERGE in the caller's transaction | the counts only (validate_only)
 *
 * Every write that changes something raises the generation of the project and entity in its transaction: what was read
 * under a generation is exact as long as that generation stands. Readers see whole jobs only, because a page, its
 * total and its generation come from one statement.
 *
 * No code here knows an entity by name: see definition.ts.
 */
import type { Database, Session, Tx } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { LookupType, Project } from "../projects/project.ts";
import type { Projects } from "../projects/projects.ts";
import type { EntityDefinition, EntityType } from "./definition.ts";
import { type EntityObject, readPage } from "./entity-reads.ts";
import { deleteEntityRows, selectGeneration } from "./entity-sets-store.ts";
import type { ReadQuery } from "./read-query.ts";
import { checkReferences } from "./references.ts";
import { ENTITIES, entityNamed } from "./registry.ts";
import type { RowCheckOptions, RowOutcome } from "./row-check.ts";
import { type ApplyResult, applyStaged, countStaged, openStaging, type Staging } from "./staging.ts";
import { TotalCopies } from "./total-copies.ts";

/** One page of a list, with how many there are in all; whole jobs only. */
export interface EntityPage {
  rows: EntityObject[];
  total: number;
  generation: number;
}

export class Entities {
  readonly #db: Database;
  readonly #projects: Projects;
  readonly #clock: Clock;
  readonly #totals = new TotalCopies();

  constructor(deps: { db: Database; projects: Projects; clock: Clock }) {
    this.#db = deps.db;
    this.#projects = deps.projects;
    this.#clock = deps.clock;
  }

  /** By singular or plural (decisions, section 5). */
  definition(name: string): EntityDefinition | undefined {
    return entityNamed(name);
  }

  /** What the project demands of a row: extra mandatory fields, and lookup values freshly read. Can be sent to a worker. */
  async rowCheckOptions(project: Project, type: EntityType): Promise<RowCheckOptions> {
    return {
      extraMandatory: project.settings.mandatoryFields[type] ?? [],
      lookups: await this.#projects.lookups(project.projectId),
      lookupPolicy: project.settings.lookupPolicy,
    };
  }

  /** Order and length of the batch are kept. */
  checkReferences(
    projectId: number,
    definition: EntityDefinition,
    batch: readonly RowOutcome[],
  ): Promise<RowOutcome[]> {
    return checkReferences(this.#db, projectId, definition, batch);
  }

  openStaging(session: Session, definition: EntityDefinition): Promise<Staging> {
    return openStaging(session, definition);
  }

  applyStaged(
    tx: Tx,
    projectId: number,
    staging: Staging,
    newLookupValues: ReadonlyMap<LookupType, ReadonlySet<string>>,
  ): Promise<ApplyResult> {
    return applyStaged(tx, projectId, staging, { at: new Date(this.#clock.now()), newLookupValues });
  }

  countStaged(tx: Tx, projectId: number, staging: Staging): Promise<ApplyResult> {
    return countStaged(tx, projectId, staging);
  }

  /** One page in the order and with the filters of the query (decisions, section 7). */
  async page(projectId: number, definition: EntityDefinition, query: ReadQuery): Promise<EntityPage> {
    const copy = this.#totals.get(projectId, definition.type, query.filters);
    if (copy !== undefined) {
      const page = await readPage(this.#db, projectId, { definition, query, withTotal: false });
      if (page.generation === copy.generation) return { ...page, total: copy.total };
    }
    const page = await readPage(this.#db, projectId, { definition, query, withTotal: true });
    const { generation, total } = page;
    this.#totals.set(projectId, definition.type, query.filters, { generation, total });
    return page;
  }

  /** Grows with every job that changed something; 0 before the first. */
  generation(projectId: number, type: EntityType): Promise<number> {
    return selectGeneration(this.#db, projectId, type);
  }
}

/** The part of this module in the removal of a project. */
export function removeProjectRows(tx: Tx, projectId: number): Promise<void> {
  return deleteEntityRows(tx, projectId, Object.values(ENTITIES));
}

/** The names of an entity's fields, to check the setting `mandatory_fields` against. */
export function fieldsOf(type: EntityType): string[] {
  return ENTITIES[type].fields.map((field) => field.name);
}
