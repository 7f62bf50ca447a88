import { type Job, type ShelfwireClient, ShelfwireError } from "@shelfwire/client";
import { CommandFailed } from "./command-errors.ts";
import { errorsFormatOf, writeWhole } from "./errors-file.ts";
import { EXIT } from "./exit-codes.ts";
import { count, counted, duration, roughly } from "./figures.ts";
import { interruptible } from "./interruption.ts";
import { note, printJson } from "./output.ts";
import { progressBar } from "./progress-bar.ts";
import { reportRejections } from "./rejections-report.ts";
import { printRecord } from "./table.ts";
import { LiveLine, paint } from "./terminal.ts";

/** Watching goes on through a restart of the service, of up to about half a minute. */
export const WATCH_RETRIES = 8;
/** Above it the rejections are not fetched for a look at them, as they would fill the memory. */
const REJECTIONS_GROUPED_MAX = 200_000;

export interface WatchOptions {
  json: boolean;
  /** Where to keep the rejections: a name that ends in .json or .xlsx. */
  errorsFile?: string;
  /** What has to be added to a command for it to find the job again, such as `--project acme`. */
  access?: string;
}

/**
 * Follows a job until it ends, tells how it went, and keeps its rejections where asked. Throws `CommandFailed` when the
 * job failed, rejected rows, or the person went away.
 */
export async function watchJob(client: ShelfwireClient, jobId: string, options: WatchOptions): Promise<void> {
  const job = await untilDone(client, jobId, options.access ?? "");
  if (options.json) printJson(job);
  else printRecord(summaryOf(job));
  if (job.status === "failed") throw new CommandFailed(`the job failed: ${job.failure_reason ?? "no reason given"}`);
  for (const warning of job.warnings) note(`${paint("yellow", "warning:", process.stderr)} ${warning}`);
  if (options.errorsFile !== undefined) await keepErrors(client, job, options.errorsFile);
  const rejected = job.number_of_rejected_items ?? 0;
  if (rejected === 0) return;
  if (rejected <= REJECTIONS_GROUPED_MAX) reportRejections(await client.getRejections(job));
  if (options.errorsFile === undefined) {
    note(`Keep all of them with: shelfwire job rejections ${jobId} --errors rejected.xlsx${options.access ?? ""}`);
  }
  const all = counted(job.number_of_job_items ?? 0, "row");
  throw new CommandFailed(`${count(rejected)} of ${all} were rejected`, EXIT.rejectedRows);
}

/** Keeps the rejections of a finished job in a file, as the service made it. */
export async function keepErrors(client: ShelfwireClient, job: Job, file: string): Promise<void> {
  const isSheet = errorsFormatOf(file) === "xlsx";
  const url = isSheet ? job.rejection_details_xlsx_url : job.rejection_details_url;
  if (!url || job.number_of_rejected_items === 0) return note(`Nothing was rejected; ${file} is not written.`);
  const response = await client.download(url);
  if (response.body === null) throw new CommandFailed(`${file}: the service sent no error file`);
  await writeWhole(file, response.body);
  note(`The rejections are in ${file}`);
}

async function untilDone(client: ShelfwireClient, jobId: string, access: string): Promise<Job> {
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  const farewell = `left; the job goes on. Come back with: shelfwire job watch ${jobId}${access}`;
  try {
    return await interruptible(farewell, (signal) =>
      client.waitForJob(jobId, {
        signal,
        onProgress: (job) => {
          const readAt = Date.now();
          live.show((width) =>
            progressLine(job, { watchedMs: Date.now() - startedAt, ageMs: Date.now() - readAt }, width),
          );
        },
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

/** How a running job is, in one line. `ageMs`: how long ago the record was read; the time left goes on meanwhile. */
export function progressLine(
  { status, progress }: Pick<Job, "status" | "progress">,
  { watchedMs, ageMs = 0 }: { watchedMs: number; ageMs?: number },
  width = Number.POSITIVE_INFINITY,
): string {
  const figures: string[] = [];
  if (progress?.rows_read) figures.push(counted(progress.rows_read, "row"));
  if (progress?.rows_per_second) figures.push(`${count(progress.rows_per_second)} rows/s`);
  if (typeof progress?.seconds_left === "number") {
    figures.push(`${roughly(Math.max(0, progress.seconds_left * 1_000 - ageMs))} left`);
  }
  figures.push(duration(watchedMs));
  const share = typeof progress?.percent === "number" ? progress.percent / 100 : undefined;
  return progressBar({ state: progress?.phase ?? status, share, figures }, width);
}

function summaryOf(job: Job): object {
  const tookMs = job.complete_time === null ? undefined : Date.parse(job.complete_time) - Date.parse(job.creation_time);
  return {
    async_job_id: job.async_job_id,
    status: job.import_mode === "validate_only" ? `${job.status} (checked only, nothing was written)` : job.status,
    rows: figure(job.number_of_job_items),
    effected: figure(job.number_of_effected_items),
    created: figure(job.number_of_created_items),
    changed: figure(job.number_of_changed_items),
    unchanged: figure(job.number_of_unchanged_items),
    deleted: figure(job.number_of_deleted_items),
    rejected: figure(job.number_of_rejected_items),
    ...(tookMs !== undefined && { took: duration(tookMs) }),
    ...(job.failure_reason !== null && { failure_reason: job.failure_reason }),
  };
}

function figure(value: number | null): string | null {
  return value === null ? null : count(value);
}
