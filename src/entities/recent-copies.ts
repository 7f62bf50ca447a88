/** What was computed and may be asked for again, in a bounded number of bytes: the longest unused gives way. */
export class RecentCopies<T> {
  readonly #bytesMax: number;
  readonly #bytesOf: (copy: T) => number;
  readonly #copies = new Map<string, T>();
  #bytes = 0;

  constructor(bytesMax: number, bytesOf: (copy: T) => number) {
    this.#bytesMax = bytesMax;
    this.#bytesOf = bytesOf;
  }

  get(name: string): T | undefined {
    const copy = this.#copies.get(name);
    if (copy === undefined) return undefined;
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    return copy;
  }

  set(name: string, copy: T): void {
    this.delete(name);
    this.#copies.set(name, copy);
    this.#bytes += this.#bytesOf(copy) + name.length;
    for (const oldest of this.#copies.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    const copy = this.#copies.get(name);
    if (copy === undefined) return;
    this.#copies.delete(name);
    this.#bytes -= this.#bytesOf(copy) + name.length;
  }
}
