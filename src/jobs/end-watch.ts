/** Who waits for the end of which job. Ends are announced by the database, whichever process has settled the job. */
export class EndWatch {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** The job may have ended. */
  announce(jobId: string): void {
    for (const wake of this.#waiting.get(jobId) ?? []) wake();
  }

  /** Wakes everybody: whoever waits is told how things stand. */
  announceAll(): void {
    for (const jobId of [...this.#waiting.keys()]) this.announce(jobId);
  }

  /** Listens from now on; `next` resolves with an announcement, after the time or when the signal is aborted. */
  watch(jobId: string, options: { ms: number; signal: AbortSignal }): { next: Promise<void>; stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(jobId) ?? new Set();
    this.#waiting.set(jobId, waiting.add(resolve));
    const timer = setTimeout(resolve, options.ms);
    const onAbort = () => resolve();
    options.signal.addEventListener("abort", onAbort, { once: true });
    const stop = () => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", onAbort);
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(jobId);
    };
    return { next: promise, stop };
  }
}
