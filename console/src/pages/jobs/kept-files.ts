import type { UploadOrder } from "./upload-choices.tsx";

const KEPT_MAX = 5;
const kept = new Map<string, UploadOrder>();

/** Remembers what a job was made of, so that a file that was checked can be uploaded without choosing it again. */
export function keepFile(jobId: string, order: UploadOrder): void {
  kept.set(jobId, order);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

/** Undefined where the file was uploaded elsewhere, or the page was loaded anew since. */
export function keptFile(jobId: string): UploadOrder | undefined {
  return kept.get(jobId);
}
