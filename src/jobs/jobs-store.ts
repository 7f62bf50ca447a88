import { type Queryable, statement, type Tx } from "../db/database.ts";
import type { FileForm, FileFormat, ImportMode, Job, JobCounts, JobProgress, LeasedJob } from "./job.ts";

export interface NewJob {
  jobId: string;
  entityType: string;
  fileFormat: FileFormat;
  importMode: ImportMode;
  fileName: string;
  fileBytes: number;
  userName: string;
  createdAt: Date;
}

const INSERT = statement(
  "insert_job",
  `insert into jobs (job_id, project_id, entity_type, file_format, import_mode, file_name, file_bytes, user_name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   returning *`,
);

export function insertJob(tx: Tx, projectId: number, job: NewJob): Promise<Job> {
  return tx.one<Job>(INSERT, [
    job.jobId,
    projectId,
    job.entityType,
    job.fileFormat,
    job.importMode,
    job.fileName,
    job.fileBytes,
    job.userName,
    job.createdAt,
  ]);
}

// A second upload with the key waits here for the first one's transaction, then finds its job.
const INSERT_KEY = statement(
  "insert_job_idempotency_key",
  `insert into job_idempotency_keys (project_id, idempotency_key, job_id, fingerprint, expires_at)
   values ($1, $2, $3, $4, $5)
   on conflict (project_id, idempotency_key) do update
     set job_id = excluded.job_id, fingerprint = excluded.fingerprint, expires_at = excluded.expires_at
     where job_idempotency_keys.expires_at <= $6
   returning job_id`,
);

