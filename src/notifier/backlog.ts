import type { LeasedDelivery } from "./delivery-state.ts";

/** Taken ones are dropped from the array so many at a time: `shift` would move thousands for each delivery. */
const DROPPED_AT_ONCE = 1_024;

/** Deliveries that wait for a place, first come first served. */
export class Backlog {
  #waiting: LeasedDelivery[] = [];
  /** Where the next one is; what stands before it is gone. */
  #next = 0;

  get length(): number {
    return this.#waiting.length - this.#next;
  }

  add(delivery: LeasedDelivery): void {
    this.#waiting.push(delivery);
  }

  take(): LeasedDelivery | undefined {
    const delivery = this.#waiting[this.#next];
    if (delivery === undefined) return undefined;
    this.#next += 1;
    if (this.#next === this.#waiting.length || this.#next >= DROPPED_AT_ONCE) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    return delivery;
  }

  /** They go before all others. */
  putBack(deliveries: readonly LeasedDelivery[]): void {
    this.#waiting.splice(0, this.#next, ...deliveries);
    this.#next = 0;
  }

  /** Takes all of them. */
  drain(): LeasedDelivery[] {
    const all = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return all;
  }

  hasAnyOf(projectId: number): boolean {
    return this.#waiting.some((delivery, at) => at >= this.#next && delivery.projectId === projectId);
  }
}
