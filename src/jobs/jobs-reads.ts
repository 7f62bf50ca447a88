import { type Queryable, statement } from "../db/database.ts";
import type { Job, JobState } from "./job.ts";

const SELECT = statement("select_job", "select * from jobs where project_id = $1 and job_id = $2");

export function selectJob(db: Queryable, projectId: number, jobId: string): Promise<Job | undefined> {
  return db.maybeOne<Job>(SELECT, [projectId, jobId]);
}

const SELECT_BY_KEY = statement(
  "select_job_by_key",
  `select k.fingerprint, j.job_id
   from job_idempotency_keys k join jobs j using (job_id)
   where k.project_id = $1 and k.idempotency_key = $2 and k.expires_at > $3`,
);

/** The job that an upload with this key became. */
export function selectJobByKey(
  db: Queryable,
  projectId: number,
  key: string,
  now: Date,
): Promise<{ fingerprint: string; job_id: string } | undefined> {
  return db.maybeOne(SELECT_BY_KEY, [projectId, key, now]);
}

// No index for time and text: a project's own rows are read anyway, to be counted. Of 100,000 that takes 0.05 s, by time
// 0.08 s, by text 0.25 s a statement.
const MATCHES = `
  project_id = $1 and ($2::text is null or state = $2) and ($3::text is null or entity_type = $3)
  and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
  and ($6::text is null or strpos(job_id::text, lower($6)) > 0 or strpos(lower(file_name), lower($6)) > 0
       or strpos(lower(user_name), lower($6)) > 0 or strpos(lower(failure_reason), lower($6)) > 0)`;
const SELECT_PAGE = statement(
  "select_jobs",
  `select * from jobs where ${MATCHES} order by sequence desc offset $7 limit $8`,
);
const COUNT = statement("count_jobs", `select count(*) as count from jobs where ${MATCHES}`);

/** What is undefined does not narrow. */
export interface JobFilter {
  state?: JobState | undefined;
  entityType?: string | undefined;
  /** Of the upload, inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** In the id, file name, user name or failure reason; letter case is ignored. */
  text?: string | undefined;
}

/** Newest first. */
export async function selectJobs(
  db: Queryable,
  projectId: number,
  filter: JobFilter,
  page: { offset: number; limit: number },
): Promise<{ jobs: Job[]; total: number }> {
  const { state, entityType, from, to, text } = filter;
  const values = [projectId, state ?? null, entityType ?? null, from ?? null, to ?? null, text ?? null];
  const jobs = await db.rows<Job>(SELECT_PAGE, [...values, page.offset, page.limit]);
  // The last page tells the number by itself.
  if (jobs.length < page.limit && (jobs.length > 0 || page.offset === 0)) {
    return { jobs, total: page.offset + jobs.length };
  }
  const { count } = await db.one<{ count: number }>(COUNT, values);
  return { jobs, total: count };
}

const SELECT_PRUNABLE = statement(
  "select_prunable_jobs",
  `select job_id, project_id from jobs
   where completed_at < $1 and completed_at is not null and files_pruned_at is null
   order by completed_at
   limit $2`,
);

export function selectPrunable(
  db: Queryable,
  completedBefore: Date,
  limit: number,
): Promise<{ job_id: string; project_id: number }[]> {
  return db.rows(SELECT_PRUNABLE, [completedBefore, limit]);
}

const COUNT_BY_STATE = statement("count_jobs_by_state", "select state, count(*) as count from jobs group by state");

export function countByState(db: Queryable): Promise<{ state: JobState; count: number }[]> {
  return db.rows(COUNT_BY_STATE);
}

const SELECT_ABANDONED = statement(
  "select_abandoned_uploads",
  `select job_id, project_id from job_uploads
   where lease_process not in (select process_id from processes where lease_until > now())`,
);

/** Uploads whose process died before they became jobs. */
export function selectAbandonedUploads(db: Queryable): Promise<{ job_id: string; project_id: number }[]> {
  return db.rows(SELECT_ABANDONED);
}

const SELECT_FOLDERS = statement("select_job_folders_to_remove", "select folder from job_folders_to_remove");

export function selectFoldersToRemove(db: Queryable): Promise<{ folder: string }[]> {
  return db.rows(SELECT_FOLDERS);
}
