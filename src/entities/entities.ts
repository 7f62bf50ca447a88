/**
 * Entities: the stores, users and routes of a project. They are written by jobs only, each a whole file in one
 * transaction, and read by anybody who holds the project's token.
 *
 * Writing goes in steps, which a job puts together in a worker of its own, over a database connection of its own:
 *   row-check.ts    createRowCheck(definition, rowCheckOptions): rows become accepted or rejected; pure
 *   references.ts   checkReferences: rejects rows that name stores, users or routes which do not exist
 *   staging.ts      openStaging, add, finish: accepted rows into a temporary table, by COPY
 *                   applyStaged, or countStaged for validate_only: one MERGE in the caller's transaction
 *
 * Every write that changes something raises the generation of the project and entity in its transaction: what was read
 * under a generation is exact as long as that generation stands. Readers see whole jobs only, because a page, its
 * total and its generation come from one statement.
 *
 * No code here knows an entity by name: see definition.ts.
 */
import type { Database, Tx } from "../db/database.ts";
import type { Project } from "../projects/project.ts";
import type { Projects } from "../projects/projects.ts";
import type { EntityDefinition, EntityType } from "./definition.ts";
import { type EntityObject, readPage } from "./entity-reads.ts";
import { deleteEntityRows } from "./entity-sets-store.ts";
import type { ReadQuery } from "./read-query.ts";
import { ENTITIES, entityNamed } from "./registry.ts";
import type { RowCheckOptions } from "./row-check.ts";
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
  readonly #totals = new TotalCopies();

  constructor(deps: { db: Database; projects: Projects }) {
    this.#db = deps.db;
    this.#projects = deps.projects;
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
}

/** The part of this module in the removal of a project. */
export function removeProjectRows(tx: Tx, projectId: number): Promise<void> {
  return deleteEntityRows(tx, projectId, Object.values(ENTITIES));
}

/** The names of an entity's fields, to check the setting `mandatory_fields` against. */
export function fieldsOf(type: EntityType): string[] {
  return ENTITIES[type].fields.map((field) => field.name);
}
