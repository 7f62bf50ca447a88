import { setTimeout as sleep } from "node:timers/promises";
import { SETTLE_BATCH_MAX } from "../config/limits.ts";
import { type Database, isDatabaseUnavailable } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { SECOND } from "../lib/units.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import type { OutcomeListener } from "./outcome-listener.ts";
import { type SettleExceptions, type Settlement, settleDeliveries } from "./settle-store.ts";

const RETRY_PAUSE_MS = 1 * SECOND;
const CLOSE_TIMEOUT_MS = 3 * SECOND;
/** Full batches that wait are written side by side: one connection after the other keeps one core of the database busy at most. */
const WRITERS_MAX = 3;
/** Batches of this size come from a busy process, which gathers so long before it writes again. */
const BUSY_FROM = 8;
const GATHER_MS = 5;

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** These are out of our hands, whether they were still ours or not. */
  onWritten: (batch: readonly Settlement[]) => void;
  metrics: DeliveryMetrics;
  outcomes: OutcomeListener;
  /** These were ours, and their attempts are on record. */
  onSettled: (settled: Settlement[]) => Promise<void>;
}

/**
 * Writes the outcomes of attempts. While one batch is being written the next one gathers, so that a busy process needs
 * one statement for hundreds of deliveries and an idle one writes at once; more than one writer at a time there is only
 * for what fills a batch. A database that is away is waited for: the leases fence what others have taken over meanwhile.
 */
export class Settler {
  readonly #deps: Deps;
  #waiting: Settlement[] = [];
  #writers = 0;
  /** What came of batches is told in their order, whichever was written first: the health of endpoints depends on it. */
  #told: Promise<void> = Promise.resolve();
  /** Called when the last writer is done. */
  #onIdle: () => void = () => {};
  #abandoned = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement);
    const wanted = Math.min(WRITERS_MAX, 1 + Math.floor(this.#waiting.length / SETTLE_BATCH_MAX));
    if (this.#writers < wanted) void this.#writeAll();
  }

  /** Writes what was added so far. What cannot be written within the time is given up: it is rescued and sent again. */
  async close(): Promise<void> {
    const timer = setTimeout(() => {
      this.#abandoned = true;
    }, CLOSE_TIMEOUT_MS);
    if (this.#writers > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    clearTimeout(timer);
  }

  /** One writer, until nothing waits, or too little for more than one. */
  async #writeAll(): Promise<void> {
    this.#writers += 1;
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 && !this.#abandoned) {
      const batch = this.#waiting.splice(0, SETTLE_BATCH_MAX);
      const earlier = this.#told;
      this.#told = this.#flush(batch).then(async (settled) => {
        await earlier;
        await this.#tellSettled(settled);
      });
      await this.#told;
      const isFull = this.#waiting.length >= SETTLE_BATCH_MAX;
      if (this.#writers > 1 && !isFull) break;
      if (batch.length >= BUSY_FROM && !isFull) await sleep(GATHER_MS);
    }
    this.#writers -= 1;
    if (this.#writers === 0) this.#onIdle();
  }

  /**
   * Answers those of the batch that were ours. One outcome that cannot be written must not keep the others of its batch,
   * and all later ones, from being written.
   */
  async #flush(batch: Settlement[]): Promise<Settlement[]> {
    try {
      return await this.#write(batch);
    } catch (error) {
      if (isPassing(error)) {
        this.#deps.log.warn({ err: error, deliveries: batch.length }, "outcomes cannot be written yet");
        this.#waiting.unshift(...batch);
        await sleep(RETRY_PAUSE_MS);
      } else if (batch.length > 1) {
        const middle = Math.floor(batch.length / 2);
        const settled = await this.#flush(batch.slice(0, middle));
        return [...settled, ...(await this.#flush(batch.slice(middle)))];
      } else {
        // It stays leased to this process, so that it is not sent over and over; the process's end returns it.
        const delivery = batch[0]?.delivery.deliveryId;
        this.#deps.log.error({ err: error, delivery }, "an outcome cannot be written at all");
      }
      return [];
    }
  }

  async #write(batch: Settlement[]): Promise<Settlement[]> {
    const exceptions = await settleDeliveries(this.#deps.db, batch, new Date(this.#deps.clock.now()));
    this.#deps.onWritten(batch);
    const { lost } = exceptions;
    const written = lost.size === 0 ? batch : batch.filter(({ delivery }) => !lost.has(delivery.deliveryId));
    this.#tell(written, exceptions);
    return written;
  }

  /** What follows from an outcome must not make the outcome be written twice. */
  async #tellSettled(settled: Settlement[]): Promise<void> {
    if (settled.length === 0) return;
    await this.#deps.onSettled(settled).catch((error) => {
      this.#deps.log.warn({ err: error }, "the health of endpoints cannot be written yet");
    });
  }

  #tell(written: readonly Settlement[], { cancelled }: SettleExceptions): void {
    const { outcomes, metrics } = this.#deps;
    const counts = { delivered: 0, pending: 0, dead: 0, cancelled: 0 };
    for (const { delivery, outcome, next } of written) {
      const { projectId, endpointId, deliveryId } = delivery;
      const state = cancelled.has(deliveryId) ? "cancelled" : next.state;
      counts[state] += 1;
      outcomes.attempted(projectId, endpointId, outcome);
      if (state === "dead") outcomes.died(projectId, endpointId, 1);
    }
    const { pending, ...settled } = counts;
    if (pending > 0) metrics.retried.inc(pending);
    for (const [state, count] of Object.entries(settled)) if (count > 0) metrics.settled.inc({ state }, count);
  }
}

/** The database is away, or two transactions were in each other's way: the same statement may succeed in a moment. */
function isPassing(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true;
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("40");
}
