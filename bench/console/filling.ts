import { LATENCY_COUNTS } from "../../src/console/latency-histogram.ts";
import { OUTCOME_COUNTS } from "../../src/console/outcome-tally.ts";
import { type Database, statement } from "../../src/db/database.ts";

/** So many stores of the project, all with a place. */
export async function fillStores(db: Database, projectId: number, stores: number): Promise<void> {
  await db.execute(INSERT_STORES, [projectId, stores]);
  await db.execute(INSERT_ENTITY_SET, [projectId]);
}

const INSERT_STORES = statement(
  "bench_insert_stores",
  `insert into stores (project_id, store_number, store_name, store_type_name, region_name, street, city, latitude, longitude,
     is_active, is_deleted, additional_attributes, updated_at)
   select $1, 'S' || n, 'Store ' || n, 'Kiosk', 'Region ' || n % 50, 'Main street ' || n, 'City ' || n % 5000,
     n % 170 - 85, n % 360 - 180, true, n % 100 = 0, '{}', now()
   from generate_series(1, $2::int) as n`,
);
const INSERT_ENTITY_SET = statement(
  "bench_insert_entity_set",
  "insert into entity_sets (project_id, entity_type, generation, updated_at) values ($1, 'store', 1, now())",
);

/** Busy minutes and hours as far back as they are kept, for the service, the project and 100 endpoints; an audit log. */
export async function fillFigures(db: Database, projectId: number, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  await db.execute(INSERT_MINUTES, [projectId, at]);
  await db.execute(INSERT_HOURS, [projectId, at]);
  await db.execute(INSERT_ENDPOINT_MINUTES, [projectId, at]);
  await db.execute(INSERT_AUDIT_ENTRIES, [at]);
}

const COLUMNS = `${OUTCOME_COUNTS.join(", ")}, latency_counts`;
const VALUES = `${OUTCOME_COUNTS.map(() => "100").join(", ")}, array_fill(50, array[${LATENCY_COUNTS}])`;

const INSERT_MINUTES = statement(
  "bench_insert_minutes",
  `insert into outcome_minutes (project_id, starts_at, ${COLUMNS})
   select scope, date_trunc('minute', $2::timestamptz) - n * interval '1 minute', ${VALUES}
   from unnest(array[0, $1::bigint]) as scope, generate_series(0, 1500) as n`,
);
const INSERT_HOURS = statement(
  "bench_insert_hours",
  `insert into outcome_hours (project_id, starts_at, ${COLUMNS})
   select scope, date_trunc('hour', $2::timestamptz) - n * interval '1 hour', ${VALUES}
   from unnest(array[0, $1::bigint]) as scope, generate_series(0, 744) as n`,
);
const INSERT_ENDPOINT_MINUTES = statement(
  "bench_insert_endpoint_minutes",
  `insert into endpoint_outcome_minutes (project_id, endpoint_id, starts_at, ${COLUMNS})
   select $1, endpoint, date_trunc('minute', $2::timestamptz) - n * interval '1 minute', ${VALUES}
   from generate_series(1, 100) as endpoint, generate_series(0, 120) as n`,
);
const INSERT_AUDIT_ENTRIES = statement(
  "bench_insert_audit_entries",
  `insert into audit_log (happened_at, project_name, actor_kind, user_name, address, action)
   select $1::timestamptz - n * interval '1 minute', 'lists', 'project', 'user ' || n % 1000, '203.0.113.7', 'job.upload'
   from generate_series(1, 200000) as n`,
);
