/** Attempts that start within so many milliseconds share a timer: one for each attempt costs more than its request. */
const GRAIN_MS = 20;

/** What can be cut. */
export interface Expiring {
  expire(): void;
}

/** Cuts what takes longer than all may take: at most 20 ms early, never late. */
export class Deadlines {
  readonly #afterMs: number;
  #newest = new Set<Expiring>();
  #newestSinceMs = Number.NEGATIVE_INFINITY;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** The set that it is to be taken out of when it ended in time. */
  add(item: Expiring): Set<Expiring> {
    const nowMs = performance.now();
    if (nowMs - this.#newestSinceMs >= GRAIN_MS) {
      const together = new Set<Expiring>();
      // What an attempt waits for keeps the process alive, not the clock beside it.
      setTimeout(() => {
        for (const each of together) each.expire();
      }, this.#afterMs).unref();
      this.#newest = together;
      this.#newestSinceMs = nowMs;
    }
    this.#newest.add(item);
    return this.#newest;
  }
}
