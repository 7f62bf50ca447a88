import type { Database } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { selectGeneration } from "./entity-sets-store.ts";
import type { FieldOrders } from "./field-orders.ts";
import { selectPlaces, selectTotal } from "./matches-reads.ts";
import type { ReadBounds } from "./read-bounds.ts";
import type { Filter } from "./read-query.ts";
import { RecentCopies } from "./recent-copies.ts";
import { RowPlaces } from "./row-places.ts";
import { findRun, type Run, runEnds, splitFilters } from "./runs.ts";

/** What passes a set of filters, under one generation. */
export interface Match {
  generation: number;
  total: number;
  /** Where the rows lie, where they are few of many. */
  places: RowPlaces | undefined;
  /** The places are in the order of the key. */
  isByKey: boolean;
}

/**
 * How many rows pass a set of filters, and which, where they are few: computed once, and exact as long as the generation
 * stands. Counting a million rows for each page would cost more than the page.
 */
export class Matches {
  readonly #db: Database;
  readonly #orders: FieldOrders;
  readonly #bounds: ReadBounds;
  readonly #copies: RecentCopies<Match>;
  readonly #finding = new Map<string, Promise<Match>>();

  constructor(db: Database, orders: FieldOrders, bounds: ReadBounds) {
    this.#db = db;
    this.#orders = orders;
    this.#bounds = bounds;
    this.#copies = new RecentCopies(bounds.matchBytesMax, ({ places }) => MATCH_BYTES + (places?.bytes ?? 0));
  }

  /** May be of an older generation than the present one: compare, and `forget` it. Requests at once share the work. */
  async of(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): Promise<Match> {
    const name = nameOf(projectId, definition, filters);
    const copy = this.#copies.get(name);
    if (copy !== undefined) return copy;
    const finding = this.#finding.get(name) ?? this.#find(projectId, definition, filters);
    this.#finding.set(name, finding);
    try {
      const match = await finding;
      this.#copies.set(name, match);
      return match;
    } finally {
      this.#finding.delete(name);
    }
  }

  forget(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): void {
    this.#copies.delete(nameOf(projectId, definition, filters));
  }

  async #find(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): Promise<Match> {
    const { base, others } = splitFilters(filters);
    if (others.length === 0) return this.#count(projectId, definition, filters);
    const whole = await this.of(projectId, definition, base);
    if (whole.total < this.#bounds.orderRowsMin) return this.#count(projectId, definition, filters);
    const run = await this.#runOf(projectId, definition, filters);
    const limit = this.#bounds.matchPlacesMax;
    const length = run === undefined ? Number.POSITIVE_INFINITY : run.end - run.start;
    if (run !== undefined && others.length === 1) {
      const places = length > limit ? undefined : run.order.places.slice(run.start, run.end);
      return { generation: run.order.generation, total: length, places, isByKey: others[0]?.kind === "equal" };
    }
    const within = length <= limit ? run?.order.places.text(run.start, run.end) : undefined;
    const found = await selectPlaces(this.#db, projectId, { definition, filters, within, limit });
    // A job has moved rows since the order was compared.
    if (within !== undefined && found.generation !== run?.order.generation) {
      return this.#find(projectId, definition, filters);
    }
    const places = found.count > limit ? undefined : RowPlaces.fromBase64(found.places);
    return { generation: found.generation, total: found.count, places, isByKey: false };
  }

  async #count(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): Promise<Match> {
    const { generation, count } = await selectTotal(this.#db, projectId, { definition, filters });
    return { generation, total: count, places: undefined, isByKey: false };
  }

  /** The rows of one of the filters, where an order by its field is ready. */
  async #runOf(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): Promise<Run | undefined> {
    const { base, others } = splitFilters(filters);
    const generation = await selectGeneration(this.#db, projectId, definition.type);
    for (const ends of others.map((filter) => runEnds(definition, filter))) {
      if (ends === undefined) continue;
      const name = { projectId, definition, filters: base, sort: { field: ends.field, descending: false } };
      const order = await this.#orders.ask(name, generation);
      const run = order && (await findRun(this.#orders, name, order, ends));
      if (run !== undefined) return run;
    }
    return undefined;
  }
}

const MATCH_BYTES = 200;

function nameOf(projectId: number, definition: EntityDefinition, filters: readonly Filter[]): string {
  return JSON.stringify([projectId, definition.type, filters]);
}
