import { RATE_EXCHANGE_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { ProcessLease } from "../db/process-lease.ts";
import type { Logger } from "../lib/log.ts";
import { Loop, type StepAnswer } from "../lib/loop.ts";
import type { Service } from "../lib/service.ts";
import { MINUTE } from "../lib/units.ts";
import { type RateLimiter, SHARE_LIFETIME_MS } from "./rate-limiter.ts";
import { exchangeUses, forgetUses } from "./rate-uses-store.ts";

interface Deps {
  db: Database;
  limiter: RateLimiter;
  processLease: ProcessLease;
  log: Logger;
}

/**
 * Tells the other processes what this one lets through of each key, and learns what they do: one statement each half
 * second while keys are in use, none otherwise. No request waits for it. docs/operating.md says how close the sum
 * comes to the limit.
 */
export class RateExchange implements Service {
  readonly #deps: Deps;
  readonly #loop: Loop;
  #forgotAtMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    const step = () => this.#exchange();
    this.#loop = new Loop({ name: "rate-exchange", idleMs: RATE_EXCHANGE_MS, log: deps.log, step });
  }

  async start(): Promise<void> {
    this.#deps.limiter.onNewKey = () => this.#loop.wake();
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #exchange(): Promise<StepAnswer> {
    const { db, limiter, processLease } = this.#deps;
    const uses = limiter.uses();
    if (uses.length === 0) return "idle";
    const others = await exchangeUses(db, processLease.processId, uses, SHARE_LIFETIME_MS);
    limiter.learn(new Map(others.map(({ key, used, processes }) => [key, { used, processes }])));
    if (performance.now() - this.#forgotAtMs > MINUTE) {
      this.#forgotAtMs = performance.now();
      await forgetUses(db);
    }
    return "idle";
  }
}
