import { pause } from "./retry-pause.ts";
import type { Job } from "./types.ts";

export interface WaitOptions {
  /** Called with each record read, the last one included. */
  onProgress?: (job: Job) => void;
  signal?: AbortSignal;
  /** Ask at this pace, in milliseconds, in place of letting the service hold the question. */
  pollMs?: number;
}

/** How long the service is asked to hold a question; it answers as soon as the job has ended. */
const HOLD_SECONDS = 20;
/** With somebody who looks on, a record a second. */
const HOLD_SECONDS_WITH_PROGRESS = 1;
const FIRST_PAUSE_MS = 200;
const PAUSE_MS_MAX = 2_000;

/** Reads the record again and again until it is done or failed, and answers that one. */
export async function waitForEnd(
  read: (holdSeconds: number | undefined, signal: AbortSignal | undefined) => Promise<Job>,
  { onProgress, signal, pollMs }: WaitOptions,
): Promise<Job> {
  const hold = pollMs !== undefined ? undefined : onProgress ? HOLD_SECONDS_WITH_PROGRESS : HOLD_SECONDS;
  for (let reads = 0; ; reads += 1) {
    const startMs = Date.now();
    // The first record is shown at once.
    const job = await read(reads === 0 && onProgress ? undefined : hold, signal);
    onProgress?.(job);
    if (job.status === "done" || job.status === "failed") return job;
    const isHeld = hold !== undefined && Date.now() - startMs >= (hold * 1_000) / 2;
    // A service that is about to stop answers at once; it is not asked without a pause.
    const growing = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 1.25 ** reads);
    if (!isHeld && !(reads === 0 && onProgress && hold !== undefined)) await pause(pollMs ?? growing, signal);
  }
}
