import { type Queryable, statement } from "../db/database.ts";
import { columnNames } from "./columns.ts";
import type { EntityDefinition } from "./definition.ts";
import { type Filter, LAST_UPDATE_TIME, type ReadQuery } from "./read-query.ts";

/** A row as readers get it: all fields of the definition, and `last_update_time`. */
export type EntityObject = Record<string, unknown>;

interface Page {
  rows: EntityObject[];
  /** 0 where the total was not asked for. */
  total: number;
  generation: number;
}

/** Page, total and generation in one statement: one snapshot, so that none of them knows of a job that another does not. */
export async function readPage(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; query: ReadQuery; withTotal: boolean },
): Promise<Page> {
  const { definition, query, withTotal } = options;
  const values: unknown[] = [projectId, definition.type];
  const where = filterText(definition, query.filters, values);
  const offset = Math.min(query.page * query.perPage, Number.MAX_SAFE_INTEGER);
  values.push(query.perPage, offset);
  const { key } = definition;
  const order = orderText(definition, query);
  const text = `
    select found.generation, found.total, page.*
    from (
      select
        coalesce((select generation from entity_sets where project_id = $1 and entity_type = $2), 0) as generation,
        ${withTotal ? `(select count(*) from ${definition.table} where ${where})` : "0"} as total
    ) as found
    left join lateral (
      select ${columnNames(definition).join(", ")},
        floor(extract(epoch from updated_at))::bigint as ${LAST_UPDATE_TIME}, updated_at
      from ${definition.table}
      where ${where}
      order by ${order}
      limit $${values.length - 1} offset $${values.length}
    ) as page on true
    order by ${order}`;
  const rows = await db.rows<{ generation: number; total: number } & EntityObject>(statement("", text), values);
  const [first] = rows;
  if (first === undefined) throw new Error("a page has at least the line of its total");
  // A page without rows is one line of nulls beside the total.
  const objects = first[key] === null ? [] : rows.map(withoutTotals);
  return { rows: objects, total: first.total, generation: first.generation };
}

function withoutTotals(row: EntityObject): EntityObject {
  const { generation: _generation, total: _total, updated_at: _updatedAt, ...object } = row;
  return object;
}

/** The key breaks ties, so that every order is a total one and pages neither repeat nor skip. */
function orderText(definition: EntityDefinition, { sort }: ReadQuery): string {
  const column = sort.field === LAST_UPDATE_TIME ? "updated_at" : sort.field;
  const direction = sort.descending ? " desc" : "";
  return column === definition.key ? `${column}${direction}` : `${column}${direction}, ${definition.key}`;
}

function filterText(definition: EntityDefinition, filters: readonly Filter[], values: unknown[]): string {
  const conditions = filters.map((filter) => conditionText(definition, filter, values));
  return ["project_id = $1", ...conditions].join(" and ");
}

function conditionText(definition: EntityDefinition, filter: Filter, values: unknown[]): string {
  const { field: column } = filter;
  const field = definition.fields.find((one) => one.name === column);
  const given = filter.values.filter((value) => value !== null);
  const orEmpty = given.length < filter.values.length;
  values.push(given);
  const parameter = `$${values.length}`;
  switch (field?.type) {
    case undefined:
      return `floor(extract(epoch from updated_at))::bigint = any(${parameter}::bigint[])`;
    case "keys":
      return given.length === 0 ? `${column} = ${parameter}::text[]` : `${column} @> ${parameter}::text[]`;
    case "attributes":
      return `${column} = any(${parameter}::jsonb[])`;
    case "boolean":
      return `${column} = any(${parameter}::boolean[])`;
    case "number":
    case "string": {
      const type = field.type === "number" ? "double precision" : "text";
      const equal = `${column} = any(${parameter}::${type}[])`;
      return orEmpty ? `(${equal} or ${column} is null)` : equal;
    }
  }
}
