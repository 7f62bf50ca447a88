import { MAP_COPIES_BYTES_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import {
  type ClusterRow,
  type Extent,
  type FoundClusters,
  type MapArea,
  type PlacedRows,
  selectClusters,
  selectExtent,
  selectPlaced,
} from "./cluster-reads.ts";
import type { EntityDefinition } from "./definition.ts";
import { selectGeneration } from "./entity-sets-store.ts";
import type { Filter } from "./read-query.ts";
import { RecentCopies } from "./recent-copies.ts";

/** Where rows are. */
export interface EntityMap {
  /** Matching rows with a place, also beyond the area. */
  placed: number;
  withoutPlace: number;
  clusters: ClusterRow[];
}

interface MapQuery {
  filters: readonly Filter[];
  /** The field that names a row in words. */
  name: string;
  /** Without bounds: where they all are. */
  area: MapArea | Pick<MapArea, "cells">;
}

/** As many places in a sample tell well enough how large the cells should be. */
const SAMPLE_MIN = 100;
/** Degrees: stores that are nearer to each other are not drawn further apart. */
const WIDTH_MIN = 0.1;

/**
 * Where rows are, gathered where they are near each other. Gathering a million rows takes the better part of a second,
 * and everybody who opens the map sees the same first: what was found is kept as long as its generation stands.
 */
export class EntityMaps {
  readonly #db: Database;
  readonly #copies = new RecentCopies<FoundClusters>(MAP_COPIES_BYTES_MAX, bytesOf);
  readonly #counts = new RecentCopies<PlacedRows>(MAP_COPIES_BYTES_MAX, () => 100);

  constructor(db: Database) {
    this.#db = db;
  }

  async read(projectId: number, definition: EntityDefinition, query: MapQuery): Promise<EntityMap> {
    const generation = await selectGeneration(this.#db, projectId, definition.type);
    const clusters = this.#clusters(projectId, definition, query, generation);
    // What is found everywhere is counted with it.
    const isWhole = !("west" in query.area);
    const [counts, found] = await Promise.all([
      isWhole ? clusters : this.#placed(projectId, definition, query, generation),
      clusters,
    ]);
    return { placed: counts.placed, withoutPlace: counts.without_place, clusters: found.clusters ?? [] };
  }

  async #placed(projectId: number, definition: EntityDefinition, { filters }: MapQuery, generation: number) {
    const name = JSON.stringify([projectId, definition.type, filters]);
    const copy = this.#counts.get(name);
    if (copy?.generation === generation) return copy;
    const found = await selectPlaced(this.#db, projectId, { definition, filters });
    this.#counts.set(name, found);
    return found;
  }

  async #clusters(projectId: number, definition: EntityDefinition, query: MapQuery, generation: number) {
    const name = JSON.stringify([projectId, definition.type, query]);
    const copy = this.#copies.get(name);
    if (copy?.generation === generation) return copy;
    const { filters, name: field, area } = query;
    const isWhole = !("west" in area);
    const chosen = isWhole ? await this.#areaOfAll(projectId, definition, query) : area;
    const found = await selectClusters(this.#db, projectId, {
      definition,
      filters,
      name: field,
      area: chosen,
      isWhole,
    });
    this.#copies.set(name, found);
    const { generation: foundIn, placed, without_place } = found;
    const counts = { generation: foundIn, placed, without_place };
    if (isWhole) this.#counts.set(JSON.stringify([projectId, definition.type, filters]), counts);
    return found;
  }

  /** Roughly where they are: what lies beyond makes cells beyond. Where a sample tells it, all rows are read once only. */
  async #areaOfAll(projectId: number, definition: EntityDefinition, { filters, area }: MapQuery): Promise<MapArea> {
    const sample = await selectExtent(this.#db, projectId, { definition, filters, isSample: true });
    const extent =
      sample.placed < SAMPLE_MIN
        ? await selectExtent(this.#db, projectId, { definition, filters, isSample: false })
        : sample;
    return areaAround(extent, area.cells);
  }
}

/** With as many columns as a map that is twice as wide as it is high would have. */
function areaAround({ west, south, east, north }: Extent, cells: number): MapArea {
  if (west === null || south === null || east === null || north === null) {
    return { west: -180, south: -90, east: 180, north: 90, cells };
  }
  const missing = Math.max(WIDTH_MIN, 2 * (north - south)) - (east - west);
  const margin = Math.max(0, missing) / 2;
  return { west: west - margin, south, east: east + margin, north, cells };
}

/** As it stands in memory, roughly. */
function bytesOf({ clusters }: FoundClusters): number {
  return 200 + (clusters?.length ?? 0) * 250;
}
