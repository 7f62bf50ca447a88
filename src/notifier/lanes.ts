import { HELD_MAX, IN_FLIGHT_FIRST, IN_FLIGHT_MAX, LANE_BACKLOG_MAX, LANE_BACKLOG_SURE } from "../config/limits.ts";
import { Backlog } from "./backlog.ts";
import type { LeasedDelivery } from "./delivery-state.ts";
import { Entrance } from "./entrance.ts";
import { LaneQueue } from "./lane-queue.ts";

/** Gentle: at a few failures in a hundred a fast endpoint stays fast, and ten in a row end it anyway. */
const DECREASE = 7 / 8;
/** From here on publishes wait for places: what was let in together still fits. */
const CROWDED = 3 / 4;

/**
 * What this process has in hand for one endpoint. The limit on attempts at once grows with each success and is one for
 * a failing endpoint; whatever happens in one lane takes no place in another.
 */
export class Lane {
  readonly endpointId: number;
  /** Leased and waiting for a free place. */
  readonly backlog = new Backlog();
  inFlight = 0;
  /** Places promised to events that are being written. */
  reserved = 0;
  /** In hand, until the outcome or the return is written. */
  held = 0;
  /** Places kept for publishes that were let in and are not being written yet. */
  kept = 0;
  failing = false;
  /** The queue holds more for this endpoint than there was room for. */
  hasMore = false;
  /** Successes need not be reported while the database already counts no failures. */
  knownFailures: number | undefined;
  /** A publish has waited for the end of the queue in vain: the next ones need not. */
  isVain = false;
  /** Publishes that wait for places here. */
  readonly queue = new LaneQueue();
  #limit = IN_FLIGHT_FIRST;

  constructor(endpointId: number) {
    this.endpointId = endpointId;
  }

  get limit(): number {
    return this.failing ? 1 : this.#limit;
  }

  /**
   * How many more deliveries it takes in hand, where `share` is what the process has left for it. A fast endpoint may
   * have much waiting here, which saves the way through the queue; one that has shown nothing yet has little.
   */
  room(share: number): number {
    if (this.failing) return Math.max(0, 1 - this.inFlight - this.backlog.length);
    const waiting = this.waiting;
    const wanted = this.#capacity - waiting;
    return Math.max(0, Math.min(wanted, Math.max(share, LANE_BACKLOG_SURE - waiting)));
  }

  /** So many more find room here now. Nothing passes by what waits in the queue; a fast lane has worked it off soon. */
  fits(count: number): boolean {
    return !this.hasMore && this.waiting + count <= this.#capacity * CROWDED;
  }

  /** So many more find room however full the process is. */
  isSure(count: number): boolean {
    return !this.hasMore && this.waiting + count <= LANE_BACKLOG_SURE;
  }

  /** It may pay to wait until so many find room here. */
  mayFit(count: number): boolean {
    if (!this.hasMore) this.isVain = false;
    return !this.failing && !this.isVain && count <= this.#capacity * CROWDED;
  }

  /** How many of `count` new deliveries pass the queue by: none while something older waits there. */
  reservable(count: number, share: number): number {
    return this.failing || this.hasMore ? 0 : Math.min(count, this.room(share));
  }

  /** The next delivery to try; undefined while all places are taken or nothing waits. */
  startNext(): LeasedDelivery | undefined {
    if (this.inFlight >= this.limit) return undefined;
    const next = this.backlog.take();
    if (next !== undefined) this.inFlight += 1;
    return next;
  }

  /** The delivery was not tried: it waits again, before the others. */
  putBack(delivery: LeasedDelivery): void {
    this.inFlight -= 1;
    this.backlog.putBack([delivery]);
  }

  /** `nowMs` by a monotonic clock. */
  ended(succeeded: boolean, nowMs = performance.now()): void {
    this.inFlight -= 1;
    this.queue.noteFreed(nowMs);
    this.#limit = succeeded
      ? Math.min(IN_FLIGHT_MAX, this.#limit + 1)
      : Math.max(1, Math.floor(this.#limit * DECREASE));
  }

  /** Takes everything that was not started out of the lane. */
  drain(): LeasedDelivery[] {
    return this.backlog.drain();
  }

  setFailing(failing: boolean): void {
    if (this.failing && !failing) this.#limit = IN_FLIGHT_FIRST;
    this.failing = failing;
  }

  /** In hand and not started, or soon in hand. */
  get waiting(): number {
    return this.backlog.length + this.reserved + this.kept;
  }

  get #capacity(): number {
    return Math.min(LANE_BACKLOG_MAX, this.#limit * this.#limit);
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.held === 0 && this.waiting === 0 && this.queue.isEmpty;
  }
}

/** All lanes of this process; idle ones are forgotten once they are many. */
export class Lanes {
  /** Deliveries that this process knows that it holds, until their outcome or their return is written. */
  readonly #held = new Set<string>();
  #reserved = 0;
  readonly entrance = new Entrance(() => this.room);
  readonly #lanes = new Map<number, Lane>();
  static readonly #KEPT_IDLE = 10_000;

  of(endpointId: number): Lane {
    const known = this.#lanes.get(endpointId);
    if (known) return known;
    if (this.#lanes.size >= Lanes.#KEPT_IDLE) this.#forgetIdle();
    const lane = new Lane(endpointId);
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  all(): Iterable<Lane> {
    return this.#lanes.values();
  }

  /** How many more deliveries this process takes in hand: their payloads are in memory. */
  get room(): number {
    return Math.max(0, HELD_MAX - this.#held.size - this.#reserved - this.entrance.kept);
  }

  /** Promises places to new deliveries that are being written, as many of `count` as there are. */
  reserve(lane: Lane, count: number): number {
    const places = lane.reservable(count, this.room);
    this.#addReserved(lane, places);
    return places;
  }

  unreserve(lane: Lane, count: number): void {
    this.#addReserved(lane, -count);
  }

  #addReserved(lane: Lane, count: number): void {
    lane.reserved += count;
    this.#reserved += count;
  }

  holds(deliveryId: string): boolean {
    return this.#held.has(deliveryId);
  }

  hold(lane: Lane, delivery: LeasedDelivery): void {
    this.#held.add(delivery.deliveryId);
    lane.held += 1;
  }

  /** The outcome of a delivery, or its return, is written. */
  letGo(delivery: LeasedDelivery): Lane {
    const lane = this.of(delivery.endpointId);
    if (this.#held.delete(delivery.deliveryId)) lane.held -= 1;
    return lane;
  }

  get inFlight(): number {
    let sum = 0;
    for (const lane of this.#lanes.values()) sum += lane.inFlight;
    return sum;
  }

  #forgetIdle(): void {
    for (const [endpointId, lane] of this.#lanes) if (lane.isIdle && !lane.failing) this.#lanes.delete(endpointId);
  }
}
