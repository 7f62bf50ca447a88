/**
 * The way to a page. A small list is scanned and sorted. In a large one the cost of a page must not grow with the list, nor
 * with the page's number, and uploads must not pay for it with indexes. What makes that possible is the generation: what was
 * found out under one is exact until the next job commits.
 *
 *   matches.ts        how many rows pass the filters; where these are few, also their places
 *   field-orders.ts   all rows in the order of a field, made in the background when they are asked for again
 *   runs.ts           the rows of one value are one piece of such an order
 *
 * A page is read either by the index of the key, which is the usual way of a walk (`after`: behind the last row of the page
 * before), or from places. Its generation comes with it from the same statement; where it is another than that of what it
 * was looked for by, it is looked for again. Filters are checked on whatever is read, so that places can never show a row
 * which does not match, and rows that are missing at their places show that these do not hold.
 */
import type { Database } from "../db/database.ts";
import type { EntityDefinition } from "./definition.ts";
import { type PageWay, readPage } from "./entity-reads.ts";
import { selectGeneration } from "./entity-sets-store.ts";
import { FieldOrders } from "./field-orders.ts";
import { type Match, Matches } from "./matches.ts";
import type { PlaceMarker } from "./place-marker.ts";
import type { ReadBounds } from "./read-bounds.ts";
import type { ReadQuery } from "./read-query.ts";
import { findRun, type Run, runEnds, splitFilters } from "./runs.ts";

/** One page of a list, with how many rows there are in all; whole jobs only. */
export interface EntityPage {
  generation: number;
  total: number;
  /** The rows as JSON objects with commas between them. */
  lines: string;
  /** The last row, where others follow. */
  next: PlaceMarker | undefined;
}

export class EntityPages {
  readonly #db: Database;
  readonly #bounds: ReadBounds;
  readonly #orders: FieldOrders;
  readonly #matches: Matches;
  readonly #reading = new Map<string, Promise<EntityPage>>();

  constructor(db: Database, bounds: ReadBounds) {
    this.#db = db;
    this.#bounds = bounds;
    this.#orders = new FieldOrders(db, bounds);
    this.#matches = new Matches(db, this.#orders, bounds);
  }

  /** Requests at once for the same page share one read, as long as no job has ended since it began. */
  async page(projectId: number, definition: EntityDefinition, query: ReadQuery): Promise<EntityPage> {
    const name = JSON.stringify([projectId, definition.type, query]);
    const reading = this.#reading.get(name);
    if (reading !== undefined) {
      const generation = await selectGeneration(this.#db, projectId, definition.type);
      const page = await reading.catch(() => undefined);
      if (page?.generation === generation) return page;
    }
    const own = this.#find(projectId, definition, query).finally(() => {
      if (this.#reading.get(name) === own) this.#reading.delete(name);
    });
    this.#reading.set(name, own);
    return own;
  }

  async #find(projectId: number, definition: EntityDefinition, query: ReadQuery): Promise<EntityPage> {
    // Ends with the first page that no job has overtaken.
    for (let tries = 1; ; tries += 1) {
      const match = await this.#matches.of(projectId, definition, query.filters);
      const way: ExpectedWay =
        tries <= TRIES_BY_PLACES_MAX
          ? await this.#wayTo(projectId, definition, query, match)
          : { skipped: skippedRows(query), after: query.after };
      const page = await readPage(this.#db, projectId, { definition, query, way });
      const isWhole = way.expected === undefined || page.found === way.expected;
      if (page.generation === match.generation && isWhole) {
        const { generation, lines, next } = page;
        return { generation, total: match.total, lines, next };
      }
      this.#matches.forget(projectId, definition, query.filters);
      way.giveUp?.();
    }
  }

