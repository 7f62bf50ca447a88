import { type Queryable, statement } from "../db/database.ts";

export interface SummaryRow {
  project_id: number;
  project: string;
  pending: number;
  failing_endpoints: number;
  /** Of the newest event, a UUID version 7; null where nothing was published. */
  last_event_uid: string | null;
  last_job_at: Date | null;
  /** Of the project's stores; null where none were ever written. */
  store_generation: number | null;
}

/** One line for each project, sorted by name. */
export function selectSummaries(db: Queryable): Promise<SummaryRow[]> {
  return db.rows(SELECT_SUMMARIES);
}

const SELECT_SUMMARIES = statement(
  "select_project_summaries",
  `with queued as (select project_id, count(*) as count from deliveries group by project_id),
   failing as (
     select project_id, count(*) as count from endpoints where health = 'failing' and removed_at is null group by project_id
   )
   select p.project_id, p.name as project, coalesce(q.count, 0) as pending, coalesce(f.count, 0) as failing_endpoints,
     (select event_uid from events e where e.project_id = p.project_id order by event_uid desc limit 1) as last_event_uid,
     (select created_at from jobs j where j.project_id = p.project_id order by sequence desc limit 1) as last_job_at,
     (select generation from entity_sets s where s.project_id = p.project_id and s.entity_type = 'store') as store_generation
   from projects p left join queued q using (project_id) left join failing f using (project_id)
   order by p.name`,
);

/** Dead deliveries that are kept, by project; projects without any are left out. */
export function selectDeadByProject(db: Queryable): Promise<{ project_id: number; count: number }[]> {
  return db.rows(SELECT_DEAD_BY_PROJECT);
}

// The inner part is read from the index of dead deliveries alone.
const SELECT_DEAD_BY_PROJECT = statement(
  "select_dead_by_project",
  `select e.project_id, sum(d.count)::bigint as count
   from (select endpoint_id, count(*) as count from settled_deliveries where state = 'dead' group by endpoint_id) d
   join endpoints e using (endpoint_id)
   group by e.project_id`,
);

/** Stores that are not deleted. */
export async function countStores(db: Queryable, projectId: number): Promise<number> {
  return (await db.one<{ count: number }>(COUNT_STORES, [projectId])).count;
}

const COUNT_STORES = statement(
  "count_stores_of_project",
  "select count(*) as count from stores where project_id = $1 and not is_deleted",
);
