import { type Queryable, statement } from "../db/database.ts";

/** What one project has in the queue, and how its endpoints are. */
export interface ProjectQueueRow {
  project: string;
  pending: number;
  leased: number;
  endpoints_healthy: number;
  endpoints_failing: number;
}

/** Of all projects, or of the one that is named; sorted by name. */
export function selectProjectQueues(db: Queryable, projectId: number | null): Promise<ProjectQueueRow[]> {
  return projectId === null ? db.rows(SELECT_ALL_QUEUES) : db.rows(SELECT_PROJECT_QUEUE, [projectId]);
}

const SELECT_ALL_QUEUES = statement("select_all_queues", queuesText(""));
const SELECT_PROJECT_QUEUE = statement("select_project_queue", queuesText("where project_id = $1"));

function queuesText(where: string): string {
  return `
    with queued as (
      select project_id, count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'leased') as leased
      from deliveries ${where} group by project_id
    ),
    present as (
      select project_id, count(*) filter (where health = 'healthy') as healthy, count(*) filter (where health = 'failing') as failing
      from (select * from endpoints ${where}) e where removed_at is null group by project_id
    )
    select p.name as project, coalesce(q.pending, 0) as pending, coalesce(q.leased, 0) as leased,
      coalesce(e.healthy, 0) as endpoints_healthy, coalesce(e.failing, 0) as endpoints_failing
    from (select project_id, name from projects ${where}) p
    left join queued q using (project_id)
    left join present e using (project_id)
    order by p.name`;
}

/** What began in one stretch of time, and what has become of it. */
export interface StretchRow {
  /** From 1: the stretch between the first bound and the second. */
  stretch: number;
  events: number;
  delivered: number;
  dead: number;
  cancelled: number;
  queued: number;
}

/**
 * Counts between bounds, which are ids: these carry the time at which an event or a delivery began. The last bound is
 * the end of the last stretch. Stretches in which nothing began are left out.
 */
export function selectStretches(db: Queryable, projectId: number, bounds: readonly string[]): Promise<StretchRow[]> {
  return db.rows(SELECT_STRETCHES, [projectId, bounds, bounds[0], bounds.at(-1)]);
}

const SELECT_STRETCHES = statement(
  "select_stretches",
  `with counted as (
     select width_bucket(event_uid, $2::uuid[]) as stretch, 'event' as kind, count(*) as count
     from events where project_id = $1 and event_uid >= $3 and event_uid < $4 group by 1
     union all
     select width_bucket(delivery_id, $2::uuid[]), state, count(*)
     from settled_deliveries where project_id = $1 and delivery_id >= $3 and delivery_id < $4 group by 1, 2
     union all
     select width_bucket(delivery_id, $2::uuid[]), 'queued', count(*)
     from deliveries where project_id = $1 and delivery_id >= $3 and delivery_id < $4 group by 1
   )
   select stretch,
     coalesce(sum(count) filter (where kind = 'event'), 0)::bigint as events,
     coalesce(sum(count) filter (where kind = 'delivered'), 0)::bigint as delivered,
     coalesce(sum(count) filter (where kind = 'dead'), 0)::bigint as dead,
     coalesce(sum(count) filter (where kind = 'cancelled'), 0)::bigint as cancelled,
     coalesce(sum(count) filter (where kind = 'queued'), 0)::bigint as queued
   from counted group by stretch order by stretch`,
);
