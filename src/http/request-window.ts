const FIRST_PLACES = 16;

/** When the requests of the last second were let through: a ring of times that grows with their number. */
export class RequestWindow {
  #times = new Float64Array(FIRST_PLACES);
  #first = 0;
  #count = 0;

  /** How many there were since `sinceMs`; what is older is forgotten. */
  countSince(sinceMs: number): number {
    while (this.#count > 0 && (this.#times[this.#first] ?? 0) <= sinceMs) {
      this.#first = (this.#first + 1) % this.#times.length;
      this.#count -= 1;
    }
    return this.#count;
  }

  add(timeMs: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.#count) % this.#times.length] = timeMs;
    this.#count += 1;
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#times.length);
    for (let i = 0; i < this.#count; i += 1) grown[i] = this.#times[(this.#first + i) % this.#times.length] ?? 0;
    this.#times = grown;
    this.#first = 0;
  }
}
