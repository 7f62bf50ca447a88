import { type Queryable, statement } from "../db/database.ts";

/** How the latest attempts at one endpoint went. */
export interface HealthReport {
  endpointId: number;
  /** Whether any of them succeeded. */
  succeeded: boolean;
  /** Failures in a row, counted from the end. */
  failuresInARow: number;
  /** When the first of these failures began. */
  failedSinceMs: number | null;
  /** The delivery that failed last: it goes on as the probe of an endpoint that is failing now. */
  lastFailedDeliveryId: string | null;
}

export interface HealthChange {
  endpointId: number;
  projectId: number;
  health: "healthy" | "failing";
}

/**
 * Counts failures in a row and changes the health of endpoints; the answer names those whose health changed. An endpoint
 * that is healthy again keeps note of the outage until what died in it is redelivered. Other processes are told, also
 * when failures begin to be counted: a success of theirs is news then.
 */
export async function reportHealth(
  db: Queryable,
  reports: readonly HealthReport[],
  at: Date,
  failuresUntilFailing: number,
): Promise<HealthChange[]> {
  const rows = await db.rows<{
    endpoint_id: number;
    project_id: number;
    health: "healthy" | "failing";
  }>(REPORT_HEALTH, [
    reports.map((report) => report.endpointId),
    reports.map((report) => report.succeeded),
    reports.map((report) => report.failuresInARow),
    reports.map((report) => (report.failedSinceMs === null ? null : new Date(report.failedSinceMs))),
    reports.map((report) => report.lastFailedDeliveryId),
    at,
    failuresUntilFailing,
  ]);
  return rows.map((row) => ({ endpointId: row.endpoint_id, projectId: row.project_id, health: row.health }));
}

const REPORT_HEALTH = statement(
  "report_health",
  `with given as (
     select * from unnest($1::bigint[], $2::boolean[], $3::int[], $4::timestamptz[], $5::uuid[])
       as g (endpoint_id, succeeded, failures, failed_since, last_failed)
   ),
   before as (
     select e.endpoint_id, e.health, e.failing_since, e.failures_since as outage_since, g.succeeded, g.last_failed,
       e.consecutive_failures as failures_before,
       case when g.succeeded then g.failures else e.consecutive_failures + g.failures end as failures,
       case when g.succeeded then g.failed_since else coalesce(e.failures_since, g.failed_since) end as failures_since
     from endpoints e join given g using (endpoint_id)
     where e.removed_at is null
     order by e.endpoint_id
     for update of e
   ),
   judged as (
     select *, case
         when failures >= $7 then 'failing'
         when succeeded then 'healthy'
         else health
       end as health_now
     from before
   ),
   changed as (
     update endpoints e
     set consecutive_failures = j.failures,
       failures_since = j.failures_since,
       health = j.health_now,
       failing_since = case when j.health_now = 'failing' then coalesce(j.failing_since, $6) end,
       probe_delivery_id = case when j.health_now = 'failing' and j.health = 'healthy' then j.last_failed
                                when j.health_now = 'failing' then e.probe_delivery_id end,
       redeliver_since = case when j.health_now = 'healthy' and j.health = 'failing'
                              then least(e.redeliver_since, j.outage_since) else e.redeliver_since end
     from judged j
     where e.endpoint_id = j.endpoint_id
     returning e.endpoint_id, e.project_id,
       case when j.health_now <> j.health then pg_notify('endpoint_health', e.endpoint_id::text || ' ' || j.health_now)::text
            when j.failures > 0 and j.failures_before = 0 then pg_notify('endpoint_health', e.endpoint_id::text || ' doubted')::text
       end as announced
   )
   select c.endpoint_id, c.project_id, j.health_now as health
   from changed c join judged j using (endpoint_id)
   where j.health_now <> j.health`,
);

/** An outage that is over, whose deaths have not been dealt with yet. */
export interface PastOutage {
  endpoint_id: number;
  project_id: number;
  redeliver_since: Date;
}

export function selectPastOutages(db: Queryable): Promise<PastOutage[]> {
  return db.rows(SELECT_PAST_OUTAGES);
}

const SELECT_PAST_OUTAGES = statement(
  "select_past_outages",
  `select endpoint_id, project_id, redeliver_since from endpoints
   where redeliver_since is not null and removed_at is null and health = 'healthy'
   order by endpoint_id`,
);

/** The outage is dealt with; another one that has ended meanwhile is not. */
export async function forgetOutage(db: Queryable, outage: PastOutage): Promise<void> {
  await db.execute(FORGET_OUTAGE, [outage.endpoint_id, outage.redeliver_since]);
}

const FORGET_OUTAGE = statement(
  "forget_outage",
  "update endpoints set redeliver_since = null where endpoint_id = $1 and redeliver_since = $2",
);
