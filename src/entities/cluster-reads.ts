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
  /** Matching rows with a place and without, of those that were looked at. */
  placed: number;
  without_place: number;
  clusters: ClusterRow[] | null;
}

/** The rows that match, gathered by cell: those within the area, or all, wherever they are. `name` is a text field. */
export function selectClusters(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; filters: readonly Filter[]; name: string; area: MapArea; isWhole: boolean },
): Promise<FoundClusters> {
  const { definition, filters, name, area, isWhole } = options;
  const values: unknown[] = [projectId, definition.type, area.west, area.south];
  values.push(area.cells / (area.east - area.west), rowsPerDegree(area));
  const where = [filterText(definition, filters, values)];
  if (!isWhole) {
    values.push(area.east, area.north);
    const [east, north] = [values.length - 1, values.length];
    where.push(
      `longitude between $3::float8 and $${east}::float8 and latitude between $4::float8 and $${north}::float8`,
    );
  }
  const text = `
    with cells as (
      select
        floor((longitude - $3::float8) * $5::float8) as x, floor((latitude - $4::float8) * $6::float8) as y,
        count(*) as rows, avg(longitude) as longitude, avg(latitude) as latitude,
        min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north,
        min(${definition.key}) as key, min(${name}) as name
      from ${definition.table}
      where ${where.join(" and ")}
      group by 1, 2
    )
    select
      ${GENERATION},
      coalesce(sum(rows) filter (where x + y is not null), 0)::bigint as placed,
      coalesce(sum(rows) filter (where x + y is null), 0)::bigint as without_place,
      json_agg(json_build_object(
        'count', rows, 'longitude', longitude, 'latitude', latitude, 'west', west, 'south', south, 'east', east,
        'north', north, 'key', key, 'name', name) order by rows desc, key)
        filter (where x + y is not null) as clusters
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

/** Where rows with a place are, in degrees; all null where there is none. */
export interface Extent {
  placed: number;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
}

/** Of the rows that match, or of one in a hundred of them. */
export function selectExtent(
  db: Queryable,
  projectId: number,
  options: { definition: EntityDefinition; filters: readonly Filter[]; isSample: boolean },
): Promise<Extent> {
  const { definition, filters, isSample } = options;
  const values: unknown[] = [projectId];
  const where = filterText(definition, filters, values);
  const text = `
    select count(*) as placed,
      min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
    from ${definition.table} ${isSample ? "tablesample system (1)" : ""}
    where ${where} and longitude + latitude is not null`;
  return db.one(statement("", text), values);
}

const GENERATION =
  "coalesce((select generation from entity_sets where project_id = $1 and entity_type = $2), 0) as generation";

/** On the ground a degree of longitude is shorter than one of latitude, the more so the nearer to a pole. */
function rowsPerDegree({ west, south, east, north, cells }: MapArea): number {
  const middle = (((south + north) / 2) * Math.PI) / 180;
  return cells / (east - west) / Math.max(0.1, Math.cos(middle));
}
