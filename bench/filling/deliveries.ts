import { type Database, statement } from "../../src/db/database.ts";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { DAY } from "../../src/lib/units.ts";
import { allEndpoints, DAYS, FAILING, fillProjects, GREAT, PROJECTS, SOUND } from "./endpoints.ts";

/** Of the settled deliveries; the rest is shared out among the other projects. */
const SHARE_OF_GREAT = 0.6;
/** Days are filled by so many connections at once. */
const CONNECTIONS = 3;
/** Of what is pending: the rest is owed to a sound endpoint, for a later attempt. */
const SHARE_OF_FAILING = 0.95;

/**
 * A month of deliveries of some projects, and what is still pending of the great one. 2 % are dead after twenty attempts,
 * one in a thousand is cancelled, 5 % took a second attempt; a session has two events.
 */
export async function fillDeliveries(
  db: Database,
  nowMs: number,
  { settled, pending }: { settled: number; pending: number },
): Promise<void> {
  for (const table of ["events", "settled_deliveries", "attempts"]) {
    await ensureDayPartitions(db, table, nowMs - DAYS * DAY, DAYS + 2);
  }
  await fillProjects(db, nowMs);
  const days = Array.from({ length: DAYS }, (_, day) => nowMs - (day + 1) * DAY);
  const fill = async () => {
    for (let start = days.pop(); start !== undefined; start = days.pop()) await fillDay(db, start, settled);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, fill));
  if (pending > 0) await fillQueue(db, nowMs, pending);
  await db.run("vacuum analyze");
}

async function fillDay(db: Database, startMs: number, settled: number): Promise<void> {
  for (let project = 1; project <= PROJECTS; project += 1) {
    const share = project === GREAT ? SHARE_OF_GREAT : (1 - SHARE_OF_GREAT) / (PROJECTS - 1);
    const events = Math.round((settled * share) / DAYS / fanOut(project, startMs));
    await db.execute(INSERT_HISTORY, [project, new Date(startMs), new Date(startMs + DAY), events]);
  }
}

/** Endpoints that were there on the day. */
function fanOut(project: number, startMs: number): number {
  const daysAgo = (Date.now() - startMs) / DAY;
  const present = allEndpoints().filter(
    ({ projectId, sinceDays, removedDays }) =>
      projectId === project && sinceDays >= daysAgo - 0.5 && (removedDays ?? -1) < daysAgo - 0.5,
  );
  return Math.max(1, present.length);
}

const INSERT_HISTORY = statement(
  "bench_insert_history",
  `with event as (
     insert into events (event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, published_at, deliveries)
     select uuidv7(at - clock_timestamp()), $1::bigint, 'result-' || i, md5($1 || ':' || $2 || ':' || i / 2)::uuid,
       case when i % 2 = 0 then 'primary' else 'recalculate' end, 'https://results.example/' || i || '.json',
       'ST-' || lpad((i % 1000000)::text, 8, '0'), at, 5
     from generate_series(0, $4::int - 1) as i,
       lateral (select $2::timestamptz + i * (($3::timestamptz - $2::timestamptz) / $4::int) as at) as t
     returning event_uid, session_uid, published_at
   ),
   owed as materialized (
     select event_uid, session_uid, published_at, endpoint_id, random() as fate
     from event join endpoints e on e.project_id = $1 and e.created_at <= published_at and coalesce(e.removed_at > published_at, true)
   ),
   delivery as (
     insert into settled_deliveries
       (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, reason, round, attempts, last_failure, last_status,
        settled_at, attempt_started_at, attempt_duration_ms, attempt_answer)
     select uuidv7(published_at - clock_timestamp()), $1, endpoint_id, event_uid, session_uid,
       case when fate < 0.02 then 'dead' when fate < 0.021 then 'cancelled' else 'delivered' end,
       case when fate < 0.02 then 'attempts_exhausted' when fate < 0.021 then 'endpoint_removed' end,
       case when fate < 0.02 then 2 else 1 end,
       case when fate < 0.02 then 20 when fate < 0.021 then 3 when fate < 0.07 then 2 else 1 end,
       case when fate < 0.021 then 'status_rejected' end, case when fate < 0.021 then 500 else 200 end,
       published_at, published_at, 5 + 40 * fate, case when fate < 0.021 then '{"error":"the receiver has no room left"}' end
     from owed
     returning delivery_id, settled_at, attempts
   )
   insert into attempts (delivery_id, attempt_number, round, started_at, duration_ms, outcome, status, answer)
   select delivery_id, n, 1 + (n - 1) / 10, settled_at, 5, 'status_rejected', 500, '{"error":"the receiver has no room left"}'
   from delivery, generate_series(1, attempts - 1) as n`,
);

async function fillQueue(db: Database, nowMs: number, pending: number): Promise<void> {
  const failing = Math.round(pending * SHARE_OF_FAILING);
  await db.execute(INSERT_PENDING, [GREAT, FAILING, new Date(nowMs - DAY / 4), new Date(nowMs), failing]);
  await db.execute(INSERT_PENDING, [GREAT, SOUND, new Date(nowMs - DAY / 24), new Date(nowMs), pending - failing]);
}

/** The sound endpoint's are tried again within the next two hours. */
const INSERT_PENDING = statement(
  "bench_insert_pending",
  `with event as (
     insert into events (event_uid, project_id, session_uid, wave_type, analysis_result_url, published_at, deliveries)
     select uuidv7(at - clock_timestamp()), $1::bigint, md5($2::bigint || '-' || i / 2)::uuid, 'primary', 'https://results.example/' || i || '.json', at, 1
     from generate_series(0, $5::int - 1) as i,
       lateral (select $3::timestamptz + i * (($4::timestamptz - $3::timestamptz) / $5::int) as at) as t
     returning event_uid, session_uid, published_at
   )
   insert into deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, attempts, last_failure, last_status)
   select uuidv7(published_at - clock_timestamp()), $1, $2, event_uid, session_uid, 'pending', published_at + interval '2 hours', 3,
     'status_rejected', 503
   from event`,
);
