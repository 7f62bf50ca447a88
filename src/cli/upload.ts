import type { EntityType, FileFormat, Job, UploadFile, UploadProgress } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { bytes, duration } from "./figures.ts";
import { errorsFileProblem, interruptible, WATCH_RETRIES, watchJob } from "./job-watch.ts";
import { note, printJson, printRecord } from "./output.ts";
import { projectClient, wantsJson } from "./settings.ts";
import { bar, LiveLine } from "./terminal.ts";

interface UploadFlags {
  entity: EntityType;
  format?: FileFormat;
  watch?: boolean;
  errors?: string;
  validateOnly?: boolean;
  key?: string;
}

/** `shelfwire upload`: sends a file and, if asked, follows its job to the end. */
export function defineUpload(command: Command): void {
  command
    .argument("<file>", "a CSV or JSON file, plain or zipped")
    .addOption(new Option("--entity <name>", "what the rows are").choices(["store", "user", "route"]).default("store"))
    .addOption(
      new Option("--format <format>", "found from the file's name by default")
        .choices(["CSV", "JSON", "CSV_ZIP", "JSON_ZIP"])
        .argParser((text) => text.toUpperCase()),
    )
    .option("--watch", "follow the job to its end and show what was rejected")
    .option("--errors <file>", "keep the rejections here, as .xlsx or .json; watches as well")
    .option("--validate-only", "check all rows and write nothing")
    .option("--key <text>", "a key of your own: the same upload with the same key within 24 h is one job")
    .addHelpText(
      "after",
      `
The rows are checked and written by a job, all at once or not at all. Without --watch the command ends when the file
is taken; follow the job later with "shelfwire job wait". Ctrl-C while watching leaves the job to go on.
With --watch the exit code is 0 when every row was taken, 3 when some were rejected, 1 when the job failed.

Examples:
  $ shelfwire upload stores.csv --watch
  $ shelfwire upload stores.json.zip --errors rejected.xlsx
  $ shelfwire upload staff.csv --entity user --validate-only --watch
  $ shelfwire job wait $(shelfwire upload stores.csv --json | jq -r .async_job_id)`,
    )
    .action(upload);
}

async function upload(path: string, flags: UploadFlags, command: Command): Promise<void> {
  const problem = errorsFileProblem(flags.errors) ?? formatProblem(flags.format);
  if (problem !== undefined) throw new UsageError(problem);
  const client = await projectClient(command);
  const { fileOnDisk } = await import("@shelfwire/client/node");
  const file = await fileOnDisk(path);
  if (file.size === 0) throw new CommandFailed(`${path} is empty`);
  const job = await send(file, (options) =>
    client.upload({
      ...options,
      file,
      entityType: flags.entity,
      fileFormat: flags.format,
      importMode: flags.validateOnly ? "validate_only" : undefined,
      idempotencyKey: flags.key,
    }),
  );
  const json = wantsJson(command);
  if (flags.watch || flags.errors !== undefined) {
    note(`job ${job.async_job_id}`);
    const patient = await projectClient(command, WATCH_RETRIES);
    return watchJob(patient, job.async_job_id, { json, errorsFile: flags.errors });
  }
  if (json) return printJson(job);
  printRecord({ async_job_id: job.async_job_id, status: job.status, status_url: job.status_url });
  note(`Follow it with: shelfwire job wait ${job.async_job_id}`);
}

type Sending = { signal: AbortSignal; onProgress: (progress: UploadProgress) => void };

async function send(file: UploadFile, start: (options: Sending) => Promise<Job>): Promise<Job> {
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  try {
    const job = await interruptible("upload given up; the service keeps nothing of it", (signal) =>
      start({ signal, onProgress: (progress) => live.show(() => sendingLine(progress, Date.now() - startedAt)) }),
    );
    live.end(`sent ${file.name}, ${bytes(file.size)} in ${duration(Date.now() - startedAt)}`);
    return job;
  } catch (error) {
    live.end();
    throw error;
  }
}

function sendingLine({ bytesSent, bytesTotal }: UploadProgress, ms: number): string {
  const share = bytesTotal === 0 ? 1 : bytesSent / bytesTotal;
  const perSecond = bytesSent / Math.max(0.001, ms / 1_000);
  const left = duration(((bytesTotal - bytesSent) / Math.max(1, perSecond)) * 1_000);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `sending      ${bar(share, 24)}  ${percent}  ${bytes(bytesSent)}  ${bytes(Math.round(perSecond))}/s  ${left} left`;
}

function formatProblem(format: string | undefined): string | undefined {
  if (format === undefined || ["CSV", "JSON", "CSV_ZIP", "JSON_ZIP"].includes(format)) return undefined;
  return `--format ${format}: expected CSV, JSON, CSV_ZIP or JSON_ZIP`;
}
