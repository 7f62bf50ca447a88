import { LATENCY_COUNTS } from "../../src/console/latency-histogram.ts";
import { OUTCOME_COUNTS } from "../../src/console/outcome-tally.ts";
import { type Database, statement } from "../../src/db/database.ts";

/**
 * What the service has counted itself: busy minutes and hours as far back as they are kept, of the service, every project
 * and every endpoint. Figures that are there already are replaced, as they age.
 */
export async function fillFigures(db: Database, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  await db.run("truncate outcome_minutes, outcome_hours, endpoint_outcome_minutes, last_attempts");
  for (const fill of [INSERT_MINUTES, INSERT_HOURS, INSERT_ENDPOINT_MINUTES, INSERT_LAST_ATTEMPTS]) {
    await db.execute(fill, [at]);
  }
  await db.run("vacuum analyze outcome_minutes, outcome_hours, endpoint_outcome_minutes, last_attempts");
}

const COLUMNS = `${OUTCOME_COUNTS.join(", ")}, latency_counts`;
const VALUES = `${OUTCOME_COUNTS.map(() => "100").join(", ")}, array_fill(50, array[${LATENCY_COUNTS}])`;
/** Project 0 is the whole service. */
const SCOPES = "(select 0 as project_id union all select project_id from projects) as scopes";

const INSERT_MINUTES = statement(
  "bench_insert_minutes",
  `insert into outcome_minutes (project_id, starts_at, ${COLUMNS})
   select project_id, date_trunc('minute', $1::timestamptz) - n * interval '1 minute', ${VALUES}
   from ${SCOPES}, generate_series(0, 1500) as n`,
);
const INSERT_HOURS = statement(
  "bench_insert_hours",
  `insert into outcome_hours (project_id, starts_at, ${COLUMNS})
   select project_id, date_trunc('hour', $1::timestamptz) - n * interval '1 hour', ${VALUES}
   from ${SCOPES}, generate_series(0, 744) as n`,
);
const INSERT_ENDPOINT_MINUTES = statement(
  "bench_insert_endpoint_minutes",
  `insert into endpoint_outcome_minutes (project_id, endpoint_id, starts_at, ${COLUMNS})
   select project_id, endpoint_id, date_trunc('minute', $1::timestamptz) - n * interval '1 minute', ${VALUES}
   from endpoints, generate_series(0, 120) as n where removed_at is null`,
);
const INSERT_LAST_ATTEMPTS = statement(
  "bench_insert_last_attempts",
  `insert into last_attempts (endpoint_id, project_id, started_at, duration_ms, outcome, status)
   select endpoint_id, project_id, $1::timestamptz - interval '3 seconds', 12, 'delivered', 204 from endpoints`,
);
