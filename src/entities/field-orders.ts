import type { Database } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { FieldOrder } from "./field-order.ts";
import { countAfter, selectOrder } from "./matches-reads.ts";
import type { PlaceMarker, SortValue } from "./place-marker.ts";
import type { ReadBounds } from "./read-bounds.ts";
import type { Filter, Sort } from "./read-query.ts";
import { RecentCopies } from "./recent-copies.ts";
import { RowPlaces } from "./row-places.ts";

/** Which rows, and in which order. */
export interface OrderName {
  projectId: number;
  definition: EntityDefinition;
  filters: readonly Filter[];
  sort: Sort;
}

/**
 * The orders that are asked for again and again, made in the background when they are, one at a time, and kept while their
 * generation stands. They take the place of an index for each field, which uploads would pay for whether anybody reads by it
 * or not: a B-tree on one column of few values adds 15 % to a first upload of a million rows, and there are twenty fields.
 */
export class FieldOrders {
  readonly #db: Database;
  readonly #sampleEvery: number;
  readonly #asksUntilMade: number;
  readonly #orders: RecentCopies<FieldOrder>;
  readonly #asks: RecentCopies<number>;
  #making: { text: string; order: Promise<FieldOrder | undefined> } | undefined;

  constructor(db: Database, bounds: ReadBounds) {
    this.#db = db;
    this.#sampleEvery = bounds.orderSampleEvery;
    this.#asksUntilMade = bounds.orderAsks;
    this.#orders = new RecentCopies(bounds.orderBytesMax, (order) => order.bytes);
    this.#asks = new RecentCopies(bounds.orderBytesMax / 100, () => COUNT_BYTES);
  }

  /** The order where it is ready, or already being made. Where it is not, it will be when it is asked for repeatedly. */
  async ask(name: OrderName, generation: number): Promise<FieldOrder | undefined> {
    const text = textOf(name);
    const ready = this.#ready(text, generation);
    if (ready !== undefined) return ready;
    // To look at all rows beside it would take longer, and slow it down.
    if (this.#making?.text === text) return this.#made(generation);
    const asks = (this.#asks.get(text) ?? 0) + 1;
    this.#asks.set(text, asks);
    if (asks >= this.#asksUntilMade && this.#making === undefined) this.#make(name, text);
    return undefined;
  }

  /** Waits until it is made, unless another one is being made: for what would take longer than that. */
  async demand(name: OrderName, generation: number): Promise<FieldOrder | undefined> {
    const text = textOf(name);
    const ready = this.#ready(text, generation);
    if (ready !== undefined) return ready;
    if (this.#making === undefined) this.#make(name, text);
    return this.#making?.text === text ? this.#made(generation) : undefined;
  }

  /**
   * How many rows stand before `place` or at it: in the order, so that the next one has that position. undefined where
   * the order does not hold any more: it is forgotten then.
   */
  async positionOf(
    { projectId, definition, filters, sort }: OrderName,
    order: FieldOrder,
    place: PlaceMarker | { value: SortValue },
  ): Promise<number | undefined> {
    const { start, end } = order.bracket(place);
    if (start === end) return start;
    const places = order.places.text(start, end);
    const counted = await countAfter(this.#db, projectId, { definition, sort, places, place });
    if (counted.generation === order.generation && counted.found === end - start) return end - counted.after;
    this.forget({ projectId, definition, filters, sort });
    return undefined;
  }

  forget(name: OrderName): void {
    this.#orders.delete(textOf(name));
  }

  #ready(text: string, generation: number): FieldOrder | undefined {
    const order = this.#orders.get(text);
    return order?.generation === generation ? order : undefined;
  }

  async #made(generation: number): Promise<FieldOrder | undefined> {
    const made = await this.#making?.order;
    return made?.generation === generation ? made : undefined;
  }

  #make({ projectId, definition, filters, sort }: OrderName, text: string): void {
    const sampleEvery = this.#sampleEvery;
    const making = selectOrder(this.#db, projectId, { definition, filters, sort, sampleEvery })
      .then(({ generation, places, samples }) => {
        const { values, keys } = samples ?? { values: null, keys: null };
        const order = new FieldOrder({
          ...{ generation, sort, sampleEvery },
          places: RowPlaces.fromBase64(places),
          samples: { values: values ?? [], keys: keys ?? [] },
        });
        this.#orders.set(text, order);
        return order;
      })
      // Whoever reads will meet what is wrong with the database; an order only makes it faster.
      .catch(() => undefined)
      .finally(() => {
        this.#making = undefined;
      });
    this.#making = { text, order: making };
  }
}

const COUNT_BYTES = 50;

function textOf({ projectId, definition, filters, sort }: OrderName): string {
  return JSON.stringify([projectId, definition.type, filters, sort]);
}