/** False where the key stands for another job that has not been forgotten yet. */
export async function takeIdempotencyKey(
  tx: Tx,
  projectId: number,
  key: { key: string; jobId: string; fingerprint: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const values = [projectId, key.key, key.jobId, key.fingerprint, key.expiresAt, key.now];
  return (await tx.maybeOne(INSERT_KEY, values)) !== undefined;
}

const ANNOUNCE = statement("announce_job", "select pg_notify($1, $2)");

/** Tells all processes, once the transaction is committed. */
export async function announce(db: Queryable, channel: "job_queued" | "job_cancelled", jobId: string): Promise<void> {
  await db.rows(ANNOUNCE, [channel, jobId]);
}

// Fair between projects: who has least running comes first, then who has waited longest since its last start.
// Inside a project and entity the order is that of acceptance, and one runs at a time.
const CLAIM = statement(
  "claim_job",
  `with next as (
     select j.job_id
     from jobs j
     where j.state = 'queued'
       and not exists (
         select from jobs e
         where e.project_id = j.project_id and e.entity_type = j.entity_type
           and (e.state = 'in_progress' or e.state = 'queued' and e.sequence < j.sequence))
     order by
       (select count(*) from jobs r where r.project_id = j.project_id and r.state = 'in_progress'),
       (select s.started_at from jobs s where s.project_id = j.project_id and s.started_at is not null
        order by s.started_at desc limit 1) nulls first,
       j.sequence
     limit 1
     for update of j skip locked)
   update jobs
   set state = 'in_progress', tries = tries + 1, lease_process = $1, lease_token = $2, started_at = $3,
       progress = null, warnings = '[]'
   from next
   where jobs.job_id = next.job_id
   returning jobs.*`,
);

/** The next job that may run, leased to the process; undefined where there is none. */
export function claimJob(
  db: Queryable,
  lease: { processId: number; token: string; now: Date },
): Promise<LeasedJob | undefined> {
  return db.maybeOne<LeasedJob>(CLAIM, [lease.processId, lease.token, lease.now]);
}

// Skips a row that is being settled or cancelled at this moment: progress is not worth waiting for.
const SET_PROGRESS = statement(
  "set_job_progress",
  `update jobs set progress = $3
   where job_id = (select job_id from jobs where job_id = $1 and lease_token = $2 for update skip locked)`,
);

export async function setProgress(db: Queryable, job: LeasedJob, progress: JobProgress): Promise<void> {
  await db.execute(SET_PROGRESS, [job.job_id, job.lease_token, JSON.stringify(progress)]);
}

const SETTLE_DONE = statement(
  "settle_job_done",
  `update jobs
   set state = 'done', completed_at = $3, lease_process = null, lease_token = null, progress = null,
       effected_count = $4, rejected_count = $5, created_count = $6, changed_count = $7, unchanged_count = $8,
       deleted_count = $9, warnings = $10, rejections_key = $11, file_encoding = $12, file_delimiter = $13
   where job_id = $1 and lease_token = $2
   returning pg_notify('job_ended', job_id::text)`,
);

/** In the transaction that applies the rows. False: the lease is lost, and the transaction must be rolled back. */
export async function settleDone(
  tx: Tx,
  lease: { jobId: string; token: string },
  outcome: { completedAt: Date; counts: JobCounts; warnings: string[]; rejectionsKey: string; form: FileForm },
): Promise<boolean> {
  const { counts } = outcome;
  const touched = await tx.execute(SETTLE_DONE, [
    lease.jobId,
    lease.token,
    outcome.completedAt,
    counts.effected,
    counts.rejected,
    counts.created,
    counts.changed,
    counts.unchanged,
    counts.deleted,
    JSON.stringify(outcome.warnings),
    outcome.rejectionsKey,
    outcome.form.encoding,
    outcome.form.delimiter,
  ]);
  return touched === 1;
}

const SETTLE_FAILED = statement(
  "settle_job_failed",
  `update jobs
   set state = 'failed', completed_at = $3, lease_process = null, lease_token = null, progress = null,
       failure_reason = $4, warnings = $5
   where job_id = $1 and lease_token = $2
   returning pg_notify('job_ended', job_id::text)`,
);

/** False: the lease is lost, and somebody else says how the job ends. */
export async function settleFailed(
  db: Queryable,
  lease: { jobId: string; token: string },
  outcome: { completedAt: Date; reason: string; warnings: string[] },
): Promise<boolean> {
  const values = [lease.jobId, lease.token, outcome.completedAt, outcome.reason, JSON.stringify(outcome.warnings)];
  return (await db.execute(SETTLE_FAILED, values)) === 1;
}

const RETURN = statement(
  "return_job",
  `update jobs
   set state = 'queued', lease_process = null, lease_token = null, progress = null, tries = tries - $3
   where job_id = $1 and lease_token = $2`,
);

/** Back to the queue, at the place that it had. `spentTry`: whether the run counts as a try. */
export async function returnJob(
  db: Queryable,
  lease: { jobId: string; token: string },
  spentTry: boolean,
): Promise<boolean> {
  return (await db.execute(RETURN, [lease.jobId, lease.token, spentTry ? 0 : 1])) === 1;
}

// A job that ended three processes does not get a fourth one.
const RESCUE = statement(
  "rescue_jobs",
  `update jobs
   set state = case when tries >= $3 then 'failed' else 'queued' end,
       failure_reason = case when tries >= $3 then $4::text end,
       completed_at = case when tries >= $3 then $5::timestamptz end,
       lease_process = null, lease_token = null, progress = null
   where state = 'in_progress'
     and (lease_process = $1 and lease_token <> all ($2::uuid[])
          or lease_process <> $1
             and lease_process not in (select process_id from processes where lease_until > now()))
   returning job_id, state, tries, pg_notify('job_ended', job_id::text)`,
);

export interface RescuedJob {
  job_id: string;
  state: "queued" | "failed";
  tries: number;
}

/** Takes jobs from processes that are dead, and those that this process holds by the table but does not run. */
export function rescueJobs(
  db: Queryable,
  own: { processId: number; tokens: string[] },
  policy: { triesMax: number; reason: string; now: Date },
): Promise<RescuedJob[]> {
  return db.rows<RescuedJob>(RESCUE, [own.processId, own.tokens, policy.triesMax, policy.reason, policy.now]);
}

const CANCEL = statement(
  "cancel_job",
  `update jobs
   set state = 'failed', failure_reason = $3, completed_at = $4, lease_process = null, lease_token = null, progress = null
   where project_id = $1 and job_id = $2 and state in ('queued', 'in_progress')
   returning *, pg_notify('job_ended', job_id::text)`,
);

/** Undefined where there is nothing to cancel. A run in progress finds its lease gone and applies nothing. */
export function cancelJob(
  tx: Tx,
  projectId: number,
  jobId: string,
  outcome: { reason: string; now: Date },
): Promise<Job | undefined> {
  return tx.maybeOne<Job>(CANCEL, [projectId, jobId, outcome.reason, outcome.now]);
}

const MARK_PRUNED = statement("mark_job_pruned", "update jobs set files_pruned_at = $2 where job_id = $1");

export async function markPruned(db: Queryable, jobId: string, at: Date): Promise<void> {
  await db.execute(MARK_PRUNED, [jobId, at]);
}

const FORGET_KEYS = statement("forget_job_idempotency_keys", "delete from job_idempotency_keys where expires_at <= $1");

export function forgetIdempotencyKeys(db: Queryable, now: Date): Promise<number> {
  return db.execute(FORGET_KEYS, [now]);
}

const DELETE_UPLOADS_OF_PROJECT = statement(
  "delete_job_uploads_of_project",
  "delete from job_uploads where project_id = $1",
);
const DELETE_KEYS_OF_PROJECT = statement(
  "delete_job_keys_of_project",
  "delete from job_idempotency_keys where project_id = $1",
);
const DELETE_JOBS_OF_PROJECT = statement("delete_jobs_of_project", "delete from jobs where project_id = $1");

const NOTE_FOLDER = statement(
  "note_job_folder",
  "insert into job_folders_to_remove (folder) values ($1) on conflict do nothing",
);

/** The rows at once; the files once the transaction is committed, by the pruner. */
export async function deleteJobsOfProject(tx: Tx, projectId: number): Promise<void> {
  await tx.execute(NOTE_FOLDER, [String(projectId)]);
  await tx.execute(DELETE_UPLOADS_OF_PROJECT, [projectId]);
  await tx.execute(DELETE_KEYS_OF_PROJECT, [projectId]);
  await tx.execute(DELETE_JOBS_OF_PROJECT, [projectId]);
}

const INSERT_UPLOAD = statement(
  "insert_job_upload",
  "insert into job_uploads (job_id, project_id, lease_process) values ($1, $2, $3)",
);

/** Notes that a file for this job may come to stand in the store. */
export async function noteUpload(db: Queryable, projectId: number, jobId: string, processId: number): Promise<void> {
  await db.execute(INSERT_UPLOAD, [jobId, projectId, processId]);
}

const DELETE_UPLOAD = statement("delete_job_upload", "delete from job_uploads where job_id = $1");

export async function forgetUpload(db: Queryable, jobId: string): Promise<void> {
  await db.execute(DELETE_UPLOAD, [jobId]);
}

const FORGET_FOLDER = statement("forget_job_folder", "delete from job_folders_to_remove where folder = $1");

export async function forgetFolder(db: Queryable, folder: string): Promise<void> {
  await db.execute(FORGET_FOLDER, [folder]);
}
