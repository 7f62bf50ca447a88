import { SIGN_IN_ADDRESSES_MAX, SIGN_IN_FAILURES_MAX, SIGN_IN_WINDOW_MS } from "../config/limits.ts";

/** Counts failed sign-ins by the client's address, each process for itself. Who signs in is not slowed down. */
export class SignInThrottle {
  readonly #nowMs: () => number;
  readonly #failures = new Map<string, { count: number; endsAtMs: number }>();

  /** A monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Seconds until the address may try again; 0 where it may now. */
  waitSeconds(address: string): number {
    const known = this.#failures.get(address);
    if (known === undefined || known.count < SIGN_IN_FAILURES_MAX) return 0;
    return Math.max(0, Math.ceil((known.endsAtMs - this.#nowMs()) / 1_000));
  }

  failed(address: string): void {
    const nowMs = this.#nowMs();
    const known = this.#failures.get(address);
    if (known !== undefined && known.endsAtMs > nowMs) {
      known.count += 1;
      return;
    }
    if (this.#failures.size >= SIGN_IN_ADDRESSES_MAX) this.#failures.clear();
    this.#failures.set(address, { count: 1, endsAtMs: nowMs + SIGN_IN_WINDOW_MS });
  }
}
