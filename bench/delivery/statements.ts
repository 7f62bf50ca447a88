import { statement } from "../../src/db/database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { Load } from "./load.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import { ServiceProcess } from "./service-process.ts";
import type { Line } from "./table.ts";
import { untilSettled } from "./throughput.ts";

/** SQL statements for each delivery of a batched load, as the server counts them, everything included. */
export async function measureStatements(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  scale: number,
): Promise<Line[]> {
  await database.countStatements();
  const { db, url } = await database.create("statements");
  await db.run("create extension pg_stat_statements");
  const service = await ServiceProcess.start(url);
  const load = new Load(service.url);
  await load.createProject("bench", [`${receiver.origin}/ok`]);
  const events = Math.ceil(50_000 * scale);
  await db.run("select pg_stat_statements_reset()");
  await load.publish("bench", events, { batch: 100, concurrency: 4 });
  await untilSettled(db, events);
  const { calls } = await db.one<{ calls: number }>(COUNT_CALLS);
  await load.close();
  await service.stop();
  await db.close();
  const each = calls / events;
  return [
    {
      figure: "SQL statements a delivery, batches of 100",
      value: each.toFixed(3),
      target: "under 0.1",
      reached: each < 0.1,
    },
  ];
}

const COUNT_CALLS = statement(
  "bench_count_calls",
  `select coalesce(sum(calls), 0)::bigint as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
   where d.datname = current_database() and query not like '%pg_stat_statements%'
     and query not like 'select exists (select from deliveries) as left'`,
);
