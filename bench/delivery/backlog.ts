import { setTimeout as sleep } from "node:timers/promises";
import { type Database, statement } from "../../src/db/database.ts";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { DAY } from "../../src/lib/units.ts";
import { claimDeliveries, returnDeliveries, selectDueEndpoints } from "../../src/notifier/queue-store.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import { ServiceProcess } from "./service-process.ts";
import { type Line, percentile } from "./table.ts";

const ENDPOINTS = 100;
const FEW = 1_000;
const CLAIMS = 200;
const CLAIMED_EACH = 5;
/** Long enough to claim, send and settle some hundred thousand. */
const WATCHED_MS = 20_000;

/** Claims with a thousand and with a million deliveries pending; then the service's memory while it works them off. */
export async function measureBacklog(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  scale: number,
): Promise<Line[]> {
  const many = Math.ceil(1_000_000 * scale);
  const { db, url } = await database.create("backlog");
  for (const table of ["events", "analysis_results", "settled_deliveries", "attempts"]) {
    await ensureDayPartitions(db, table, Date.now() - DAY, 4);
  }
  await db.execute(INSERT_ENDPOINTS, [ENDPOINTS, `${receiver.origin}/ok/`]);
  await db.execute(INSERT_BACKLOG, [FEW, ENDPOINTS]);
  await db.run("analyze");
  const fewMs = await claimTime(db);
  await db.execute(INSERT_BACKLOG, [many - FEW, ENDPOINTS]);
  await db.run("vacuum analyze deliveries");
  const manyMs = await claimTime(db);

  await receiver.reset();
  const service = await ServiceProcess.start(url);
  await sleep(WATCHED_MS);
  const { peakMib } = service.memory();
  const { received } = await receiver.count();
  await service.stop();
  await db.close();
  const ratio = manyMs / fewMs;
  return [
    {
      figure: `backlog: claims with ${many.toLocaleString("en")} pending`,
      value: `${manyMs.toFixed(2)} ms against ${fewMs.toFixed(2)} ms with 1,000: ${ratio.toFixed(2)}`,
      target: "at most 1.5",
      reached: ratio <= 1.5,
    },
    {
      figure: "backlog: memory of the service while it works it off",
      value: `${Math.round(peakMib)} MiB (${Math.round(received / (WATCHED_MS / 1_000)).toLocaleString("en")} deliveries/s)`,
      target: "under 300 MB",
      reached: peakMib * 1.048_576 < 300,
    },
  ];
}

/** Milliseconds of one look for due endpoints and one claim over all of them; the median. */
async function claimTime(db: Database): Promise<number> {
  const takenMs: number[] = [];
  for (let i = 0; i < CLAIMS; i += 1) {
    const started = performance.now();
    const due = await selectDueEndpoints(db);
    const rooms = new Map(due.map(({ endpoint_id: id }) => [id, CLAIMED_EACH]));
    const claim = { now: new Date(), processId: 1, leaseToken: crypto.randomUUID() };
    const claimed = await claimDeliveries(db, rooms, claim);
    takenMs.push(performance.now() - started);
    await returnDeliveries(db, claimed, new Date());
    if (i % 20 === 0) await db.run("vacuum deliveries");
  }
  takenMs.sort((a, b) => a - b);
  return percentile(takenMs, 0.5);
}

const INSERT_ENDPOINTS = statement(
  "bench_insert_endpoints",
  `with project as (
     insert into projects (name, settings, created_at, updated_at) values ('backlog', '{}', now(), now()) returning project_id
   )
   insert into endpoints (project_id, url, position, created_at)
   select project_id, $2 || n, n, now() from project, generate_series(1, $1::int) as n`,
);

const INSERT_BACKLOG = statement(
  "bench_insert_backlog",
  `with event as (
     insert into events (event_uid, project_id, session_uid, wave_type, analysis_result_url, published_at, deliveries)
     select uuidv7(), project_id, gen_random_uuid(), 'primary', 'https://results.example/1.json', now(), 1
     from projects, generate_series(1, $1::int)
     returning event_uid, project_id, session_uid
   ),
   numbered as (
     select *, row_number() over () as n from event
   )
   insert into deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at)
   select uuidv7(), e.project_id, (select min(endpoint_id) from endpoints) + e.n % $2::int, e.event_uid, e.session_uid,
     'pending', now() - interval '1 hour' + e.n * interval '1 microsecond'
   from numbered e`,
);
