import { SECOND } from "../lib/units.ts";

/** What is left after a request. */
export interface RateAnswer {
  allowed: boolean;
  remaining: number;
  /** Whole seconds, at least 1, until another request is allowed (when refused) or the bucket is full again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Buckets that were not used for so long are full anyway. */
const FORGET_AFTER_MS = 10 * SECOND;
const BUCKETS_BEFORE_SWEEP = 10_000;

/**
 * A token bucket for each API token: as many requests a second as the limit says, in any distribution, after a pause
 * a whole second's worth at once. Each process counts for itself.
 */
export class RateLimiter {
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** A monotonic clock: a limit must not depend on somebody setting the time. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  take(key: string, limitPerSecond: number): RateAnswer {
    const now = this.#nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: limitPerSecond, filledAtMs: now };
    const gained = ((now - bucket.filledAtMs) / SECOND) * limitPerSecond;
    const tokens = Math.min(limitPerSecond, bucket.tokens + gained);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    this.#buckets.set(key, { tokens: left, filledAtMs: now });
    if (this.#buckets.size > BUCKETS_BEFORE_SWEEP) this.#sweep(now);
    return { allowed, remaining: Math.floor(left), resetSeconds: 1 };
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (now - bucket.filledAtMs > FORGET_AFTER_MS) this.#buckets.delete(key);
    }
  }
}
