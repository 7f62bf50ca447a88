import type { PlaceMarker, SortValue } from "./place-marker.ts";
import type { Sort } from "./read-query.ts";
import type { RowPlaces } from "./row-places.ts";

/**
 * All rows of a list in one order, under one generation: where they lie, and of every so many rows the value and the
 * key. Any page is a slice of it, and the rows of one value are a slice too, whose ends lie between two samples.
 */
export class FieldOrder {
  readonly generation: number;
  readonly sort: Sort;
  readonly places: RowPlaces;
  readonly #sampleEvery: number;
  readonly #values: readonly SortValue[];
  readonly #keys: readonly string[];

  constructor(options: {
    generation: number;
    sort: Sort;
    places: RowPlaces;
    sampleEvery: number;
    samples: { values: readonly SortValue[]; keys: readonly string[] };
  }) {
    this.generation = options.generation;
    this.sort = options.sort;
    this.places = options.places;
    this.#sampleEvery = options.sampleEvery;
    this.#values = options.samples.values;
    this.#keys = options.samples.keys;
  }

  get total(): number {
    return this.places.length;
  }

  /** About. */
  get bytes(): number {
    return this.places.bytes + this.#keys.length * SAMPLE_BYTES;
  }

  /** Between which rows the end of those lies that stand before `place` or at it; equal where it is known exactly. */
  bracket(place: PlaceMarker | { value: SortValue }): { start: number; end: number } {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBehind(middle, place)) high = middle;
      else low = middle + 1;
    }
    // Sample `low` is the first one behind the place.
    const start = Math.max(0, low - 1) * this.#sampleEvery;
    return low === 0 ? { start: 0, end: 0 } : { start, end: Math.min(this.total, low * this.#sampleEvery) };
  }

  #isBehind(sample: number, place: PlaceMarker | { value: SortValue }): boolean {
    const compared = compareValues(this.#values[sample] ?? null, place.value);
    if (compared !== 0) return this.sort.descending ? compared < 0 : compared > 0;
    return "key" in place && compareValues(this.#keys[sample] ?? "", place.key) > 0;
  }
}

/** Two short texts and their slots. */
const SAMPLE_BYTES = 120;

/** As the database compares: text byte by byte, empty values last. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const compared = compareValues(a[i] ?? "", b[i] ?? "");
    if (compared !== 0) return compared;
  }
  return a.length - b.length;
}
