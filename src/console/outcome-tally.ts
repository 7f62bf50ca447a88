import { FAILURE_CLASSES, type FailureClass } from "../notifier/delivery-state.ts";
import { LATENCY_COUNTS, latencyPlace } from "./latency-histogram.ts";

/** What is counted, in the order of the tables' columns: `failure` classes are those of the notifier. */
export const OUTCOME_COUNTS = ["delivered", "dead", ...FAILURE_CLASSES] as const;
export type OutcomeCount = (typeof OUTCOME_COUNTS)[number];

const PLACES = new Map<FailureClass | undefined, number>([
  [undefined, 0],
  ...FAILURE_CLASSES.map((failure, i): [FailureClass, number] => [failure, i + 2]),
]);
const DEAD = 1;

/** How attempts came out within some time. */
export class OutcomeTally {
  readonly counts = new Int32Array(OUTCOME_COUNTS.length);
  readonly latencies = new Int32Array(LATENCY_COUNTS);

  attempted(failure: FailureClass | undefined, durationMs: number): void {
    this.#raise(this.counts, PLACES.get(failure) ?? 0, 1);
    this.#raise(this.latencies, latencyPlace(durationMs), 1);
  }

  died(deliveries: number): void {
    this.#raise(this.counts, DEAD, deliveries);
  }

  add(other: OutcomeTally): void {
    for (let i = 0; i < this.counts.length; i += 1) this.#raise(this.counts, i, other.counts[i] ?? 0);
    for (let i = 0; i < this.latencies.length; i += 1) this.#raise(this.latencies, i, other.latencies[i] ?? 0);
  }

  #raise(counts: Int32Array, place: number, by: number): void {
    counts[place] = (counts[place] ?? 0) + by;
  }
}
