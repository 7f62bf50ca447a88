import { type Queryable, statement } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { filterText } from "./filters-reads.ts";
import type { Filter } from "./read-query.ts";

/** A part of the world in degrees, and how finely it is divided. */
export interface MapArea {
  west: number;
  south: number;
  east: number;
  north: number;
  /** Columns of cells from west to east; cells are square on the ground at the middle of the area. */
  cells: number;
}

/** The rows in one cell. */
export interface ClusterRow {
  count: number;
  longitude: number;
  latitude: number;
  west: number;
  south: number;
  east: number;
  north: number;
  /** The least of the keys and names: that of the row, where there is one alone. */
  key: string;
  name: string;
}

export interface FoundClusters {
  generation: number;
  clusters: ClusterRow[] | null;
}

/** The rows within the area that match, gathered by cell. `name` is a text field. */
export function selectClusters(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; filters: readonly Filter[]; name: string; area: MapArea },
): Promise<FoundClusters> {
  const { definition, filters, name, area } = options;
  const values: unknown[] = [projectId, definition.type, area.west, area.south, area.east, area.north];
  values.push(area.cells / (area.east - area.west), rowsPerDegree(area));
  const where = filterText(definition, filters, values);
  const text = `
    with cells as (
      select
        floor((longitude - $3::float8) * $7::float8) as x, floor((latitude - $4::float8) * $8::float8) as y,
        count(*) as rows, avg(longitude) as longitude, avg(latitude) as latitude,
        min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north,
        min(${definition.key}) as key, min(${name}) as name
      from ${definition.table}
      where longitude between $3::float8 and $5::float8 and latitude between $4::float8 and $6::float8 and ${where}
      group by 1, 2
    )
    select
      ${GENERATION},
      json_agg(json_build_object(
        'count', rows, 'longitude', longitude, 'latitude', latitude, 'west', west, 'south', south, 'east', east,
        'north', north, 'key', key, 'name', name) order by rows desc, key) as clusters
    from cells`;
  return db.one(statement("", text), values);
}

export interface PlacedRows {
  generation: number;
  placed: number;
  without_place: number;
}

/** How many rows match, with a place and without. */
export function selectPlaced(
  db: Queryable,
  projectId: number,
  { definition, filters }: { definition: EntityDefinition; filters: readonly Filter[] },
): Promise<PlacedRows> {
  const values: unknown[] = [projectId, definition.type];
  const where = filterText(definition, filters, values);
  const text = `
    select ${GENERATION}, count(longitude + latitude) as placed, count(*) - count(longitude + latitude) as without_place
    from ${definition.table} where ${where}`;
  return db.one(statement("", text), values);
}

const GENERATION =
  "coalesce((select generation from entity_sets where project_id = $1 and entity_type = $2), 0) as generation";

/** On the ground a degree of longitude is shorter than one of latitude, the more so the nearer to a pole. */
function rowsPerDegree({ west, south, east, north, cells }: MapArea): number {
  const middle = (((south + north) / 2) * Math.PI) / 180;
  return cells / (east - west) / Math.max(0.1, Math.cos(middle));
}
