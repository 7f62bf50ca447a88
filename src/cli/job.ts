import type { Command } from "commander";
import { wholeNumber } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { errorsFileProblem, WATCH_RETRIES, watchJob } from "./job-watch.ts";
import { note, printJson, printRecord, printTable } from "./output.ts";
import { operatorClient, projectClient, projectOf, wantsJson } from "./settings.ts";

/** `shelfwire job`: what became of uploads. */
export function defineJob(command: Command): void {
  command.addHelpText(
    "after",
    `
"job wait" ends with exit code 0 when every row was taken, 3 when some were rejected, 1 when the job failed.

Examples:
  $ shelfwire job get 0199c0de-...
  $ shelfwire job wait 0199c0de-... --errors rejected.xlsx
  $ shelfwire job list --project acme --status failed        (operator)`,
  );
  command.command("get").description("a job's record").argument("<job-id>").action(getJob);
  command
    .command("wait")
    .description("follow a job to its end and show what was rejected")
    .argument("<job-id>")
    .option("--errors <file>", "keep the rejections here, as .xlsx or .json")
    .action(waitForJob);
  command
    .command("list")
    .description("the project's jobs, the newest first (operator)")
    .option("--status <status>", 'only these: queued, "in progress", done, failed')
    .option("--page <number>", "which page, counted from 0", wholeNumber)
    .option("--per-page <number>", "how many on a page", wholeNumber)
    .action(listJobs);
  command
    .command("cancel")
    .description("give up a job that has not ended; nothing of it is applied")
    .argument("<job-id>")
    .action(cancelJob);
}

async function getJob(jobId: string, _flags: object, command: Command): Promise<void> {
  const job = await (await projectClient(command)).getJob(jobId);
  if (job === undefined) throw new CommandFailed(`the project has no job ${jobId}`);
  if (wantsJson(command)) printJson(job);
  else printRecord(job);
}

async function waitForJob(jobId: string, { errors }: { errors?: string }, command: Command): Promise<void> {
  const problem = errorsFileProblem(errors);
  if (problem !== undefined) throw new UsageError(problem);
  const client = await projectClient(command, WATCH_RETRIES);
  await watchJob(client, jobId, { json: wantsJson(command), errorsFile: errors });
}

async function listJobs(flags: { status?: string; page?: number; perPage?: number }, command: Command): Promise<void> {
  const query = { status: flags.status, page: flags.page, per_page: flags.perPage };
  const { jobs } = await (await operatorClient(command)).listJobs(projectOf(command), query);
  if (wantsJson(command)) return printJson(jobs);
  if (jobs.length === 0) return note("No job matches.");
  printTable(
    [
      { title: "JOB ID", value: (job) => job.async_job_id },
      { title: "ENTITY", value: (job) => job.entity_type },
      { title: "STATUS", value: (job) => job.status },
      { title: "ROWS", value: (job) => job.number_of_job_items, right: true },
      { title: "REJECTED", value: (job) => job.number_of_rejected_items, right: true },
      { title: "CREATED", value: (job) => job.creation_time },
      { title: "FILE", value: (job) => job.file_name },
    ],
    jobs,
  );
}

async function cancelJob(jobId: string, _flags: object, command: Command): Promise<void> {
  await (await projectClient(command)).cancelJob(jobId);
  if (wantsJson(command)) printJson({ cancelled: jobId });
  else note(`Job ${jobId} is given up; nothing of it is applied.`);
}
