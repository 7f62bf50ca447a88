import { SECOND } from "../lib/units.ts";
import { RequestWindow } from "./request-window.ts";

/** What is left after a request. */
export interface RateAnswer {
  allowed: boolean;
  /** Requests that this process would let through now. */
  remaining: number;
  /** Whole seconds until all of them are there again, and until another request is surely allowed. */
  resetSeconds: number;
}

/** What the other processes let through of a key in their last second, and how many of them did. */
export interface OthersShare {
  used: number;
  processes: number;
}

interface KeyUse {
  window: RequestWindow;
  lastMs: number;
  others: OthersShare & { readAtMs: number };
}

const NO_OTHERS = { used: 0, processes: 0, readAtMs: 0 };
/** What another process said counts for so long; without the database each process soon counts for itself. */
export const SHARE_LIFETIME_MS = 1_500;
/** Keys that were not used for so long are forgotten. */
const FORGET_AFTER_MS = 10 * SECOND;

/**
 * At most as many requests of a key (a token, or an address at sign-in) within any second as its limit says, in any distribution (decisions, section 1).
 * Exact in a process: nothing is awaited between the question and the count. Between processes by what `RateExchange`
 * tells of the others: a process leaves them what they use, but never takes less than its equal part.
 */
export class RateLimiter {
  readonly #nowMs: () => number;
  readonly #uses = new Map<string, KeyUse>();
  /** Called at the first request of a key that was not in use: now is the time to ask what the others do. */
  onNewKey: () => void = () => {};

  /** A monotonic clock: a limit must not depend on somebody setting the time. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  take(key: string, limitPerSecond: number): RateAnswer {
    const now = this.#nowMs();
    const use = this.#uses.get(key) ?? this.#begin(key, now);
    const share = shareOf(limitPerSecond, now - use.others.readAtMs < SHARE_LIFETIME_MS ? use.others : NO_OTHERS);
    const count = use.window.countSince(now - SECOND);
    const allowed = count < share;
    if (allowed) use.window.add(now);
    use.lastMs = now;
    return { allowed, remaining: Math.max(0, share - count - (allowed ? 1 : 0)), resetSeconds: 1 };
  }

  /** What this process has let through in the last second of each key in use. */
  uses(): { key: string; used: number }[] {
    const now = this.#nowMs();
    const uses: { key: string; used: number }[] = [];
    for (const [key, use] of this.#uses) {
      if (now - use.lastMs > FORGET_AFTER_MS) this.#uses.delete(key);
      else uses.push({ key, used: use.window.countSince(now - SECOND) });
    }
    return uses;
  }

  /** What the others have let through; keys that it does not name are used here alone. */
  learn(shares: ReadonlyMap<string, OthersShare>): void {
    const readAtMs = this.#nowMs();
    for (const [key, use] of this.#uses) use.others = { ...(shares.get(key) ?? NO_OTHERS), readAtMs };
  }

  #begin(key: string, now: number): KeyUse {
    const use = { window: new RequestWindow(), lastMs: now, others: NO_OTHERS };
    this.#uses.set(key, use);
    this.onNewKey();
    return use;
  }
}

function shareOf(limit: number, others: OthersShare): number {
  return Math.max(limit - others.used, Math.ceil(limit / (others.processes + 1)));
}
