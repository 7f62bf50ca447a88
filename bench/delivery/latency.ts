import { setTimeout as sleep } from "node:timers/promises";
import type { BenchDatabase } from "./bench-database.ts";
import { eventOf, Load } from "./load.ts";
import type { ReceiverProcess } from "./receiver-process.ts";
import { ServiceProcess } from "./service-process.ts";
import { percentile } from "./table.ts";
import { untilReceived } from "./throughput.ts";

export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

const TICK_MS = 10;
const WARM_UP_MS = 3_000;

/** Single events at a steady rate, whether or not earlier ones are through; from before the request is sent. */
export async function measureLatency(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  plan: { eventsPerSecond: number; seconds: number },
): Promise<Latency> {
  const { db, url } = await database.create("latency");
  const service = await ServiceProcess.start(url);
  const load = new Load(service.url, 64);
  await load.createProject("bench", [`${receiver.origin}/ok`]);
  await offer(load, ["bench"], { eventsPerSecond: plan.eventsPerSecond, durationMs: WARM_UP_MS });
  await receiver.reset(true);
  const sentAtNs = await offer(load, ["bench"], {
    eventsPerSecond: plan.eventsPerSecond,
    durationMs: plan.seconds * 1_000,
  });
  await untilReceived(receiver, sentAtNs.size);
  const latency = latencyOf(sentAtNs, await receiver.arrivals());
  await load.close();
  await service.stop();
  await db.close();
  return latency;
}

/** Publishes single events to the projects in turn, at a rate that does not wait for answers; when each was sent. */
export async function offer(
  load: Load,
  projects: string[],
  plan: { eventsPerSecond: number; durationMs: number },
): Promise<Map<string, number>> {
  const sentAtNs = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let elapsed = 0; elapsed < plan.durationMs; elapsed = performance.now() - started) {
    const owed = Math.floor((elapsed / 1_000) * plan.eventsPerSecond) - sentAtNs.size;
    for (let i = 0; i < owed; i += 1) {
      const event = eventOf();
      sentAtNs.set(event.session_uid, Number(process.hrtime.bigint()));
      pending.push(load.publishOnce(projects[sentAtNs.size % projects.length] ?? "", JSON.stringify(event)));
    }
    await sleep(TICK_MS / 5);
  }
  await Promise.all(pending);
  return sentAtNs;
}

export function latencyOf(
  sentAtNs: ReadonlyMap<string, number>,
  arrivals: { sessions: string[]; paths: string[]; atNs: number[] },
): Latency {
  const latenciesMs: number[] = [];
  for (const [i, session] of arrivals.sessions.entries()) {
    const sent = sentAtNs.get(session);
    if (sent !== undefined) latenciesMs.push(((arrivals.atNs[i] ?? 0) - sent) / 1e6);
  }
  latenciesMs.sort((a, b) => a - b);
  return { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
}
