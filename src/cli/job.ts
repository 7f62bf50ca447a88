import type { Job, JobStatus, RejectionDetail } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { accessOf } from "./access-flags.ts";
import { instantOf, wholeNumber } from "./arguments.ts";
import { CommandFailed } from "./command-errors.ts";
import { errorsFormatOf } from "./errors-file.ts";
import { addExamples } from "./examples.ts";
import { count } from "./figures.ts";
import { keepErrors, WATCH_RETRIES, watchJob } from "./job-watch.ts";
import { note, printJson, printJsonLine, printJsonLines } from "./output.ts";
import { operatorClient, projectClient, projectOf, settingsOf, wantsJson } from "./settings.ts";
import { printRecord, printTable } from "./table.ts";
import type { Style } from "./terminal.ts";
import { ENTITIES } from "./upload.ts";

const STATUSES = ["queued", "in progress", "done", "failed"];
const ID = "<job-id>";

/** `shelfwire job`: what became of uploads. */
export function defineJob(command: Command): void {
  addExamples(
    command,
    ["shelfwire job list --status failed", "shelfwire job watch 0199c0de-0000-7000-8000-000000000001"],
    'A job is one upload. "job watch" ends with exit code 0 when every row was taken, 3 when some were rejected, 1 when\nthe job failed.',
  );
  const list = command
    .command("list")
    .description("the project's jobs, the newest first")
    .addOption(new Option("--status <status>", "only these").choices(STATUSES))
    .addOption(new Option("--entity <name>", "only jobs of these").choices(ENTITIES))
    .option("--from <time>", "only those uploaded since then, ISO 8601 or as 15m, 24h, 7d", instantOf)
    .option("--to <time>", "only those uploaded before then", instantOf)
    .option("--search <text>", "only with this in the id, file name, user name or failure reason")
    .option("--page <number>", "which page, counted from 0", wholeNumber)
    .option("--per-page <number>", "how many on a page", wholeNumber, 20)
    .action(listJobs);
  addExamples(list, [
    'shelfwire job list --status "in progress"',
    "shelfwire job list --from 7d --search stores.csv",
    "shelfwire job list --json",
  ]);
  const get = command.command("get").description("a job's record").argument(ID).action(getJob);
  addExamples(get, ["shelfwire job get 0199c0de-0000-7000-8000-000000000001 --json"]);
  const watch = command
    .command("watch")
    .alias("wait")
    .description("follow a job to its end and show what was rejected")
    .argument(ID)
    .option("--errors <file>", "keep the rejections here, as .xlsx or .json")
    .action(watchOne);
  addExamples(watch, ["shelfwire job watch 0199c0de-0000-7000-8000-000000000001 --errors rejected.xlsx"]);
  const rejections = command
    .command("rejections")
    .description("the refused rows, with their place in the file")
    .argument(ID)
    .option("--errors <file>", "keep them here instead, as .xlsx or .json")
    .option("--limit <number>", "how many rows to show; with --json all by default", wholeNumber)
    .action(showRejections);
  addExamples(rejections, [
    "shelfwire job rejections 0199c0de-0000-7000-8000-000000000001",
    "shelfwire job rejections 0199c0de-0000-7000-8000-000000000001 --errors rejected.xlsx",
    "shelfwire job rejections 0199c0de-0000-7000-8000-000000000001 --json | jq -r .message",
  ]);
  const cancel = command
    .command("cancel")
    .description("give up a job that has not ended; nothing of it is applied")
    .argument(ID)
    .action(cancelJob);
  addExamples(cancel, ["shelfwire job cancel 0199c0de-0000-7000-8000-000000000001"]);
}

async function getJob(jobId: string, _flags: object, command: Command): Promise<void> {
  const job = await one(jobId, command);
  if (wantsJson(command)) printJson(job);
  else printRecord(job);
}

async function watchOne(jobId: string, { errors }: { errors?: string }, command: Command): Promise<void> {
  if (errors !== undefined) errorsFormatOf(errors);
  const client = await projectClient(command, WATCH_RETRIES);
  await watchJob(client, jobId, { json: wantsJson(command), errorsFile: errors, access: accessOf(command) });
}

interface ListFlags {
  status?: JobStatus;
  entity?: string;
  from?: string;
  to?: string;
  search?: string;
  page?: number;
  perPage?: number;
}

