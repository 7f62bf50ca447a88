import { CommandFailed } from "./command-errors.ts";
import { EXIT } from "./exit-codes.ts";

/** Runs `work` with a signal that Ctrl-C aborts; then `farewell` is what is said. A second Ctrl-C ends at once. */
export async function interruptible<T>(farewell: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  function interrupt(): void {
    interruption.abort(new CommandFailed(farewell, EXIT.interrupted));
  }
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Runs `work` until Ctrl-C, which is how it is meant to end. `work` has to come back when the signal is aborted. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  try {
    await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