  async #wayTo(projectId: number, definition: EntityDefinition, query: ReadQuery, match: Match): Promise<ExpectedWay> {
    const { sort, after, perPage } = query;
    const skipped = skippedRows(query);
    if (after === undefined && skipped >= match.total) return { places: "{}", skipped: 0, expected: 0 };
    if (match.places !== undefined) {
      const expected = after === undefined ? Math.min(match.total - skipped, perPage + 1) : undefined;
      const isSlice = match.isByKey && sort.field === definition.key && !sort.descending && after === undefined;
      if (isSlice) return { places: match.places.text(skipped, skipped + perPage + 1), skipped: 0, expected };
      return { places: match.places.text(), skipped, after, expected };
    }
    const scan = after === undefined ? scanTo(skipped, match.total, perPage) : { skipped, after };
    const isNear = scan.skipped <= this.#bounds.skippedRowsMax;
    const isByKey = sort.field === definition.key;
    const isShort = match.total < this.#bounds.orderRowsMin;
    if (isShort || (isByKey && isNear)) return scan;
    // Half a million entries of the key's index are passed in half the time in which an order of a million rows is made.
    const canScan = isNear || isByKey;
    return (await this.#sliceTo(projectId, definition, query, { match, skipped, canScan })) ?? scan;
  }

  /** The page as a piece of an order, where one is ready, or will be sooner than the rows before it were skipped. */
  async #sliceTo(
    projectId: number,
    definition: EntityDefinition,
    query: ReadQuery,
    { match, skipped, canScan }: { match: Match; skipped: number; canScan: boolean },
  ): Promise<ExpectedWay | undefined> {
    const ordered = orderOf(projectId, definition, query);
    if (ordered === undefined) return undefined;
    const { name, ends } = ordered;
    const { generation } = match;
    const order = await (canScan ? this.#orders.ask(name, generation) : this.#orders.demand(name, generation));
    if (order === undefined) return undefined;
    const whole: Run = { order, start: 0, end: order.total };
    const run = ends === undefined ? whole : await findRun(this.#orders, name, order, ends);
    const first = query.after && (await this.#orders.positionOf(name, order, query.after));
    if (run === undefined || (query.after !== undefined && first === undefined)) return undefined;
    const start = Math.max(run.start, first ?? run.start + skipped);
    const end = Math.max(start, Math.min(run.end, start + query.perPage + 1));
    return {
      places: order.places.text(start, end),
      skipped: 0,
      expected: end - start,
      giveUp: () => this.#orders.forget(name),
    };
  }
}

/** Jobs that overtake every page are not expected, and places that never hold neither; the scan needs none. */
const TRIES_BY_PLACES_MAX = 3;

function skippedRows({ page, perPage, after }: ReadQuery): number {
  return after === undefined ? page * perPage : 0;
}

/** From whichever end is nearer: the last page is as near as the first one. */
function scanTo(skipped: number, total: number, perPage: number): ExpectedWay {
  if (skipped <= total / 2) return { skipped };
  const taken = Math.min(perPage + 1, total - skipped);
  return { skipped: total - skipped - taken, takenFromEnd: taken, expected: taken };
}

interface ExpectedWay extends PageWay {
  /** So many rows must be found, else the places do not hold. */
  expected?: number;
  giveUp?: () => void;
}

/** The order that has the page in one piece: of the whole list, or of one value, whose rows are in the order of their keys. */
function orderOf(projectId: number, definition: EntityDefinition, { sort, filters }: ReadQuery) {
  const { base, others } = splitFilters(filters);
  const [filter, ...more] = others;
  if (filter === undefined) return { name: { projectId, definition, filters: base, sort }, ends: undefined };
  const ends = runEnds(definition, filter);
  if (ends === undefined || more.length > 0 || filter.kind === "since") return undefined;
  const isByKey = sort.field === definition.key && !sort.descending;
  if (!isByKey && sort.field !== ends.field) return undefined;
  return { name: { projectId, definition, filters: base, sort: { field: ends.field, descending: false } }, ends };
}
