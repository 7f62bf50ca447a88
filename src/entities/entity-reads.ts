import { isDeepStrictEqual } from "node:util";
import { type Queryable, type Statement, statement } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { afterText, fieldText, filterText, orderText, placesText } from "./filters-reads.ts";
import type { PlaceMarker } from "./place-marker.ts";
import { NOT_DELETED, type ReadQuery, readFields } from "./read-query.ts";

/**
 * Where a page is looked for: `skipped` rows into all that match, or into those at `places` (an array of the database's
 * row addresses, as text), which were found under the same generation; behind the row `after`.
 */
export interface PageWay {
  places?: string;
  skipped: number;
  after?: PlaceMarker | undefined;
  /** So many rows are read from the end of the order, where `skipped` rows are passed. */
  takenFromEnd?: number | undefined;
}

export interface PageRows {
  generation: number;
  /** Rows of the page, and one more where others follow it. */
  found: number;
  /** The rows as JSON objects with commas between them. */
  lines: string;
  /** The last row of a full page that others follow. */
  next: PlaceMarker | undefined;
}

/** Page and generation in one statement: one snapshot, so that neither knows of a job that the other does not. */
export async function readPage(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; query: ReadQuery; way: PageWay },
): Promise<PageRows> {
  const { text, values } = pageStatement(projectId, options);
  const page = await db.one<Found>(text, values);
  const { perPage } = options.query;
  return {
    generation: page.generation,
    found: page.found,
    lines: page.lines ?? "",
    next: page.found > perPage && page.marker !== null ? { value: page.marker[0], key: page.marker[1] } : undefined,
  };
}

interface Found {
  generation: number;
  found: number;
  lines: string | null;
  marker: [PlaceMarker["value"], string] | null;
}

/**
 * The database writes the JSON, and no column of a page becomes a value of ours: a page of 200 stores takes 0.4 ms of
 * this process instead of 2.0. One row more than the page is looked for: whether there is a next one.
 */
export function pageStatement(
  projectId: number,
  { definition, query, way }: { definition: EntityDefinition; query: ReadQuery; way: PageWay },
): { text: Statement; values: unknown[] } {
  const { sort, perPage, fields } = query;
  const values: unknown[] = [projectId, definition.type, Math.min(way.skipped, Number.MAX_SAFE_INTEGER)];
  const conditions = [filterText(definition, query.filters, values)];
  if (way.places !== undefined) values.push(way.places);
  const source = way.places === undefined ? definition.table : placesText(definition, `$${values.length}`);
  if (way.after !== undefined) conditions.push(afterText(definition, sort, way.after, values));
  const order = orderText(definition, sort, way.takenFromEnd !== undefined);
  const found = `where ${conditions.join(" and ")} order by ${order} limit ${way.takenFromEnd ?? perPage + 1} offset $3`;
  // A million whole rows are sorted in 0.8 s, their addresses in 0.25 s.
  const isSorted = way.places === undefined && sort.field !== definition.key;
  const picked = `where ctid = any(array(select ctid from ${definition.table} ${found})) order by ${order}`;
  const text = `
    select coalesce((select generation from entity_sets where project_id = $1 and entity_type = $2), 0) as generation,
      page.*
    from (
      select count(*) as found,
        string_agg(line, ',' order by number) filter (where number <= ${perPage}) as lines,
        (array_agg(json_build_array(sort_value, ${definition.key})) filter (where number = ${perPage}))[1] as marker
      from (
        select row_to_json(shown)::text as line, row.sort_value, row.${definition.key},
          row_number() over (order by sort_value${sort.descending ? " desc" : ""}, row.${definition.key}) as number
        from (
          select *, ${fieldText(sort.field)} as sort_value
          from ${source}
          ${isSorted ? picked : found}
        ) as row
        cross join lateral (select ${fields.map(shownText).join(", ")}) as shown
      ) as lines
    ) as page`;
  return { text: statement(hotName(definition, query, way), text), values };
}

/** Plain pages, which are most of what is asked for, are prepared: planning them took 0.4 ms. */
function hotName(definition: EntityDefinition, query: ReadQuery, way: PageWay): string {
  const { filters, sort, fields, perPage } = query;
  const [filter, ...more] = filters;
  const isPlain = more.length === 0 && filter !== undefined && isDeepStrictEqual(filter, NOT_DELETED);
  const isWhole = fields.length === readFields(definition).length;
  const isUsual = sort.field === definition.key && !sort.descending && way.takenFromEnd === undefined;
  if (!isPlain || !isWhole || !isUsual) return "";
  return ["page", definition.type, perPage, way.places && "places", way.after && "after"].filter(Boolean).join("_");
}

function shownText(field: string): string {
  const expression = fieldText(field);
  return expression === field ? `row.${field}` : `${expression} as ${field}`;
}
