import { type Queryable, statement, type Tx } from "../db/database.ts";
import { ENTITY_TYPES, type EntityDefinition, type EntityType } from "./definition.ts";

/** One writer of a project's stores (users, routes) at a time, until the transaction ends: MERGE does not bear two. */
export async function lockEntitySet(tx: Tx, projectId: number, type: EntityType): Promise<void> {
  await tx.rows(LOCK_ENTITY_SET, [`entity set ${projectId} ${type}`]);
}

const LOCK_ENTITY_SET = statement("lock_entity_set", "select pg_advisory_xact_lock(hashtextextended($1, 0))");

/** Marks that what was read before is out of date. Fails where the project is gone. */
export async function raiseGeneration(tx: Tx, projectId: number, type: EntityType, at: Date): Promise<void> {
  await tx.execute(RAISE_GENERATION, [projectId, type, at]);
}

const RAISE_GENERATION = statement(
  "raise_generation",
  `insert into entity_sets (project_id, entity_type, generation, updated_at)
   values ($1, $2, 1, $3)
   on conflict (project_id, entity_type)
   do update set generation = entity_sets.generation + 1, updated_at = excluded.updated_at`,
);

/** Everything that the project has of these entities. Waits for writers, so that none of theirs stays behind. */
export async function deleteEntityRows(
  tx: Tx,
  projectId: number,
  definitions: readonly EntityDefinition[],
): Promise<void> {
  for (const type of ENTITY_TYPES) await lockEntitySet(tx, projectId, type);
  for (const { table } of definitions) {
    await tx.execute(statement("", `delete from ${table} where project_id = $1`), [projectId]);
  }
  await tx.execute(DELETE_ENTITY_SETS, [projectId]);
}

const DELETE_ENTITY_SETS = statement("delete_entity_sets", "delete from entity_sets where project_id = $1");

/** 0 where nothing was ever written. */
export async function selectGeneration(db: Queryable, projectId: number, type: EntityType): Promise<number> {
  const row = await db.maybeOne<{ generation: number }>(SELECT_GENERATION, [projectId, type]);
  return row?.generation ?? 0;
}

const SELECT_GENERATION = statement(
  "select_generation",
  "select generation from entity_sets where project_id = $1 and entity_type = $2",
);
