import type { EntityType, FileFormat, Job, UploadFile, UploadProgress } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { accessOf } from "./access-flags.ts";
import { CommandFailed } from "./command-errors.ts";
import { errorsFormatOf } from "./errors-file.ts";
import { addExamples } from "./examples.ts";
import { bytes, duration, roughly } from "./figures.ts";
import { interruptible } from "./interruption.ts";
import { WATCH_RETRIES, watchJob } from "./job-watch.ts";
import { note, printJson } from "./output.ts";
import { progressBar } from "./progress-bar.ts";
import { projectClient, wantsJson } from "./settings.ts";
import { printRecord } from "./table.ts";
import { LiveLine } from "./terminal.ts";

interface UploadFlags {
  entity: EntityType;
  format?: FileFormat;
  watch?: boolean;
  errors?: string;
  dryRun?: boolean;
  validateOnly?: boolean;
  key?: string;
}

export const ENTITIES = ["store", "user", "route"] as const;
export const FORMATS = ["CSV", "JSON", "CSV_ZIP", "JSON_ZIP"] as const;

/** `shelfwire upload`: sends a file and, if asked, follows its job to the end. */
export function defineUpload(command: Command): void {
  command
    .argument("<file>", "a CSV or JSON file, plain or zipped")
    .addOption(new Option("--entity <name>", "what the rows are").choices(ENTITIES).default("store"))
    .addOption(formatOption())
    .option("--watch", "follow the job to its end and show what was rejected")
    .option("--errors <file>", "keep the rejections here, as .xlsx or .json; watches as well")
    .option("--dry-run", "let the service check all rows and write nothing; watches as well")
    .addOption(new Option("--validate-only", "the same as --dry-run").hideHelp())
    .option("--key <text>", "a key of your own: the same upload with the same key within 24 h is one job")
    .action(upload);
  addExamples(
    command,
    [
      "shelfwire upload stores.csv --watch",
      "shelfwire upload stores.json.zip --errors rejected.xlsx",
      "shelfwire upload staff.csv --entity user --dry-run",
      "shelfwire job watch $(shelfwire upload stores.csv --json | jq -r .async_job_id)",
    ],
    `The rows are checked and written by a job, all at once or not at all. Without --watch the command ends when the file
is taken; follow the job later with "shelfwire job watch". Ctrl-C while the file is sent gives the upload up; Ctrl-C
while watching leaves the job to go on.
With --watch the exit code is 0 when every row was taken, 3 when some were rejected, 1 when the job failed.`,
  );
}

export function formatOption(): Option {
  const option = new Option("--format <format>", "what the file is; found from its name by default");
  const check = option.choices(FORMATS).parseArg;
  return option.argParser((text: string) => check?.(text.toUpperCase(), undefined));
}

async function upload(path: string, flags: UploadFlags, command: Command): Promise<void> {
  if (flags.errors !== undefined) errorsFormatOf(flags.errors);
  const isDry = flags.dryRun === true || flags.validateOnly === true;
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
      importMode: isDry ? "validate_only" : undefined,
      idempotencyKey: flags.key,
    }),
  );
  const json = wantsJson(command);
  const access = accessOf(command);
  if (flags.watch || isDry || flags.errors !== undefined) {
    note(`job ${job.async_job_id}`);
    const patient = await projectClient(command, WATCH_RETRIES);
    return watchJob(patient, job.async_job_id, { json, errorsFile: flags.errors, access });
  }
  if (json) return printJson(job);
  printRecord({ async_job_id: job.async_job_id, status: job.status, status_url: job.status_url });
  note(`Follow it with: shelfwire job watch ${job.async_job_id}${access}`);
}

type Sending = { signal: AbortSignal; onProgress: (progress: UploadProgress) => void };

async function send(file: UploadFile, start: (options: Sending) => Promise<Job>): Promise<Job> {
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  try {
    const job = await interruptible("upload given up; the service keeps nothing of it", (signal) =>
      start({
        signal,
        onProgress: (progress) => live.show((width) => sendingLine(progress, Date.now() - startedAt, width)),
      }),
    );
    live.end(`sent ${file.name}, ${bytes(file.size)} in ${duration(Date.now() - startedAt)}`);
    return job;
  } catch (error) {
    live.end();
    throw error;
  }
}

/** How far the sending is, in one line. */
export function sendingLine({ bytesSent, bytesTotal }: UploadProgress, ms: number, width: number): string {
  const share = bytesTotal === 0 ? 1 : bytesSent / bytesTotal;
  const perSecond = bytesSent / Math.max(0.001, ms / 1_000);
  const left = roughly(((bytesTotal - bytesSent) / Math.max(1, perSecond)) * 1_000);
  const isSent = bytesSent >= bytesTotal;
  const figures = [`${bytes(bytesSent)} of ${bytes(bytesTotal)}`, `${bytes(Math.round(perSecond))}/s`];
  return progressBar({ state: "sending", share, figures: [...figures, isSent ? "waiting" : `${left} left`] }, width);
}
