const FIRST_PAUSE_MS = 200;
const PAUSE_MS_MAX = 8_000;
/** A service that asks for more than this is better asked again by the caller, who knows what can wait. */
const RETRY_AFTER_MS_MAX = 60_000;

/** Milliseconds to wait before an attempt (2, 3 ...): what the service asked for, else doubling with jitter. */
export function pauseBefore(attempt: number, retryAfterMs: number | undefined): number | "too long" {
  if (retryAfterMs !== undefined) return retryAfterMs > RETRY_AFTER_MS_MAX ? "too long" : retryAfterMs;
  const full = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (attempt - 2));
  return full * (0.5 + Math.random() / 2);
}

/** Waits; throws the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(finish, ms);
    signal?.addEventListener("abort", abort, { once: true });
    function finish(): void {
      signal?.removeEventListener("abort", abort);
      resolve();
    }
    function abort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
