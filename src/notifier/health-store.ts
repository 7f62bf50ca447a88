import { type Queryable, statement } from "../db/database.ts";

/** How the latest attempts at one endpoint went. */
export interface HealthReport {
  endpointId: number;
  /** Whether any of them succeeded. */
  succeeded: boolean;
  /** Failures in a row, counted from the end. */
  failuresInARow: number;
  /** The delivery that failed last: it goes on as the probe of an endpoint that is failing now. */
  lastFailedDeliveryId: string | null;
}

export interface HealthChange {
  endpointId: number;
  projectId: number;
  health: "healthy" | "failing";
  /** Set when it became healthy: the beginning of the outage that is over. */
  failingSince: Date | null;
}

/** Counts failures in a row and changes the health of endpoints; the answer names those whose health changed. */
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
    failing_since: Date | null;
  }>(REPORT_HEALTH, [
    reports.map((report) => report.endpointId),
    reports.map((report) => report.succeeded),
    reports.map((report) => report.failuresInARow),
    reports.map((report) => report.lastFailedDeliveryId),
    at,
    failuresUntilFailing,
  ]);
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    projectId: row.project_id,
    health: row.health,
    failingSince: row.failing_since,
  }));
}

const REPORT_HEALTH = statement(
  "report_health",
  `with given as (
     select * from unnest($1::bigint[], $2::boolean[], $3::int[], $4::uuid[])
       as g (endpoint_id, succeeded, failures, last_failed)
   ),
   before as (
     select e.endpoint_id, e.health, e.failing_since,
       case when g.succeeded then g.failures else e.consecutive_failures + g.failures end as failures,
       g.succeeded, g.last_failed
     from endpoints e join given g using (endpoint_id)
     where e.removed_at is null
     order by e.endpoint_id
     for update of e
   ),
   judged as (
     select *, case
         when failures >= $6 then 'failing'
         when succeeded then 'healthy'
         else health
       end as health_now
     from before
   ),
   changed as (
     update endpoints e
     set consecutive_failures = j.failures,
       health = j.health_now,
       failing_since = case when j.health_now = 'failing' then coalesce(j.failing_since, $5) end,
       probe_delivery_id = case when j.health_now = 'failing' and j.health = 'healthy' then j.last_failed
                                when j.health_now = 'failing' then e.probe_delivery_id end
     from judged j
     where e.endpoint_id = j.endpoint_id
     returning e.endpoint_id, e.project_id
   ),
   announced as (
     select pg_notify('endpoint_health', endpoint_id::text || ' ' || health_now) from judged where health_now <> health
   )
   select c.endpoint_id, c.project_id, j.health_now as health,
     case when j.health_now = 'healthy' then j.failing_since end as failing_since
   from changed c join judged j using (endpoint_id)
   where j.health_now <> j.health and (select count(*) from announced) >= 0`,
);
