import { type Queryable, statement } from "../db/database.ts";

/** What is waiting and being worked on. */
export interface WorkRow {
  pending: number;
  leased: number;
  failing_endpoints: number;
  /** Of what a healthy endpoint owes; it may be in the future. */
  oldest_run_at: Date | null;
  jobs_queued: number;
  jobs_running: number;
  rows_per_second: number;
}

/** Of one project, or of all where it is null. */
export function selectWork(db: Queryable, projectId: number | null): Promise<WorkRow> {
  return projectId === null ? db.one(SELECT_ALL_WORK) : db.one(SELECT_PROJECT_WORK, [projectId]);
}

const SELECT_ALL_WORK = statement("select_all_work", workText(""));
const SELECT_PROJECT_WORK = statement("select_project_work", workText("and project_id = $1"));

function workText(own: string): string {
  return `
    select q.pending, q.leased, j.jobs_queued, j.jobs_running, j.rows_per_second,
      (select count(*) from endpoints where health = 'failing' and removed_at is null ${own}) as failing_endpoints,
      (select min(first.run_at)
       from (select endpoint_id from endpoints where health = 'healthy' and removed_at is null ${own}) e
       cross join lateral (
         select run_at from deliveries where endpoint_id = e.endpoint_id and state = 'pending' order by run_at limit 1
       ) first) as oldest_run_at
    from
      (select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'leased') as leased
       from deliveries where true ${own}) q,
      (select count(*) filter (where state = 'queued') as jobs_queued,
         count(*) filter (where state = 'in_progress') as jobs_running,
         coalesce(sum((progress ->> 'rows_per_second')::numeric), 0)::bigint as rows_per_second
       from jobs where state in ('queued', 'in_progress') ${own}) j`;
}

/** Deliveries that are kept and dead: of one project, or of all. The index alone answers it. */
export async function countDead(db: Queryable, projectId: number | null): Promise<number> {
  const row =
    projectId === null
      ? await db.one<{ count: number }>(COUNT_ALL_DEAD)
      : await db.one<{ count: number }>(COUNT_PROJECT_DEAD, [projectId]);
  return row.count;
}

const COUNT_ALL_DEAD = statement(
  "count_all_dead",
  "select count(*) as count from settled_deliveries where state = 'dead'",
);

const COUNT_PROJECT_DEAD = statement(
  "count_project_dead",
  `select coalesce(sum(d.count), 0)::bigint as count
   from endpoints e
   cross join lateral (
     select count(*) as count from settled_deliveries s where s.endpoint_id = e.endpoint_id and s.state = 'dead'
   ) d
   where e.project_id = $1`,
);
