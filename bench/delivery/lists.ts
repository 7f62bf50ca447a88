import { type Database, statement } from "../../src/db/database.ts";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { uuidv7Floor } from "../../src/lib/ids.ts";
import { DAY, MINUTE } from "../../src/lib/units.ts";
import { Deliveries, type DeliveryFilter } from "../../src/notifier/deliveries.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { type Line, percentile } from "./table.ts";

/** Settled deliveries of one project over a month: five of each event, one in a thousand dead. */
const ROWS = 3_000_000;
const DAYS = 30;
const ENDPOINTS = 100;
const FAN_OUT = 5;
const PROJECT = 1;
const PAGE = 100;
const ASKED = 60;
/** Written at once, so that filling needs no room for a sort of it all. */
const BATCH_EVENTS = 50_000;
/** What one waits for without noticing. */
const TARGET_MS = 50;

/** How long one page of a list takes with a month of history: the slowest of many, in different places of it. */
export async function measureLists(database: BenchDatabase, scale: number): Promise<Line[]> {
  const rows = Math.ceil(ROWS * scale);
  const { db } = await database.create("lists");
  const now = Date.now();
  await fillHistory(db, now, Math.ceil(rows / FAN_OUT));
  const deliveries = new Deliveries({ db, clock: systemClock, retentionDays: DAYS, announce: () => {} });
  const { rows: some } = await deliveries.list(PROJECT, {}, { before: uuidv7Floor(now - 9 * DAY), limit: ASKED });
  const sessionOf = (i: number) => some[i % some.length]?.session_uid;
  const urlOf = (i: number) => `https://hooks.example/${1 + (i % ENDPOINTS)}`;
  const lists: [string, (i: number) => DeliveryFilter][] = [
    ["all", () => ({})],
    ["dead", () => ({ state: "dead" })],
    ["of one endpoint", (i) => ({ url: urlOf(i) })],
    ["delivered to one endpoint", (i) => ({ url: urlOf(i), state: "delivered" })],
    ["dead of one endpoint", (i) => ({ url: urlOf(i), state: "dead" })],
    ["of one session", (i) => ({ sessionUid: sessionOf(i) })],
    ["within ten minutes", (i) => ({ fromMs: now - i * 0.4 * DAY, toMs: now - i * 0.4 * DAY + 10 * MINUTE })],
  ];
  const lines: Line[] = [];
  for (const [name, filterOf] of lists) {
    lines.push(lineOf(`page of ${PAGE} deliveries, ${name}`, rows, await timesOf((i) => page(i, filterOf(i)))));
  }
  const ids = some.map((row) => row.delivery_id);
  const one = await timesOf((i) => deliveries.one(PROJECT, ids[i % ids.length] ?? ""));
  lines.push(lineOf("one delivery with its attempts", rows, one));
  await db.close();
  return lines;

  function page(i: number, filter: DeliveryFilter): Promise<unknown> {
    const before = filter.fromMs === undefined ? uuidv7Floor(now - ((i * DAYS) / ASKED) * 0.9 * DAY) : undefined;
    return deliveries.list(PROJECT, filter, { before, limit: PAGE });
  }
}

function lineOf(what: string, rows: number, sortedMs: number[]): Line {
  const slowest = sortedMs.at(-1) ?? 0;
  return {
    figure: `${what}, of ${rows.toLocaleString("en")}`,
    value: `${percentile(sortedMs, 0.5).toFixed(1)} ms, slowest of ${sortedMs.length} ${slowest.toFixed(1)} ms`,
    target: `at most ${TARGET_MS} ms`,
    reached: slowest <= TARGET_MS,
  };
}

async function timesOf(ask: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  // The first few make the plans.
  for (let i = -6; i < ASKED; i += 1) {
    const started = performance.now();
    await ask(Math.max(i, 0));
    if (i >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

/** A month of history of one project, written so that any part of it can be looked at; five deliveries an event. */
export async function fillHistory(db: Database, now: number, events: number): Promise<void> {
  for (const table of ["events", "settled_deliveries", "attempts"]) {
    await ensureDayPartitions(db, table, now - DAYS * DAY, DAYS + 2);
  }
  await db.execute(INSERT_ENDPOINTS, [ENDPOINTS]);
  for (let from = 0; from < events; from += BATCH_EVENTS) {
    await db.execute(INSERT_HISTORY, [from, Math.min(events, from + BATCH_EVENTS), (DAYS * DAY) / events, FAN_OUT]);
  }
  await db.run("vacuum analyze");
}

const INSERT_ENDPOINTS = statement(
  "bench_insert_list_endpoints",
  `with project as (
     insert into projects (name, settings, created_at, updated_at) values ('lists', '{}', now(), now()) returning project_id
   )
   insert into endpoints (project_id, url, position, created_at)
   select project_id, 'https://hooks.example/' || n, n, now() from project, generate_series(1, $1::int) as n`,
);

/** Events $1 to $2, counted back from now, $3 milliseconds apart. */
const INSERT_HISTORY = statement(
  "bench_insert_history",
  `with event as (
     insert into events (event_uid, project_id, session_uid, wave_type, analysis_result_url, published_at, deliveries)
     select uuidv7(-i * $3::float8 * interval '1 millisecond'), ${PROJECT}, gen_random_uuid(), 'primary',
       'https://results.example/1.json', now() - i * $3::float8 * interval '1 millisecond', $4
     from generate_series($1::int, $2::int - 1) as i
     returning event_uid, session_uid, published_at
   ),
   delivery as (
     insert into settled_deliveries
       (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, reason, round, attempts, settled_at,
        attempt_started_at, attempt_duration_ms)
     select uuidv7(e.published_at - now()), ${PROJECT}, 1 + (random() * ${ENDPOINTS - 1})::int, e.event_uid, e.session_uid,
       case when r < 0.001 then 'dead' else 'delivered' end, case when r < 0.001 then 'attempts_exhausted' end, 1, 2, e.published_at,
       e.published_at, 5
     from event e, generate_series(1, $4::int), lateral (select random() + 0 * extract(epoch from e.published_at) as r) as chance
     returning delivery_id, settled_at
   )
   insert into attempts (delivery_id, attempt_number, round, started_at, duration_ms, outcome, status)
   select delivery_id, 1, 1, settled_at, 5, 'status_rejected', 500 from delivery where random() < 0.2`,
);
