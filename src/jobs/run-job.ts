import { UNKNOWN_LOOKUPS_MAX } from "../config/limits.ts";
import { type Database, isDatabaseUnavailable, type Session, type Tx } from "../db/database.ts";
import type { CopyRows } from "../entities/copy-rows.ts";
import type { EntityDefinition } from "../entities/definition.ts";
import { FirstLoad, isUntouched, NotFirst } from "../entities/first-load.ts";
import { checkReferences } from "../entities/references.ts";
import type { RowCheckOptions } from "../entities/row-check.ts";
import { type ApplyResult, applyStaged, countStaged, openStaging, type Staging } from "../entities/staging.ts";
import type { FileStore } from "../files/file-store.ts";
import { type CheckedFile, checkRows, type WrittenBatch } from "./checked-rows.ts";
import { type JobCounts, type JobProgress, type LeasedJob, rejectionsKey } from "./job.ts";
import { settleDone, settleFailed } from "./jobs-store.ts";
import { type DataFile, openDataFile } from "./reading/data-file.ts";
import type { EncodingChoice } from "./reading/decode.ts";
import { type Rejection, RejectionsWriter } from "./rejections.ts";
import { noteUnknownLookups } from "./unknown-lookups-store.ts";
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
    return await deps.db.session((session) => runUntilReadable(options, deps, session));
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "lease_lost" };
    if (error instanceof UnreadableFile) return settleUnreadable(options, deps, error.message);
    return unexpected(error, job);
  }
}

class LeaseLost extends Error {}

/** What is taken for granted of a file until its rows say otherwise; then it is read once more. */
interface Pass {
  encoding: EncodingChoice;
  /** Nothing to merge with, and no key twice: rows can go straight to their table. */
  isFirst: boolean;
}

async function runUntilReadable(options: RunOptions, deps: RunDeps, session: Session): Promise<RunOutcome> {
  const { job, definition } = options;
  const isFirst = job.import_mode === "" && (await isUntouched(session, job.project_id, definition));
  for (const pass: Pass = { encoding: "found", isFirst }; ; ) {
    try {
      return await runOnce(options, deps, session, pass);
    } catch (error) {
      if (error instanceof NotUtf8) pass.encoding = "windows-1252";
      else if (error instanceof NotFirst) pass.isFirst = false;
      else throw error;
    }
  }
}

async function runOnce(options: RunOptions, deps: RunDeps, session: Session, pass: Pass): Promise<RunOutcome> {
  const { encoding } = pass;
  const { job, definition } = options;
  const listNames = [definition.plural, definition.type];
  const file = await openDataFile(deps.files, job, { listNames, encoding, inflatedBytesMax: options.inflatedBytesMax });
  const checked = checkRows(file, definition, options.rowCheck);
  const fileKey = rejectionsKey(job.project_id, job.job_id, job.lease_token);
  const head = { key: definition.key, columns: checked.columns };
  const rejections = new RejectionsWriter(deps.files, fileKey, head);
  try {
    const warnings = () => [...warnOfEncoding(encoding), ...warnOfUnknownNames(definition, checked)];
    const reading = { file, checked, rejections, fileKey, warnings };
    return await (pass.isFirst ? loadFirst : stageAndMerge)(options, deps, session, reading);
  } catch (error) {
    await rejections.giveUp();
    throw error;
  }
}

/** A file on its way, and what will be said of it. */
interface Reading {
  file: DataFile;
  checked: CheckedFile;
  rejections: RejectionsWriter;
  fileKey: string;
  /** Known when all rows are read. */
  warnings: () => string[];
}

/** Reading and applying are one transaction. */
function loadFirst(options: RunOptions, deps: RunDeps, session: Session, reading: Reading): Promise<RunOutcome> {
  const { job, definition } = options;
  const at = new Date(options.now());
  return session.tx(async (tx) => {
    const load = new FirstLoad(tx, job.project_id, { definition, at });
    try {
      await readRows(options, deps, reading, load);
      const result = await load.apply(tx, reading.checked.check.newLookupValues);
      return await settle(options, tx, reading, countsOf(load.rows.count, reading.rejections.count, result));
    } finally {
      await load.close();
    }
  });
}

