import { setTimeout as sleep } from "node:timers/promises";
import { DISPATCH_IDLE_MS, IN_FLIGHT_SURE, IN_FLIGHT_TOTAL_MAX, STOP_IN_FLIGHT_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop, type StepAnswer } from "../lib/loop.ts";
import { SECOND } from "../lib/units.ts";
import type { Attempter, AttemptResult } from "./attempter.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import type { LeasedDelivery } from "./delivery-state.ts";
import type { Lane, Lanes } from "./lanes.ts";
import type { NewWork } from "./publish-items.ts";
import {
  appointProbes,
  claimDeliveries,
  type DueEndpoint,
  returnAll,
  returnDeliveries,
  selectDueEndpoints,
} from "./queue-store.ts";

/** A pause before work that could not be tried, so that a database that is away is not asked in a circle. */
const NOT_TRIED_PAUSE_MS = SECOND / 2;

interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  lanes: Lanes;
  attempter: Attempter;
  metrics: DeliveryMetrics;
  processId: number;
}

/**
 * Brings leased deliveries to their attempts: those that a publish hands over, and those that are due in the queue,
 * which it claims endpoint by endpoint, as many as the lane of each has room for.
 */
export class Dispatcher implements NewWork {
  readonly processId: number;
  readonly #deps: Deps;
  readonly #loop: Loop;
  #inFlight = 0;
  #onIdle: () => void = () => {};
  readonly #crowded = new Set<Lane>();
  #stopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.processId = deps.processId;
    this.#loop = new Loop({ name: "dispatcher", idleMs: DISPATCH_IDLE_MS, log: deps.log, step: () => this.#step() });
  }

  start(): void {
    this.#loop.start();
  }

  /** Waits some seconds for what is in flight, and returns what has not started to the queue. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#loop.stop();
    for (const lane of this.#deps.lanes.all()) this.#giveBackSoon(lane);
    await this.#idleWithin(STOP_IN_FLIGHT_MS);
  }

  async #idleWithin(ms: number): Promise<void> {
    if (this.#inFlight === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timeout = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timeout);
  }

  /** After the last outcome is written: what is still held goes back to the queue. */
  async returnRest(): Promise<void> {
    await returnAll(this.#deps.db, this.processId);
  }

  untilRoom(endpointIds: readonly number[], count: number): Promise<() => void> {
    const { lanes } = this.#deps;
    const wanted = endpointIds.map((endpointId) => lanes.of(endpointId));
    return lanes.entrance.enter(wanted, count, performance.now());
  }

  reserve(endpointId: number, count: number): number {
    const { lanes } = this.#deps;
    return this.#stopping ? 0 : lanes.reserve(lanes.of(endpointId), count);
  }

  release(endpointId: number, count: number): void {
    const { lanes } = this.#deps;
    lanes.unreserve(lanes.of(endpointId), count);
  }

  take(deliveries: readonly LeasedDelivery[]): void {
    const { lanes } = this.#deps;
    const touched = new Set<Lane>();
    for (const delivery of deliveries) {
      const lane = lanes.of(delivery.endpointId);
      lanes.unreserve(lane, 1);
      this.#hold(lane, delivery);
      touched.add(lane);
    }
    for (const lane of touched) this.#pump(lane);
  }

  /** Outcomes are written: these are out of our hands, and make room for publishes that wait. */
  written(deliveries: readonly LeasedDelivery[]): void {
    const { lanes } = this.#deps;
    const touched = new Set(deliveries.map((delivery) => lanes.letGo(delivery)));
    for (const lane of touched) lanes.entrance.admit(lane);
  }

  announce(): void {
    this.#loop.wake();
  }

  /** The health of an endpoint changed, here or elsewhere. A failing one keeps what is in flight and nothing else. */
  healthChanged(endpointId: number, failing: boolean): void {
    const lane = this.#deps.lanes.of(endpointId);
    lane.setFailing(failing);
    if (failing) this.#giveBackSoon(lane);
    this.announce();
  }

  /** URLs of endpoints may have changed: what has not started is claimed anew, with the new URL or not at all. */
  subscriptionChanged(projectId: number): void {
    for (const lane of this.#deps.lanes.all()) {
      if (lane.backlog.hasAnyOf(projectId)) this.#giveBackSoon(lane);
    }
    this.announce();
  }

  async #step(): Promise<StepAnswer> {
    const { db, clock, lanes } = this.#deps;
    const due = await selectDueEndpoints(db);
    for (const endpoint of due) lanes.of(endpoint.endpoint_id).setFailing(endpoint.health === "failing");
    if (due.some((endpoint) => endpoint.run_at === null) && (await appointProbes(db)) > 0) return "again";
    const nowMs = clock.now();
    const claimed = await this.#claim(roomsOf(due, lanes, nowMs), nowMs);
    if (claimed > 0) return "again";
    return waitFor(due, lanes, nowMs);
  }

  async #claim(rooms: Map<number, number>, nowMs: number): Promise<number> {
    if (rooms.size === 0) return 0;
    const { db, lanes, metrics } = this.#deps;
    const claim = { now: new Date(nowMs), processId: this.processId, leaseToken: crypto.randomUUID() };
    const claimed = await claimDeliveries(db, rooms, claim);
    metrics.claims.inc(claimed.length);
    const byEndpoint = Map.groupBy(claimed, (delivery) => delivery.endpointId);
    for (const [endpointId, room] of rooms) {
      const lane = lanes.of(endpointId);
      const deliveries = byEndpoint.get(endpointId) ?? [];
      lane.hasMore = deliveries.length >= room;
      for (const delivery of deliveries) this.#hold(lane, delivery);
      this.#pump(lane);
      lanes.entrance.admit(lane);
    }
    return claimed.length;
  }

  #hold(lane: Lane, delivery: LeasedDelivery): void {
    this.#deps.lanes.hold(lane, delivery);
    lane.backlog.add(delivery);
  }

  #pump(lane: Lane): void {
    for (;;) {
      if (this.#inFlight >= IN_FLIGHT_TOTAL_MAX && lane.inFlight >= IN_FLIGHT_SURE) {
        this.#crowded.add(lane);
        return;
      }
      const delivery = lane.startNext();
      if (delivery === undefined) return;
      this.#inFlight += 1;
      this.#deps.attempter.run(delivery, (result) => this.#ended(lane, delivery, result));
    }
  }

  #ended(lane: Lane, delivery: LeasedDelivery, result: AttemptResult): void {
    if (result === "not_tried") {
      void sleep(NOT_TRIED_PAUSE_MS).then(() => {
        lane.putBack(delivery);
        this.#goOn(lane);
      });
    } else {
      lane.ended(result === "acknowledged");
      this.#goOn(lane);
    }
  }

  /** A place of the lane is free again. */
  #goOn(lane: Lane): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#onIdle();
    if (this.#stopping) return;
    this.#pump(lane);
    this.#pumpCrowded();
    this.#deps.lanes.entrance.admit(lane);
    if (lane.hasMore && lane.backlog.length <= lane.limit) this.announce();
  }

  /** Lanes that found all places of the process taken, in the order in which they came. */
  #pumpCrowded(): void {
    for (const lane of this.#crowded) {
      if (this.#inFlight >= IN_FLIGHT_TOTAL_MAX) return;
      this.#crowded.delete(lane);
      this.#pump(lane);
    }
  }

  #giveBackSoon(lane: Lane): void {
    this.#giveBack(lane).catch((error) => {
      // Still leased to this process: a stop returns them, or a rescue after its end.
      this.#deps.log.warn({ err: error, endpoint: lane.endpointId }, "deliveries cannot be returned to the queue yet");
    });
  }

  async #giveBack(lane: Lane): Promise<void> {
    const deliveries = lane.drain();
    if (deliveries.length === 0) return;
    lane.hasMore = true;
    try {
      await returnDeliveries(this.#deps.db, deliveries, new Date(this.#deps.clock.now()));
      for (const delivery of deliveries) this.#deps.lanes.letGo(delivery);
    } catch (error) {
      // Kept in hand: they are this process's until they are written as somebody else's.
      lane.backlog.putBack(deliveries);
      throw error;
    }
  }
}

/**
 * Room for each endpoint that has something due; what the process as a whole has left is shared out among them.
 */
function roomsOf(due: readonly DueEndpoint[], lanes: Lanes, nowMs: number): Map<number, number> {
  const ready = due
    .filter(({ run_at: runAt }) => runAt !== null && runAt.getTime() <= nowMs)
    .map(({ endpoint_id: endpointId }) => lanes.of(endpointId));
  const share = Math.floor(lanes.room / Math.max(1, ready.length));
  const rooms = new Map<number, number>();
  for (const lane of ready) {
    const room = lane.room(share);
    if (room > 0) rooms.set(lane.endpointId, room);
    else lane.hasMore = true;
  }
  return rooms;
}

/** Until the next delivery is due; lanes without room call when they have some. */
function waitFor(due: readonly DueEndpoint[], lanes: Lanes, nowMs: number): number {
  const waits = due
    .filter(({ endpoint_id: endpointId, run_at: runAt }) => runAt !== null && lanes.of(endpointId).room(lanes.room) > 0)
    .map(({ run_at: runAt }) => (runAt === null ? DISPATCH_IDLE_MS : runAt.getTime() - nowMs));
  return Math.max(1, Math.min(DISPATCH_IDLE_MS, ...waits));
}
