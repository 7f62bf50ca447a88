import { PUBLISH_WAIT_MAX_MS } from "../config/limits.ts";
import { SECOND } from "../lib/units.ts";
import type { WaitingPublish } from "./entrance.ts";

const WINDOW_MS = 50;
/** Places that come free in a second: below it the receiver is what takes the time, and no producer waits for that. */
const FAST_PER_SECOND = 500;

/** The publishes that wait for places in one lane, in their order, and how fast its places come free. */
export class LaneQueue {
  readonly #waiting: WaitingPublish[] = [];
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

  /** So many places come free within the time that a publish waits at most, after those for the ones before it. */
  isSoon(count: number, nowMs: number): boolean {
    const isStale = nowMs - this.#windowStartMs > 4 * WINDOW_MS;
    const perMs = isStale ? 0 : this.#freedLast / WINDOW_MS;
    return perMs * SECOND >= FAST_PER_SECOND && this.#wanted + count <= perMs * PUBLISH_WAIT_MAX_MS;
  }

  add(publish: WaitingPublish): void {
    this.#waiting.push(publish);
    this.#wanted += publish.count;
  }

  remove(publish: WaitingPublish): void {
    this.#waiting.splice(this.#waiting.indexOf(publish), 1);
    this.#wanted -= publish.count;
  }

  get first(): WaitingPublish | undefined {
    return this.#waiting[0];
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }
}
