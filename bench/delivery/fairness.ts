import { setTimeout as sleep } from "node:timers/promises";
import { type Database, statement } from "../../src/db/database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { type Latency, latencyOf, offer } from "./latency.ts";
import { Load } from "./load.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import { ServiceProcess } from "./service-process.ts";
import { type Line, perSecond } from "./table.ts";
import { untilReceived } from "./throughput.ts";

const SOUND_PROJECTS = 8;
const ENDPOINTS_PER_PROJECT = 20;
const OFFERED_EVENTS_PER_SECOND = 25;
/** The second round comes soon, so that a recovery is noticed while somebody watches. */
const ROUND_DELAY_MINUTES = "0.1";

interface Run extends Latency {
  deliveriesPerSecond: number;
}

/**
 * 200 endpoints of one receiver. First only the 160 sound ones; then 20 more that hang until the timeout and 20 that
 * answer 500, with many deliveries waiting for them, while the sound ones get the same load again; then they recover.
 */
export async function measureFairness(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  scale: number,
): Promise<Line[]> {
  const { db, url } = await database.create("fairness");
  const service = await ServiceProcess.start(url, { SHELFWIRE_ROUND_DELAYS_MINUTES: ROUND_DELAY_MINUTES });
  const load = new Load(service.url, 64);
  const sound = Array.from({ length: SOUND_PROJECTS }, (_, i) => `sound-${i}`);
  for (const project of sound) await load.createProject(project, urlsOf(receiver, `/ok/${project}`));
  await load.createProject("hanging", urlsOf(receiver, "/hang"));
  await load.createProject("refusing", urlsOf(receiver, "/refuse"));

  const events = Math.ceil(2_000 * scale);
  const seconds = Math.max(5, 15 * scale);
  await measureSound(load, receiver, sound, { events: Math.ceil(events / 4), seconds: 2 });
  const alone = await measureSound(load, receiver, sound, { events, seconds });

  const waitingEach = Math.ceil((100_000 * scale) / 2 / ENDPOINTS_PER_PROJECT);
  for (const project of ["hanging", "refusing"]) {
    await load.publish(project, waitingEach, { batch: 100, concurrency: 2 });
  }
  await sleep(12_000);
  const beside = await measureSound(load, receiver, sound, { events, seconds });
  const accounted = await db.one<Accounted>(COUNT_ACCOUNTED);
  const owed = waitingEach * 2 * ENDPOINTS_PER_PROJECT;

  await receiver.mend();
  const drained = await drainTime(db);
  await load.close();
  await service.stop();
  await db.close();
  return linesOf(alone, beside, { ...accounted, owed }, drained);
}

async function measureSound(
  load: Load,
  receiver: ReceiverProcess,
  projects: string[],
  plan: { events: number; seconds: number },
): Promise<Run> {
  await receiver.reset();
  const started = performance.now();
  const each = Math.ceil(plan.events / projects.length);
  await Promise.all(projects.map((project) => load.publish(project, each, { batch: 50, concurrency: 1 })));
  const deliveries = each * projects.length * ENDPOINTS_PER_PROJECT;
  await untilReceived(receiver, deliveries);
  const deliveriesPerSecond = deliveries / ((performance.now() - started) / 1_000);

  await receiver.reset(true);
  const offered = { eventsPerSecond: OFFERED_EVENTS_PER_SECOND, durationMs: plan.seconds * 1_000 };
  const sentAtNs = await offer(load, projects, offered);
  await untilReceived(receiver, sentAtNs.size * ENDPOINTS_PER_PROJECT);
  return { deliveriesPerSecond, ...latencyOf(sentAtNs, await receiver.arrivals()) };
}

/** From the recovery, and from the moment at which the first endpoint was found to be healthy, until nothing waits. */
async function drainTime(db: Database): Promise<{ fromRecoveryMs: number; fromNoticeMs: number }> {
  const recovered = performance.now();
  const { left: before } = await db.one<{ left: number }>(COUNT_LEFT);
  let noticed: number | undefined;
  while (true) {
    const { left } = await db.one<{ left: number }>(COUNT_LEFT);
    if (noticed === undefined && left < before * 0.99) noticed = performance.now();
    if (left === 0) break;
    await sleep(100);
  }
  const ended = performance.now();
  return { fromRecoveryMs: ended - recovered, fromNoticeMs: ended - (noticed ?? recovered) };
}

interface Accounted {
  queued: number;
  settled: number;
}

function linesOf(
  alone: Run,
  beside: Run,
  accounted: Accounted & { owed: number },
  drained: { fromRecoveryMs: number; fromNoticeMs: number },
): Line[] {
  const throughputRatio = beside.deliveriesPerSecond / alone.deliveriesPerSecond;
  const latencyRatio = beside.p99Ms / alone.p99Ms;
  // Few deliveries are gone before the last endpoint's probe has noticed: a share of a minute means nothing then.
  const minutesAllowed = Math.max(accounted.owed / 100_000, 0.5);
  const found = accounted.queued + accounted.settled;
  return [
    {
      figure: "fairness: throughput of 160 sound endpoints beside 40 bad ones",
      value: `${perSecond(beside.deliveriesPerSecond)} against ${perSecond(alone.deliveriesPerSecond)}: ${throughputRatio.toFixed(2)}`,
      target: "at least 0.9",
      reached: throughputRatio >= 0.9,
    },
    {
      figure: "fairness: p99 of the sound endpoints",
      value: `${beside.p99Ms.toFixed(1)} ms against ${alone.p99Ms.toFixed(1)} ms: ${latencyRatio.toFixed(2)}`,
      target: "at most 1.5",
      reached: latencyRatio <= 1.5,
    },
    {
      figure: "fairness: deliveries of the bad endpoints accounted for",
      value: `${found.toLocaleString("en")} of ${accounted.owed.toLocaleString("en")}`,
      target: "all",
      reached: found === accounted.owed,
    },
    {
      figure: "fairness: drained after their recovery",
      value: `${(drained.fromRecoveryMs / 1_000).toFixed(1)} s, of it ${(drained.fromNoticeMs / 1_000).toFixed(1)} s since it was noticed`,
      target: "a minute per 100,000",
      reached: drained.fromNoticeMs / 60_000 <= minutesAllowed,
    },
  ];
}

function urlsOf(receiver: ReceiverProcess, path: string): string[] {
  return Array.from({ length: ENDPOINTS_PER_PROJECT }, (_, i) => `${receiver.origin}${path}/${i}`);
}

const COUNT_ACCOUNTED = statement(
  "bench_count_accounted",
  `select
     (select count(*) from deliveries d join projects p using (project_id) where p.name in ('hanging', 'refusing')) as queued,
     (select count(*) from settled_deliveries d join projects p using (project_id) where p.name in ('hanging', 'refusing')) as settled`,
);

const COUNT_LEFT = statement("bench_count_left", "select count(*) as left from deliveries");
