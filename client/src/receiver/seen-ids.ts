/**
 * Remembers which deliveries were handled, by their `webhook-id`. Several processes that receive for one subscription
 * share one, in a database: `begin` is then an insert that does nothing when the row is there.
 */
export interface SeenIds {
  /**
   * Takes an id for handling: `new` once, `running` until `finish` or `forget`, `handled` after `finish`. Two calls at
   * the same moment must not both get `new`; one that has been running for minutes belongs to a process that died, and
   * is `new` again.
   */
  begin(id: string): Promise<IdState> | IdState;
  /** It is handled: further copies are dropped. */
  finish(id: string): Promise<void> | void;
  /** Handling failed: the next copy is `new` again. */
  forget(id: string): Promise<void> | void;
}

export type IdState = "new" | "running" | "handled";

/** A delivery is tried within its rounds for about 16 minutes, and may wait a day for its endpoint to recover. */
const KEPT_MS = 26 * 60 * 60 * 1_000;
/** About 15 MB of ids of 36 characters. */
const IDS_MAX = 100_000;

/** The ids of this process, the oldest dropped first. They are gone after a restart: a copy is then handled again. */
export class MemorySeenIds implements SeenIds {
  readonly #ids = new Map<string, { state: "running" | "handled"; sinceMs: number }>();
  readonly #max: number;
  readonly #keptMs: number;
  readonly #now: () => number;

  constructor({ max = IDS_MAX, keptMs = KEPT_MS, now = Date.now }: SeenIdsBounds = {}) {
    this.#max = max;
    this.#keptMs = keptMs;
    this.#now = now;
  }

  begin(id: string): IdState {
    this.#dropExpired();
    const known = this.#ids.get(id);
    if (known !== undefined) return known.state;
    const [oldest] = this.#ids.keys();
    if (this.#ids.size >= this.#max && oldest !== undefined) this.#ids.delete(oldest);
    this.#ids.set(id, { state: "running", sinceMs: this.#now() });
    return "new";
  }

  finish(id: string): void {
    // To the end of the map: it is the youngest now.
    this.#ids.delete(id);
    this.#ids.set(id, { state: "handled", sinceMs: this.#now() });
  }

  forget(id: string): void {
    this.#ids.delete(id);
  }

  /** A map lists its entries in the order in which they came, so the oldest are the first. */
  #dropExpired(): void {
    for (const [id, { sinceMs }] of this.#ids) {
      if (this.#now() - sinceMs < this.#keptMs) return;
      this.#ids.delete(id);
    }
  }
}

export interface SeenIdsBounds {
  /** How many ids are kept; 100,000 by default. */
  max?: number;
  /** How long an id is kept; 26 hours by default, longer than a delivery is tried by itself. */
  keptMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}
