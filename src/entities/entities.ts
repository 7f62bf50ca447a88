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
 * under a generation is exact as long as that generation stands. Readers see whole jobs only: entity-pages.ts tells how a
 * page is found, entity-exports.ts how everything is read out at once.
 *
 * No code here knows an entity by name: see definition.ts.
 */
import type { Database, Tx } from "../db/database.ts";
import type { Project } from "../projects/project.ts";
import type { Projects } from "../projects/projects.ts";
import type { EntityDefinition, EntityType } from "./definition.ts";
import { EntityExports } from "./entity-exports.ts";
import { EntityMaps } from "./entity-maps.ts";
import { type EntityPage, EntityPages } from "./entity-pages.ts";
import { deleteEntityRows, selectGeneration } from "./entity-sets-store.ts";
import { READ_BOUNDS, type ReadBounds } from "./read-bounds.ts";
import type { ReadQuery } from "./read-query.ts";
import { ENTITIES, entityNamed } from "./registry.ts";
import type { RowCheckOptions } from "./row-check.ts";

export class Entities {
  readonly #db: Database;
  readonly #projects: Projects;
  readonly #pages: EntityPages;
  readonly exports: EntityExports;
  readonly maps: EntityMaps;

  constructor(deps: { db: Database; projects: Projects; readBounds?: ReadBounds }) {
    this.#db = deps.db;
    this.#projects = deps.projects;
    this.#pages = new EntityPages(deps.db, deps.readBounds ?? READ_BOUNDS);
    this.exports = new EntityExports(deps.db);
    this.maps = new EntityMaps(deps.db);
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
  page(projectId: number, definition: EntityDefinition, query: ReadQuery): Promise<EntityPage> {
    return this.#pages.page(projectId, definition, query);
  }

  /** What was read under it is exact as long as it stands; 0 where nothing was ever written. */
  generation(projectId: number, definition: EntityDefinition): Promise<number> {
    return selectGeneration(this.#db, projectId, definition.type);
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
