import { setTimeout as sleep } from "node:timers/promises";
import { type Database, statement } from "../../src/db/database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { bodiesOf, Load } from "./load.ts";
import type { CountingReceiver } from "./nginx-receiver.ts";
import { ServiceProcess } from "./service-process.ts";

export interface ThroughputPlan {
  name: string;
  events: number;
  fanOut: number;
  batch: number;
  concurrency: number;
}

export interface ThroughputResult {
  deliveriesPerSecond: number;
  /** Requests answered 202 a second, while the publishing lasted. */
  publishesPerSecond: number;
  peakMib: number;
}

/** Seldom enough to cost nothing: each question takes a millisecond of the machine. */
const POLL_MS = 100;

/** From the first publish request until every delivery is received and settled in the history. */
export async function measureThroughput(
  database: BenchDatabase,
  receiver: CountingReceiver,
  plan: ThroughputPlan,
): Promise<ThroughputResult> {
  const { db, url } = await database.create(plan.name);
  const service = await ServiceProcess.start(url);
  const load = new Load(service.url);
  const urls = Array.from({ length: plan.fanOut }, (_, i) => `${receiver.origin}/ok/${i}`);
  await load.createProject("bench", urls);
  await load.publish("bench", 2_000, { batch: 100, concurrency: 2 });
  await untilSettled(db, 2_000 * plan.fanOut);
  await database.settle();

  const bodies = bodiesOf(plan.events, plan.batch);
  await receiver.forget();
  const started = performance.now();
  await load.publishAll("bench", bodies, plan.concurrency);
  const published = performance.now();
  await untilReceived(receiver, plan.events * plan.fanOut);
  await untilSettled(db, (2_000 + plan.events) * plan.fanOut);
  const ended = performance.now();
  const { peakMib } = service.memory();
  await load.close();
  await service.stop();
  await db.close();
  return {
    deliveriesPerSecond: (plan.events * plan.fanOut) / ((ended - started) / 1_000),
    publishesPerSecond: plan.events / plan.batch / ((published - started) / 1_000),
    peakMib,
  };
}

export async function untilReceived(receiver: CountingReceiver, count: number): Promise<void> {
  while ((await receiver.received()) < count) await sleep(POLL_MS);
}

/** The queue is empty, and the history complete. */
export async function untilSettled(db: Database, count: number): Promise<void> {
  while ((await db.one<{ left: boolean }>(IS_LEFT)).left) await sleep(POLL_MS);
  const { delivered } = await db.one<{ delivered: number }>(COUNT_DELIVERED);
  if (delivered !== count) throw new Error(`expected ${count} delivered, found ${delivered}`);
}

const IS_LEFT = statement("bench_is_left", "select exists (select from deliveries) as left");
const COUNT_DELIVERED = statement(
  "bench_count_delivered",
  "select count(*) as delivered from settled_deliveries where state = 'delivered'",
);
