import { type Queryable, type Statement, statement } from "../db/database.ts";
import { OUTCOME_COUNTS, type OutcomeCount } from "./outcome-tally.ts";

type CountedTable = "outcome_minutes" | "outcome_hours";

/** Which buckets: of so many seconds each, from `start` (a bound of one) to `end`. */
export interface BucketSpan {
  start: Date;
  end: Date;
  seconds: number;
}

export type OutcomeBucketRow = Record<OutcomeCount, number> & { starts_at: Date };

/** What was counted by bucket; those in which nothing happened are left out. Project 0 is the whole service. */
export function selectOutcomeBuckets(
  db: Queryable,
  projectId: number,
  table: CountedTable,
  span: BucketSpan,
): Promise<OutcomeBucketRow[]> {
  return db.rows(SELECT_BUCKETS[table], [projectId, span.start, span.end, span.seconds]);
}

const SUMS = OUTCOME_COUNTS.map((name) => `sum(${name})::bigint as ${name}`).join(", ");
const BUCKET = "date_bin(make_interval(secs => $4::int), starts_at, $2::timestamptz)";

const SELECT_BUCKETS = byTable(
  "select_buckets",
  (table) => `
    select ${BUCKET} as starts_at, ${SUMS}
    from ${table}
    where project_id = $1 and starts_at >= $2 and starts_at < $3
    group by 1`,
);

/** How many attempts took how long: `place` counts the histogram's places from 1; empty ones are left out. */
export interface LatencyRow {
  starts_at: Date;
  place: number;
  count: number;
}

export function selectLatencies(
  db: Queryable,
  projectId: number,
  table: CountedTable,
  span: BucketSpan,
): Promise<LatencyRow[]> {
  return db.rows(SELECT_LATENCIES[table], [projectId, span.start, span.end, span.seconds]);
}

const SELECT_LATENCIES = byTable(
  "select_latencies",
  (table) => `
    select ${BUCKET} as starts_at, place, sum(count)::bigint as count
    from ${table}, unnest(latency_counts) with ordinality as l (count, place)
    where project_id = $1 and starts_at >= $2 and starts_at < $3 and count > 0
    group by 1, 2`,
);

function byTable(name: string, textOf: (table: CountedTable) => string): Record<CountedTable, Statement> {
  return {
    outcome_minutes: statement(`${name}_of_minutes`, textOf("outcome_minutes")),
    outcome_hours: statement(`${name}_of_hours`, textOf("outcome_hours")),
  };
}

/** One minute of one endpoint. */
export type EndpointMinuteRow = { endpoint_id: number; starts_at: Date; delivered: number; failed: number };

export function selectEndpointMinutes(db: Queryable, projectId: number, since: Date): Promise<EndpointMinuteRow[]> {
  return db.rows(SELECT_ENDPOINT_MINUTES, [projectId, since]);
}

const FAILED = OUTCOME_COUNTS.filter((name) => name !== "delivered" && name !== "dead").join(" + ");

const SELECT_ENDPOINT_MINUTES = statement(
  "select_endpoint_minutes",
  `select endpoint_id, starts_at, delivered, ${FAILED} as failed
   from endpoint_outcome_minutes where project_id = $1 and starts_at >= $2`,
);

export function selectEndpointLatencies(
  db: Queryable,
  projectId: number,
  since: Date,
): Promise<{ endpoint_id: number; place: number; count: number }[]> {
  return db.rows(SELECT_ENDPOINT_LATENCIES, [projectId, since]);
}

const SELECT_ENDPOINT_LATENCIES = statement(
  "select_endpoint_latencies",
  `select endpoint_id, place, sum(count)::bigint as count
   from endpoint_outcome_minutes, unnest(latency_counts) with ordinality as l (count, place)
   where project_id = $1 and starts_at >= $2 and count > 0
   group by 1, 2`,
);

export interface LastAttemptRow {
  endpoint_id: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status: number | null;
}

export function selectLastAttempts(db: Queryable, projectId: number): Promise<LastAttemptRow[]> {
  return db.rows(SELECT_LAST_ATTEMPTS, [projectId]);
}

const SELECT_LAST_ATTEMPTS = statement(
  "select_last_attempts",
  "select endpoint_id, started_at, duration_ms, outcome, status from last_attempts where project_id = $1",
);

/** Hour by hour, of every project. */
export function selectProjectHours(
  db: Queryable,
  since: Date,
): Promise<{ project_id: number; starts_at: Date; delivered: number; failed: number }[]> {
  return db.rows(SELECT_PROJECT_HOURS, [since]);
}

const SELECT_PROJECT_HOURS = statement(
  "select_project_hours",
  `select project_id, starts_at, delivered, ${FAILED} as failed
   from outcome_hours where project_id > 0 and starts_at >= $1`,
);
