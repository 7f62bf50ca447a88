import { MAP_COPIES_BYTES_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import {
  type ClusterRow,
  type FoundClusters,
  type MapArea,
  type PlacedRows,
  selectClusters,
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
  area: MapArea;
}

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
    const [counts, found] = await Promise.all([
      this.#placed(projectId, definition, query, generation),
      this.#clusters(projectId, definition, query, generation),
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
    const found = await selectClusters(this.#db, projectId, { definition, ...query });
    this.#copies.set(name, found);
    return found;
  }
}

/** As it stands in memory, roughly. */
function bytesOf({ clusters }: FoundClusters): number {
  return 200 + (clusters?.length ?? 0) * 250;
}
