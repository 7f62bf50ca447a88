import { PUBLISH_WAIT_MAX_MS } from "../config/limits.ts";
import { SECOND } from "../lib/units.ts";

const WINDOW_MS = 50;
/** Places that come free in a second: below it the receiver is what takes the time, and no producer waits for that. */
const FAST_PER_SECOND = 500;

interface Waiting {
  count: number;
  admit: () => void;
}

/**
 * Publishes that wait a moment for places in a crowded lane, in their order. What finds no place goes through the
 * queue, which costs the database half as much again (bench/delivery: 53 us of claim a delivery); so it pays to wait
 * where places come free soon, and nowhere else: a slow receiver keeps no producer waiting.
 */
export class LaneQueue {
  readonly #waiting: Waiting[] = [];
  #wanted = 0;
  #windowStartMs = 0;
  #freed = 0;
  #freedLast = 0;

  /** An attempt has ended and its place is free. */
  noteFreed(nowMs: number): void {
    this.#freed += 1;
    const elapsedMs = nowMs - this.#windowStartMs;
    if (elapsedMs < WINDOW_MS) return;
    this.#freedLast = (this.#freed * WINDOW_MS) / elapsedMs;
    this.#freed = 0;
    this.#windowStartMs = nowMs;
  }

  /** Resolves when there is room, or after a moment; undefined where waiting would not help. */
  wait(count: number, nowMs: number): Promise<void> | undefined {
    const isStale = nowMs - this.#windowStartMs > 4 * WINDOW_MS;
    const perMs = isStale ? 0 : this.#freedLast / WINDOW_MS;
    const isSoon = this.#wanted + count <= perMs * PUBLISH_WAIT_MAX_MS;
    if (!isSoon || perMs * SECOND < FAST_PER_SECOND) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { count, admit: () => this.#admit(waiting, resolve, timer) };
    const timer = setTimeout(waiting.admit, PUBLISH_WAIT_MAX_MS);
    this.#waiting.push(waiting);
    this.#wanted += count;
    return promise;
  }

  /** Lets in who fits, the first ones first. */
  admit(fits: (count: number) => boolean): void {
    for (let next = this.#waiting[0]; next !== undefined && fits(next.count); next = this.#waiting[0]) next.admit();
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  #admit(waiting: Waiting, resolve: () => void, timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#wanted -= waiting.count;
    resolve();
  }
}
