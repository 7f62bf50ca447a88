import { type Queryable, statement } from "../db/database.ts";
import { DELETED_FLAG, type EntityDefinition } from "./definition.ts";

/** Those of `keys` that exist and are not deleted. */
export async function selectExistingKeys(
  db: Queryable,
  projectId: number,
  definition: EntityDefinition,
  keys: readonly string[],
): Promise<Set<string>> {
  const { type, table, key } = definition;
  const text = `
    select ${key} as key from ${table}
    where project_id = $1 and ${key} = any($2::text[]) and not ${DELETED_FLAG}`;
  const rows = await db.rows<{ key: string }>(statement(`select_existing_keys_of_${type}`, text), [projectId, keys]);
  return new Set(rows.map((row) => row.key));
}
