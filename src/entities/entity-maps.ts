import { MAP_CLUSTERS_COPIES_BYTES_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import { type FoundClusters, type MapArea, selectClusters } from "./cluster-reads.ts";
import type { EntityDefinition } from "./definition.ts";
import { selectGeneration } from "./entity-sets-store.ts";
import type { Filter } from "./read-query.ts";
import { RecentCopies } from "./recent-copies.ts";

/**
 * Where rows are, gathered where they are near each other. Reading a million rows takes a third of a second, and
 * everybody who opens the map sees the same first: what was gathered is kept as long as its generation stands.
 */
export class EntityMaps {
  readonly #db: Database;
  readonly #copies = new RecentCopies<FoundClusters>(MAP_CLUSTERS_COPIES_BYTES_MAX, bytesOf);

  constructor(db: Database) {
    this.#db = db;
  }

  /** `name` is the field that names a row in words. */
  async clusters(
    projectId: number,
    definition: EntityDefinition,
    options: { filters: readonly Filter[]; name: string; area: MapArea },
  ): Promise<FoundClusters> {
    const copyName = JSON.stringify([projectId, definition.type, options.filters, options.area]);
    const copy = this.#copies.get(copyName);
    if (copy && copy.generation === (await selectGeneration(this.#db, projectId, definition.type))) return copy;
    const found = await selectClusters(this.#db, projectId, { definition, ...options });
    this.#copies.set(copyName, found);
    return found;
  }
}

/** As it stands in memory, roughly. */
function bytesOf({ clusters }: FoundClusters): number {
  return 200 + (clusters?.length ?? 0) * 250;
}
