import { type Queryable, statement } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { afterText, fieldText, filterText, orderText, placesText } from "./filters-reads.ts";
import type { PlaceMarker, SortValue } from "./place-marker.ts";
import type { Filter, Sort } from "./read-query.ts";

export interface FoundPlaces {
  generation: number;
  count: number;
  /** Row addresses of the database, six bytes each, in base64; null where there are none, or too many. */
  places: string | null;
}

/**
 * How many rows match, and which, where these are at most `limit`; among those at `within`, where that is known to hold
 * them all. Not cut off at the limit: only what reads all rows is shared out among processes, and that is what a search for
 * something rare has to do (2.1 s for a million rows in place of 1.0 s).
 */
export async function selectPlaces(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; filters: readonly Filter[]; within: string | undefined; limit: number },
): Promise<FoundPlaces> {
  const { definition, filters, within, limit } = options;
  const values: unknown[] = [projectId, definition.type, limit];
  const where = filterText(definition, filters, values);
  if (within !== undefined) values.push(within);
  const everywhere = `(select *, ctid as place from ${definition.table}) as ${definition.table}`;
  const source = within === undefined ? everywhere : placesText(definition, `$${values.length}`);
  const text = `
    select ${GENERATION}, count(*) as count,
      case when count(*) <= $3::int then encode(string_agg(tidsend(place), ''), 'base64') end as places
    from ${source} where ${where}`;
  return db.one(statement("", text), values);
}

/** How many rows match. */
export async function selectTotal(
  db: Queryable,
  projectId: number,
  { definition, filters }: { definition: EntityDefinition; filters: readonly Filter[] },
): Promise<{ generation: number; count: number }> {
  const values: unknown[] = [projectId, definition.type];
  const where = filterText(definition, filters, values);
  const text = `select ${GENERATION}, count(*) as count from ${definition.table} where ${where}`;
  return db.one(statement("", text), values);
}

export interface FoundOrder extends FoundPlaces {
  /** Of every so many rows the first: what it is sorted by, and its key. */
  samples: { values: SortValue[]; keys: string[] } | null;
}

/** All rows that match, in order. A million take a second of the database's time, and 6 MB. */
export async function selectOrder(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; filters: readonly Filter[]; sort: Sort; sampleEvery: number },
): Promise<FoundOrder> {
  const { definition, filters, sort, sampleEvery } = options;
  const values: unknown[] = [projectId, definition.type];
  const where = filterText(definition, filters, values);
  const order = orderText(definition, sort);
  const isSample = `filter (where number % ${sampleEvery} = ${1 % sampleEvery})`;
  const text = `
    select ${GENERATION}, count(*) as count, encode(string_agg(tidsend(place), ''), 'base64') as places,
      json_build_object(
        'values', json_agg(value) ${isSample},
        'keys', json_agg(key) ${isSample}
      ) as samples
    from (
      select ctid as place, ${fieldText(sort.field)} as value, ${definition.key} as key,
        row_number() over (order by ${order}) as number
      from ${definition.table}
      where ${where}
      order by ${order}
    ) as row`;
  return db.one(statement("", text), values);
}

/** How many of the rows at `places` stand behind a place in the order. */
export async function countAfter(
  db: Queryable,
  projectId: number,
  options: {
    definition: EntityDefinition;
    sort: Sort;
    places: string;
    place: PlaceMarker | { value: SortValue };
  },
): Promise<{ generation: number; found: number; after: number }> {
  const { definition, sort, places, place } = options;
  const values: unknown[] = [projectId, definition.type, places];
  const after = afterText(definition, sort, place, values);
  const text = `
    select ${GENERATION}, count(*) as found, count(*) filter (where ${after}) as after
    from ${placesText(definition, "$3")}
    where project_id = $1`;
  return db.one(statement("", text), values);
}

const GENERATION =
  "coalesce((select generation from entity_sets where project_id = $1 and entity_type = $2), 0) as generation";
