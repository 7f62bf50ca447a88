import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Job, type ShelfwireClient, ShelfwireError } from "@shelfwire/client";
import { CommandFailed } from "./command-errors.ts";
import { EXIT } from "./exit-codes.ts";
import { count, duration } from "./figures.ts";
import { note, printJson, printRecord } from "./output.ts";
import { groupRejections } from "./rejection-groups.ts";
import { bar, LiveLine, paint } from "./terminal.ts";

/** Watching goes on through a restart of the service, of up to about half a minute. */
export const WATCH_RETRIES = 8;
/** Above it the rejections are not fetched for a look at them, as they would fill the memory. */
const REJECTIONS_GROUPED_MAX = 200_000;
const GROUPS_SHOWN_MAX = 8;

export interface WatchOptions {
  json: boolean;
  /** Where to keep the rejections: a name that ends in .json or .xlsx. */
  errorsFile?: string;
}

/**
 * Follows a job until it ends, tells how it went, and keeps its rejections where asked. Throws `CommandFailed` when the
 * job failed, rejected rows, or the person went away.
 */
export async function watchJob(client: ShelfwireClient, jobId: string, options: WatchOptions): Promise<void> {
  const job = await untilDone(client, jobId);
  if (options.json) printJson(job);
  else printRecord(summaryOf(job));
  if (job.status === "failed") throw new CommandFailed(`the job failed: ${job.failure_reason ?? "no reason given"}`);
  for (const warning of job.warnings) note(`${paint("yellow", "warning:", process.stderr)} ${warning}`);
  if (options.errorsFile !== undefined) await keepErrors(client, job, options.errorsFile);
  const rejected = job.number_of_rejected_items ?? 0;
  if (rejected === 0) return;
  await showRejections(client, job, rejected);
  const all = count(job.number_of_job_items ?? 0);
  throw new CommandFailed(`${count(rejected)} of ${all} rows were rejected`, EXIT.rejectedRows);
}

/** `--errors` is checked before anything is sent: a wrong name found after an hour would be a pity. */
export function errorsFileProblem(name: string | undefined): string | undefined {
  if (name === undefined || /\.(json|xlsx)$/i.test(name)) return undefined;
  return `--errors ${name}: expected a name that ends in .json or .xlsx`;
}

/** Runs `work` with a signal that Ctrl-C aborts; then `farewell` is what is said. */
export async function interruptible<T>(farewell: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  function interrupt(): void {
    interruption.abort(new CommandFailed(farewell, EXIT.interrupted));
  }
  process.once("SIGINT", interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off("SIGINT", interrupt);
  }
}

async function untilDone(client: ShelfwireClient, jobId: string): Promise<Job> {
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  const farewell = `left; the job goes on. Come back with: shelfwire job wait ${jobId}`;
  try {
    return await interruptible(farewell, (signal) =>
      client.waitForJob(jobId, {
        signal,
        onProgress: (job) => live.show(() => progressLine(job, Date.now() - startedAt)),
      }),
    );
  } catch (error) {
    if (error instanceof ShelfwireError && error.statusCode === 404) {
      throw new CommandFailed(`the project has no job ${jobId}`);
    }
    throw error;
  } finally {
    live.end();
  }
}

/** How a running job is, in one line. */
export function progressLine(job: Job, watchedMs: number): string {
  const { progress } = job;
  const state = progress?.phase ?? job.status;
  const parts = [state.padEnd(11)];
  if (typeof progress?.percent === "number") {
    parts.push(bar(progress.percent / 100, 24), `${Math.floor(progress.percent)}%`.padStart(4));
  }
  if (progress?.rows_read) parts.push(`${count(progress.rows_read)} rows`);
  if (progress?.rows_per_second) parts.push(`${count(progress.rows_per_second)} rows/s`);
  parts.push(duration(watchedMs));
  const share = (progress?.percent ?? 0) / 100;
  // What is left of the reading; how long the writing takes nobody knows before it is done.
  if (share >= 0.05 && share < 1) parts.push(`${duration((watchedMs * (1 - share)) / share)} left to read`);
  return parts.join("  ");
}

function summaryOf(job: Job): object {
  const tookMs = job.complete_time === null ? undefined : Date.parse(job.complete_time) - Date.parse(job.creation_time);
  return {
    async_job_id: job.async_job_id,
    status: job.status,
    rows: job.number_of_job_items,
    effected: job.number_of_effected_items,
    created: job.number_of_created_items,
    changed: job.number_of_changed_items,
    unchanged: job.number_of_unchanged_items,
    deleted: job.number_of_deleted_items,
    rejected: job.number_of_rejected_items,
    ...(tookMs !== undefined && { took: duration(tookMs) }),
    ...(job.failure_reason !== null && { failure_reason: job.failure_reason }),
  };
}

async function showRejections(client: ShelfwireClient, job: Job, rejected: number): Promise<void> {
  if (rejected > REJECTIONS_GROUPED_MAX) return note(`All rejections: ${job.rejection_details_url}`);
  const groups = groupRejections(await client.getRejections(job));
  note("");
  for (const group of groups.slice(0, GROUPS_SHOWN_MAX)) {
    note(`${paint("bold", count(group.count).padStart(9), process.stderr)}  ${group.kind}`);
    for (const { key, message } of group.examples) {
      note(paint("dim", `${" ".repeat(11)}${key}${message === group.kind ? "" : `: ${message}`}`, process.stderr));
    }
  }
  if (groups.length > GROUPS_SHOWN_MAX) note(`           and ${groups.length - GROUPS_SHOWN_MAX} further kinds`);
  note("");
}

async function keepErrors(client: ShelfwireClient, job: Job, file: string): Promise<void> {
  const url = /\.xlsx$/i.test(file) ? job.rejection_details_xlsx_url : job.rejection_details_url;
  if (!url) return note(`Nothing was rejected; ${file} is not written.`);
  const response = await client.download(url);
  if (response.body === null) throw new CommandFailed(`${file}: the service sent no error file`);
  const partial = `${file}.part`;
  try {
    await pipeline(response.body, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  note(`The rejections are in ${file}`);
}