/** Only applying is a transaction: rows, counts, status. */
async function stageAndMerge(
  options: RunOptions,
  deps: RunDeps,
  session: Session,
  reading: Reading,
): Promise<RunOutcome> {
  const { job, definition } = options;
  const staging = await openStaging(session, definition);
  try {
    await readRows(options, deps, reading, staging);
    const at = new Date(options.now());
    const { newLookupValues } = reading.checked.check;
    return await session.tx(async (tx) => {
      const result =
        job.import_mode === "validate_only"
          ? await countStaged(tx, job.project_id, staging)
          : await applyStaged(tx, job.project_id, staging, { at, newLookupValues });
      return await settle(options, tx, reading, countsOf(staging.rows.count, reading.rejections.count, result));
    });
  } finally {
    await staging.close();
  }
}

/** Every row goes to the database or to the file of rejections; both are complete afterwards. */
async function readRows(
  options: RunOptions,
  deps: RunDeps,
  reading: Reading,
  accepting: Staging | FirstLoad,
): Promise<void> {
  const { onProgress } = options;
  const { file, checked, rejections } = reading;
  const startedMs = performance.now();
  const batches = checked.writeTo?.(accepting.rows) ?? writeBatches(options, deps, checked, accepting.rows);
  let rows = 0;
  for await (const batch of batches) {
    await Promise.all([accepting.flush(), rejections.add(batch.rejected)]);
    rows += batch.rows;
    const seconds = Math.max(0.001, (performance.now() - startedMs) / 1_000);
    onProgress({ phase: "reading", rows_read: rows, ...speedOf(rows, seconds, file.fractionRead()) });
  }
  onProgress({ phase: "applying", rows_read: rows, rows_per_second: 0, percent: 100, seconds_left: null });
  await accepting.finish();
  await rejections.finish();
}

/** Rows by way of objects, with the lists of keys that they name compared with what there is. */
async function* writeBatches(
  { job, definition }: RunOptions,
  deps: RunDeps,
  checked: CheckedFile,
  into: CopyRows,
): AsyncGenerator<WrittenBatch> {
  for await (const batch of checked.batches) {
    const outcomes = await checkReferences(deps.db, job.project_id, definition, batch.outcomes);
    const rejected: Rejection[] = [];
    outcomes.forEach((outcome, i) => {
      const source = batch.sources[i];
      if (outcome.accepted) into.add(outcome);
      else if (source) rejected.push({ ...source, key: outcome.key, failures: outcome.failures });
    });
    yield { rows: outcomes.length, rejected };
  }
}

function speedOf(rows: number, seconds: number, fraction: number) {
  return {
    rows_per_second: Math.round(rows / seconds),
    percent: Math.floor(fraction * 100),
    seconds_left: fraction === 0 ? null : Math.ceil((seconds * (1 - fraction)) / fraction),
  };
}

/** In the transaction that applies the rows: nothing of it happens without the lease. */
async function settle(options: RunOptions, tx: Tx, reading: Reading, counts: JobCounts): Promise<RunOutcome> {
  const { job } = options;
  const lease = { jobId: job.job_id, token: job.lease_token };
  const completedAt = new Date(options.now());
  const { file, fileKey } = reading;
  const form = { encoding: file.encoding() ?? null, delimiter: file.kind === "csv" ? file.delimiter : null };
  const outcome = { completedAt, counts, warnings: reading.warnings(), rejectionsKey: fileKey, form };
  if (!(await settleDone(tx, lease, outcome))) throw new LeaseLost();
  const noted = { jobId: job.job_id, at: completedAt, most: UNKNOWN_LOOKUPS_MAX };
  await noteUnknownLookups(tx, job.project_id, noted, reading.rejections.unknownLookups.found());
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
