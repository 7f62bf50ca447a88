/** Something that the demo shows did not happen. The sentence says what was expected and what was seen. */
export class DemoFailed extends Error {}

/** Ctrl-C: the person at the terminal has seen enough. */
export class Interrupted extends Error {}

/** Throws `DemoFailed` unless both are the same. */
export function mustBe<T extends string | number | boolean | null>(
  what: string,
  seen: T | undefined,
  expected: T,
): void {
  if (seen !== expected) throw new DemoFailed(`${what} should be ${expected}, and is ${seen ?? "missing"}`);
}

/** The value, unless it is missing. */
export function mustHave<T>(what: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw new DemoFailed(`${what} is missing`);
  return value;
}

/** Waits until `isSo`, looking again whenever `next` resolves. Throws `DemoFailed` after `timeoutMs`. */
export async function mustHappen(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { next, timeoutMs, signal }: { next: () => Promise<void>; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await isSo())) {
    signal.throwIfAborted();
    if (Date.now() > until) throw new DemoFailed(`${what}: not seen within ${timeoutMs / 1_000} s`);
    await next();
  }
}

/** A short wait before looking again; throws the signal's reason when it is aborted. */
export function moment(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    function stop(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}