async function listJobs(flags: ListFlags, command: Command): Promise<void> {
  const { status, entity: entity_type, from, to, search: q, page, perPage: per_page } = flags;
  const query = { status, entity_type, from, to, q, page, per_page };
  const { token, operatorToken } = settingsOf(command);
  // The operator needs no token of the project for this.
  const { jobs, metadata } =
    token === undefined && operatorToken !== undefined
      ? await (await operatorClient(command)).listJobs(projectOf(command), query)
      : await (await projectClient(command)).listJobs(query);
  if (wantsJson(command)) return printJsonLines(jobs);
  if (jobs.length === 0) return note("No job matches.");
  printTable(
    [
      { title: "JOB ID", value: (job) => job.async_job_id },
      { title: "ENTITY", value: (job) => job.entity_type, optional: true },
      { title: "STATUS", value: (job) => job.status, style: styleOf },
      { title: "ROWS", value: (job) => amount(job.number_of_job_items), right: true },
      { title: "REJECTED", value: (job) => amount(job.number_of_rejected_items), right: true },
      { title: "CREATED", value: (job) => job.creation_time, optional: true },
      { title: "FILE", value: (job) => job.file_name, canShrink: true },
    ],
    jobs,
  );
  const more = metadata.links.next === "" ? "" : `; next: --page ${metadata.page + 1}`;
  note(
    `page ${metadata.page} of 0 to ${Math.max(0, metadata.page_count - 1)}, ${count(metadata.total_count)} jobs in all${more}`,
  );
}

function styleOf(job: Job): Style | undefined {
  if (job.status === "failed") return "red";
  if (job.status !== "done") return "cyan";
  return job.number_of_rejected_items === 0 ? "green" : "yellow";
}

function amount(value: number | null): string | null {
  return value === null ? null : count(value);
}

const REJECTIONS_SHOWN = 50;
const REJECTIONS_PER_PAGE = 1_000;

async function showRejections(
  jobId: string,
  flags: { errors?: string; limit?: number },
  command: Command,
): Promise<void> {
  const json = wantsJson(command);
  if (flags.errors !== undefined) {
    errorsFormatOf(flags.errors);
    const client = await projectClient(command);
    return keepErrors(client, await one(jobId, command), flags.errors);
  }
  const client = await projectClient(command);
  let rowsLeft = flags.limit ?? (json ? Number.POSITIVE_INFINITY : REJECTIONS_SHOWN);
  let total = 0;
  let rowsShown = 0;
  for (let page = 0; rowsLeft > 0; page += 1) {
    const per_page = Math.min(REJECTIONS_PER_PAGE, rowsLeft);
    const found = await client.listRejections(jobId, { page, per_page });
    total = found.metadata.total_count;
    if (json) for (const item of found.items) await printJsonLine(item);
    else if (found.items.length > 0) printRejections(found.items);
    rowsShown += new Set(found.items.map(({ row }) => row)).size;
    rowsLeft -= per_page;
    if (found.metadata.links.next === "") break;
  }
  if (total === 0) return note("Nothing was rejected.");
  if (rowsShown < total) {
    const cure = `see all with --limit ${total}, or keep them with --errors rejected.xlsx`;
    note(`The first ${count(rowsShown)} of ${count(total)} rejected rows; ${cure}`);
  }
}

function printRejections(items: RejectionDetail[]): void {
  printTable(
    [
      { title: "ROW", value: (item) => item.row, right: true },
      { title: "LINE", value: (item) => item.line, right: true },
      { title: "KEY", value: (item) => item.key, canShrink: true },
      { title: "MESSAGE", value: (item) => item.message, canShrink: true },
    ],
    items,
  );
}

async function cancelJob(jobId: string, _flags: object, command: Command): Promise<void> {
  const job = await (await projectClient(command)).cancelJob(jobId);
  if (wantsJson(command)) printJson(job);
  else note(`Job ${jobId} is given up; nothing of it is applied.`);
}

async function one(jobId: string, command: Command): Promise<Job> {
  const job = await (await projectClient(command)).getJob(jobId);
  if (job === undefined) throw new CommandFailed(`the project has no job ${jobId}`);
  return job;
}
