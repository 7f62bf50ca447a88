import { type Queryable, type Statement, statement } from "../db/database.ts";

/** Of one project, or of all where it is null; the worst first, at most so many. */
interface Scope {
  projectId: number | null;
  most: number;
}

export interface FailingEndpointRow {
  project: string;
  endpoint_id: number;
  url: string;
  failing_since: Date;
  consecutive_failures: number;
  waiting: number;
}

export function selectFailingEndpoints(db: Queryable, { projectId, most }: Scope): Promise<FailingEndpointRow[]> {
  return db.rows(of(SELECT_FAILING_ENDPOINTS, projectId), valuesOf(projectId, [most]));
}

// More than a hundred thousand that wait are a hundred thousand to whoever looks.
const SELECT_FAILING_ENDPOINTS = forScopes(
  "select_failing_endpoints",
  (own) => `
    select p.name as project, e.endpoint_id, e.url, e.failing_since, e.consecutive_failures,
      (select count(*) from (
         select from deliveries d where d.endpoint_id = e.endpoint_id and d.state = 'pending' limit 100000
       ) w) as waiting
    from endpoints e join projects p using (project_id)
    where e.health = 'failing' and e.removed_at is null ${own("e", 2)}
    order by e.failing_since limit $1`,
);

export interface DeadRow {
  project: string;
  count: number;
  since: Date;
}

/** What died lately and can still be redelivered. */
export function selectDead(db: Queryable, { projectId, most }: Scope, since: Date): Promise<DeadRow[]> {
  return db.rows(of(SELECT_DEAD, projectId), valuesOf(projectId, [most, since]));
}

const SELECT_DEAD = forScopes(
  "select_dead",
  (own) => `
    select p.name as project, sum(d.count)::bigint as count, min(d.since) as since
    from endpoints e join projects p using (project_id)
    cross join lateral (
      select count(*) as count, min(settled_at) as since
      from settled_deliveries s
      where s.endpoint_id = e.endpoint_id and s.state = 'dead' and s.settled_at >= $2
    ) d
    where e.removed_at is null and d.count > 0 ${own("e", 3)}
    group by p.name
    order by count desc, p.name limit $1`,
);

export interface EndedJobRow {
  project: string;
  job_id: string;
  entity_type: string;
  file_name: string;
  failure_reason: string | null;
  rejected: number | null;
  items: number | null;
  completed_at: Date;
}

/** Failed uploads that no later one has made good. */
export function selectFailedJobs(db: Queryable, { projectId, most }: Scope, since: Date): Promise<EndedJobRow[]> {
  return db.rows(of(SELECT_FAILED_JOBS, projectId), valuesOf(projectId, [most, since]));
}

/** Uploads with many rejections (so many rows, or a tenth of them) that no later upload has made good. */
export function selectRejectingJobs(
  db: Queryable,
  { projectId, most }: Scope,
  since: Date,
  rowsMin: number,
): Promise<EndedJobRow[]> {
  return db.rows(of(SELECT_REJECTING_JOBS, projectId), valuesOf(projectId, [most, since, rowsMin]));
}

const SELECT_FAILED_JOBS = forScopes("select_failed_jobs", (own) =>
  endedJobsText(`j.state = 'failed' and j.failure_reason not like 'The job was cancelled by %' ${own("j", 3)}`),
);

const SELECT_REJECTING_JOBS = forScopes("select_rejecting_jobs", (own) =>
  endedJobsText(
    `j.rejected_count > 0 and (j.rejected_count >= $3 or j.rejected_count * 10 >= j.effected_count + j.rejected_count)
     ${own("j", 4)}`,
  ),
);

function endedJobsText(condition: string): string {
  return `
    select p.name as project, j.job_id, j.entity_type, j.file_name, j.failure_reason, j.rejected_count as rejected,
      j.effected_count + j.rejected_count as items, j.completed_at
    from jobs j join projects p using (project_id)
    where j.completed_at >= $2 and j.import_mode = '' and ${condition}
      and not exists (
        select from jobs later
        where later.project_id = j.project_id and later.entity_type = j.entity_type and later.sequence > j.sequence
          and later.import_mode = '' and later.state = 'done')
    order by j.completed_at desc limit $1`;
}

export interface ExpiringTokenRow {
  project: string;
  token_id: string;
  user_name: string;
  expires_at: Date;
}

/** Tokens that expire between the two times and whose user has none that lasts longer. */
export function selectExpiringTokens(
  db: Queryable,
  { projectId, most }: Scope,
  between: { now: Date; until: Date },
): Promise<ExpiringTokenRow[]> {
  return db.rows(of(SELECT_EXPIRING_TOKENS, projectId), valuesOf(projectId, [most, between.now, between.until]));
}

const SELECT_EXPIRING_TOKENS = forScopes(
  "select_expiring_tokens",
  (own) => `
    select p.name as project, t.token_id, t.user_name, t.expires_at
    from tokens t join projects p using (project_id)
    where t.revoked_at is null and t.expires_at > $2 and t.expires_at < $3 ${own("t", 4)}
      and not exists (
        select from tokens longer
        where longer.project_id = t.project_id and longer.user_name = t.user_name and longer.revoked_at is null
          and longer.expires_at >= $3)
    order by t.expires_at, t.token_id limit $1`,
);

interface ForScopes {
  all: Statement;
  one: Statement;
}

/** `own` narrows a table to the project, whose id is the parameter of that number; empty where all are meant. */
function forScopes(name: string, textOf: (own: (table: string, parameter: number) => string) => string): ForScopes {
  return {
    all: statement(
      `${name}_of_all`,
      textOf(() => ""),
    ),
    one: statement(
      `${name}_of_project`,
      textOf((table, parameter) => `and ${table}.project_id = $${parameter}`),
    ),
  };
}

function of({ all, one }: ForScopes, projectId: number | null): Statement {
  return projectId === null ? all : one;
}

function valuesOf(projectId: number | null, values: readonly unknown[]): unknown[] {
  return projectId === null ? [...values] : [...values, projectId];
}
