import { type Database, isDatabaseUnavailable, type Session } from "../db/database.ts";
import type { EntityDefinition } from "../entities/definition.ts";
import { checkReferences } from "../entities/references.ts";
import type { AcceptedRow, RowCheckOptions } from "../entities/row-check.ts";
import { type ApplyResult, applyStaged, countStaged, openStaging, type Staging } from "../entities/staging.ts";
import type { FileStore } from "../files/file-store.ts";
import { type CheckedBatch, type CheckedFile, checkRows } from "./checked-rows.ts";
import { type JobCounts, type JobProgress, type LeasedJob, rejectionsKey } from "./job.ts";
import { settleDone, settleFailed } from "./jobs-store.ts";
import { type DataFile, openDataFile } from "./reading/data-file.ts";
import type { EncodingChoice } from "./reading/decode.ts";
import { type Rejection, RejectionsWriter } from "./rejections.ts";
import { NotUtf8, UnreadableFile } from "./unreadable-file.ts";
import { warnOfEncoding, warnOfUnknownNames } from "./warnings.ts";

/** How a run ended. done and failed are settled already; the rest is for the runner to decide. */
export type RunOutcome =
  | { kind: "done"; counts: JobCounts }
  | { kind: "failed"; reason: string }
  | { kind: "lease_lost" }
  | { kind: "database_lost" }
  | { kind: "fault"; stack: string };

export interface RunOptions {
  job: LeasedJob;
  definition: EntityDefinition;
  rowCheck: RowCheckOptions;
  inflatedBytesMax: number;
  /** The service's time, in ms since the epoch. */
  now: () => number;
  onProgress: (progress: JobProgress) => void;
}

export interface RunDeps {
  db: Database;
  files: FileStore;
}

/** One run of a job, from the stored upload to the settled row. Never rejects. */
export async function runJob(options: RunOptions, deps: RunDeps): Promise<RunOutcome> {
  const { job } = options;
  try {
    return await deps.db.session(async (session) => {
      try {
        return await runOnce(options, deps, session, "found");
      } catch (error) {
        if (!(error instanceof NotUtf8)) throw error;
        return await runOnce(options, deps, session, "windows-1252");
      }
    });
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lease_lost" };
    if (error instanceof UnreadableFile) return settleUnreadable(options, deps, error.message);
    return unexpected(error, job);
  }
}

class LeaseLost extends Error {}

async function runOnce(
  options: RunOptions,
  deps: RunDeps,
  session: Session,
  encoding: EncodingChoice,
): Promise<RunOutcome> {
  const { job, definition } = options;
  const listNames = [definition.plural, definition.type];
  const file = await openDataFile(deps.files, job, { listNames, encoding, inflatedBytesMax: options.inflatedBytesMax });
  const checked = checkRows(file, definition, options.rowCheck);
  const fileKey = rejectionsKey(job.project_id, job.job_id, job.lease_token);
  const head = { key: definition.key, columns: checked.columns };
  const rejections = new RejectionsWriter(deps.files, fileKey, head);
  try {
    const staging = await openStaging(session, definition);
    try {
      await stageRows(options, deps, { file, checked, staging, rejections });
      await staging.finish();
      await rejections.finish();
      const warnings = [...warnOfEncoding(encoding), ...warnOfUnknownNames(definition, checked)];
      return await apply(options, session, { staging, checked, rejected: rejections.count, warnings, fileKey });
    } finally {
      await staging.close();
    }
  } catch (error) {
    await rejections.giveUp();
    throw error;
  }
}

/** Every row goes to the staging table or to the file of rejections. */
async function stageRows(
  options: RunOptions,
  deps: RunDeps,
  parts: { file: DataFile; checked: CheckedFile; staging: Staging; rejections: RejectionsWriter },
): Promise<void> {
  const { job, definition, onProgress } = options;
  const startedMs = performance.now();
  let rows = 0;
  for await (const batch of parts.checked.batches) {
    const outcomes = await checkReferences(deps.db, job.project_id, definition, batch.outcomes);
    const { accepted, rejected } = divide({ ...batch, outcomes });
    await Promise.all([parts.staging.add(accepted), parts.rejections.add(rejected)]);
    rows += outcomes.length;
    const seconds = Math.max(0.001, (performance.now() - startedMs) / 1_000);
    const percent = Math.floor(parts.file.fractionRead() * 100);
    onProgress({ phase: "reading", rows_read: rows, rows_per_second: Math.round(rows / seconds), percent });
  }
  onProgress({ phase: "applying", rows_read: rows, rows_per_second: 0, percent: 100 });
}

function divide(batch: CheckedBatch): { accepted: AcceptedRow[]; rejected: Rejection[] } {
  const accepted: AcceptedRow[] = [];
  const rejected: Rejection[] = [];
  batch.outcomes.forEach((outcome, i) => {
    const source = batch.sources[i];
    if (outcome.accepted) accepted.push(outcome);
    else if (source) rejected.push({ ...source, key: outcome.key, failures: outcome.failures });
  });
  return { accepted, rejected };
}

/** One transaction: rows, counts, status; nothing of it without the lease. */
async function apply(
  options: RunOptions,
  session: Session,
  run: { staging: Staging; checked: CheckedFile; rejected: number; warnings: string[]; fileKey: string },
): Promise<RunOutcome> {
  const { job } = options;
  const { staging, checked } = run;
  const at = new Date(options.now());
  const counts = await session.tx(async (tx) => {
    const result =
      job.import_mode === "validate_only"
        ? await countStaged(tx, job.project_id, staging)
        : await applyStaged(tx, job.project_id, staging, {
            at,
            newLookupValues: checked.check.newLookupValues,
          });
    const counted = countsOf(staging.rows, run.rejected, result);
    // A merge of a million rows takes a while.
    const completedAt = new Date(options.now());
    const isOurs = await settleDone(
      tx,
      { jobId: job.job_id, token: job.lease_token },
      { completedAt, counts: counted, warnings: run.warnings, rejectionsKey: run.fileKey },
    );
    if (!isOurs) throw new LeaseLost();
    return counted;
  });
  return { kind: "done", counts };
}

function countsOf(effected: number, rejected: number, result: ApplyResult): JobCounts {
  const { created, changed, unchanged, deleted } = result;
  return { effected, rejected, created, changed, unchanged, deleted };
}

async function settleUnreadable(options: RunOptions, deps: RunDeps, reason: string): Promise<RunOutcome> {
  const { job, now } = options;
  try {
    const lease = { jobId: job.job_id, token: job.lease_token };
    const isOurs = await settleFailed(deps.db, lease, { completedAt: new Date(now()), reason, warnings: [] });
    return isOurs ? { kind: "failed", reason } : { kind: "lease_lost" };
  } catch (error) {
    return unexpected(error, job);
  }
}

function unexpected(error: unknown, job: LeasedJob): RunOutcome {
  if (isDatabaseUnavailable(error)) return { kind: "database_lost" };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "fault", stack: `job ${job.job_id}: ${stack}` };
}
