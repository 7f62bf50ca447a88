import {
  ENDPOINT_DOWN_MAX_MS,
  HISTORY_GRACE_DAYS,
  MAINTENANCE_BATCH,
  MAINTENANCE_INTERVAL_MS,
  PARTITION_DAYS_AHEAD,
  PUBLISH_KEY_LIFETIME_MS,
  RESCUE_INTERVAL_MS,
} from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import { dropDayPartitions, ensureDayPartitions } from "../db/partitions.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import { DAY } from "../lib/units.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { prunePublishKeys } from "./events-store.ts";
import type { OutcomeListener } from "./outcome-listener.ts";
import { rescueDeliveries, returnDeliveries, selectLeases } from "./queue-store.ts";
import { cancelOrphans, settleEndpointDown } from "./settle-store.ts";

/** Partitioned by day; a day of all four is dropped together. */
const PARTITIONED_TABLES = ["events", "analysis_results", "settled_deliveries", "attempts"];

const STRAYS_EVERY_STEPS = 10;

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  metrics: DeliveryMetrics;
  outcomes: OutcomeListener;
  processId: number;
  retentionDays: number;
  /** True for a delivery that this process knows that it holds. */
  holds: (deliveryId: string) => boolean;
  /** Redelivers what died in outages that are over; the number of deliveries. */
  redeliverOutages: () => Promise<number>;
  /** Called when deliveries came back to the queue. */
  onRescued: () => void;
}

/** What has to be done from time to time: rescue, deliveries that waited too long, partitions, producers' ids. */
export class Maintenance {
  readonly #deps: Deps;
  readonly #rescuing: Loop;
  readonly #tidying: Loop;
  #strays = new Set<string>();
  #steps = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { log } = deps;
    this.#rescuing = new Loop({ name: "rescuer", idleMs: RESCUE_INTERVAL_MS, log, step: () => this.rescue() });
    this.#tidying = new Loop({
      name: "notifier-maintenance",
      idleMs: MAINTENANCE_INTERVAL_MS,
      log,
      step: () => this.tidy(),
    });
  }

  /** The partitions of today must be there before the first event. */
  async start(): Promise<void> {
    await this.#makePartitions();
    this.#rescuing.start();
    this.#tidying.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#rescuing.stop(), this.#tidying.stop()]);
  }

  /** One step: what processes hold that are gone goes back to the queue, and so does what died in a past outage. */
  async rescue(): Promise<"idle"> {
    const { db, log, metrics, processId, redeliverOutages, onRescued } = this.#deps;
    const rescued = (await rescueDeliveries(db, processId)) + (await this.#rescueStraysNowAndThen());
    if (rescued > 0) {
      metrics.rescued.inc(rescued);
      log.warn({ deliveries: rescued }, "returned the deliveries of a process that is gone");
      await this.#cancelOrphans();
    }
    const redelivered = await redeliverOutages();
    if (rescued + redelivered > 0) onRescued();
    return "idle";
  }

  /** One step of the slow work; again while there is more of it. */
  async tidy(): Promise<"again" | "idle"> {
    const { db, clock, retentionDays } = this.#deps;
    const nowMs = clock.now();
    await this.#makePartitions();
    const keptSinceMs = nowMs - (retentionDays + HISTORY_GRACE_DAYS) * DAY;
    for (const table of PARTITIONED_TABLES) await dropDayPartitions(db, table, keptSinceMs);
    await this.#cancelOrphans();
    const sinceMs = nowMs - ENDPOINT_DOWN_MAX_MS;
    const waiting = {
      since: new Date(sinceMs),
      at: new Date(nowMs),
      most: MAINTENANCE_BATCH,
    };
    const down = await this.#settleEndpointDown(waiting);
    const keys = await prunePublishKeys(db, new Date(nowMs - PUBLISH_KEY_LIFETIME_MS), MAINTENANCE_BATCH);
    return down === MAINTENANCE_BATCH || keys === MAINTENANCE_BATCH ? "again" : "idle";
  }

  /** It reads all that this process holds, and the case is rare: not with every step. */
  async #rescueStraysNowAndThen(): Promise<number> {
    this.#steps += 1;
    return this.#steps % STRAYS_EVERY_STEPS === 0 ? this.#rescueStrays() : 0;
  }

  /**
   * Deliveries that are leased to this process without its knowledge: the answer of a claim or a publish was lost with
   * its connection. Seen twice in a row, they are not merely on their way to us.
   */
  async #rescueStrays(): Promise<number> {
    const { db, clock, processId, holds } = this.#deps;
    const unknown = (await selectLeases(db, processId)).filter((lease) => !holds(lease.deliveryId));
    const strays = unknown.filter((lease) => this.#strays.has(lease.deliveryId + lease.leaseToken));
    this.#strays = new Set(unknown.map((lease) => lease.deliveryId + lease.leaseToken));
    if (strays.length > 0) await returnDeliveries(db, strays, new Date(clock.now()));
    return strays.length;
  }

  /** The number of deliveries that have waited too long. */
  async #settleEndpointDown(waiting: { since: Date; at: Date; most: number }): Promise<number> {
    const { db, metrics, outcomes } = this.#deps;
    let down = 0;
    for (const { project_id, endpoint_id, deliveries } of await settleEndpointDown(db, waiting)) {
      outcomes.died(project_id, endpoint_id, deliveries);
      down += deliveries;
    }
    if (down > 0) metrics.settled.inc({ state: "dead" }, down);
    return down;
  }

  async #cancelOrphans(): Promise<void> {
    const { db, clock, metrics } = this.#deps;
    const cancelled = await cancelOrphans(db, new Date(clock.now()));
    if (cancelled > 0) metrics.settled.inc({ state: "cancelled" }, cancelled);
  }

  async #makePartitions(): Promise<void> {
    const { db, clock } = this.#deps;
    // From yesterday on: the clocks of several machines need not agree at midnight.
    for (const table of PARTITIONED_TABLES) {
      await ensureDayPartitions(db, table, clock.now() - DAY, PARTITION_DAYS_AHEAD + 1);
    }
  }
}
