import { PUBLISH_WAIT_MAX_MS } from "../config/limits.ts";
import type { Lane } from "./lanes.ts";

/** A publish that waits for `count` places in each of its lanes. */
export interface WaitingPublish {
  readonly count: number;
  readonly lanes: readonly Lane[];
  admit(): void;
}

/**
 * Where publishes wait a moment for places in crowded lanes. What finds no place goes through the queue, which costs
 * the database half as much again (bench/delivery: 53 us of claim a delivery), and everything after it too until the
 * queue is empty again; so it pays to wait where places come free soon, and nowhere else: a slow receiver keeps no
 * producer waiting. A publish enters all its lanes at the same time, and places are kept for it until it is written:
 * publishes that come together do not count on the same ones, nor does one hold in one lane what another waits for.
 */
export class Entrance {
  /** Places kept in all lanes. */
  kept = 0;
  readonly #room: () => number;

  /** `room`: how many more deliveries the process takes in hand. */
  constructor(room: () => number) {
    this.#room = room;
  }

  /** Resolves to what gives the kept places up; `nowMs` by a monotonic clock. */
  async enter(lanes: readonly Lane[], count: number, nowMs: number): Promise<() => void> {
    const isFull = !this.#hasRoom(lanes, count);
    const open = lanes.filter((lane) => {
      if (!lane.mayFit(count)) return false;
      // What others hold does not go sooner because a lane without a part in it is waited for.
      if (isFull && !lane.isSure(count) && lane.held < count) return false;
      return (
        (!isFull && lane.queue.isEmpty && lane.fits(count)) || lane.isSure(count) || lane.queue.isSoon(count, nowMs)
      );
    });
    if (open.length === 0) return () => {};
    const isFree = open.every((lane) => lane.queue.isEmpty) && this.#fits(open, count);
    if (isFree) this.#keep(open, count);
    else if (!(await this.#wait(open, count))) return () => {};
    return () => this.#keep(open, -count);
  }

  /** Places of this lane came free: lets in who fits, the first ones first. */
  admit(lane: Lane): void {
    for (let next = lane.queue.first; next !== undefined; next = lane.queue.first) {
      if (!this.#fits(next.lanes, next.count)) return;
      next.admit();
    }
  }

  /** False when there was no room for a moment. */
  #wait(lanes: readonly Lane[], count: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (isAdmitted: boolean) => {
      clearTimeout(timer);
      for (const lane of lanes) lane.queue.remove(publish);
      if (isAdmitted) this.#keep(lanes, count);
      else for (const lane of lanes) lane.isVain = lane.hasMore;
      resolve(isAdmitted);
    };
    const publish = { count, lanes, admit: () => end(true) };
    const timer = setTimeout(() => end(false), PUBLISH_WAIT_MAX_MS);
    for (const lane of lanes) lane.queue.add(publish);
    return promise;
  }

  #fits(lanes: readonly Lane[], count: number): boolean {
    return lanes.every((lane) => lane.fits(count)) && this.#hasRoom(lanes, count);
  }

  #hasRoom(lanes: readonly Lane[], count: number): boolean {
    const unsure = lanes.reduce((sum, lane) => (lane.isSure(count) ? sum : sum + count), 0);
    return unsure === 0 || unsure <= this.#room();
  }

  #keep(lanes: readonly Lane[], count: number): void {
    for (const lane of lanes) lane.kept += count;
    this.kept += count * lanes.length;
  }
}
