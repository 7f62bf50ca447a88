/**
 * `npm run bench:delivery`: every figure of the delivery engine, in one run, in one table. Options: `--only a,b` of
 * floors, throughput, https, latency, fairness, backlog, processes, lists, statements; `--scale 0.1` for a tenth of the work.
 */
import { parseArgs } from "node:util";
import { step } from "../step.ts";
import { measureBacklog } from "./backlog.ts";
import { BenchDatabase } from "./bench-database.ts";
import { measureFairness } from "./fairness.ts";
import { durableFloor, rawFloor } from "./floors.ts";
import { measureLatency } from "./latency.ts";
import { measureLists } from "./lists.ts";
import { type CountingReceiver, NginxReceiver } from "./nginx-receiver.ts";
import { measureProcesses } from "./processes.ts";
import { ReceiverProcess } from "./receiver-process.ts";
import { measureStatements } from "./statements.ts";
import { type Line, perSecond, printTable } from "./table.ts";
import { measureThroughput } from "./throughput.ts";

const { values: options } = parseArgs({ options: { only: { type: "string" }, scale: { type: "string" } } });
const only = options.only?.split(",");
const scale = Number(options.scale ?? 1);
const lines: Line[] = [];

const database = await BenchDatabase.start();
try {
  if (wants("floors") || wants("throughput")) await withReceiver(cheapReceiver("http"), throughputFigures);
  if (wants("https")) await withReceiver(cheapReceiver("https"), httpsFigures);
  await withReceiver(ReceiverProcess.start("http"), otherFigures);
} finally {
  await database.stop();
  console.log();
  printTable(lines);
}

/** nginx where the machine has it (Debian's package), else a bare Node server. */
function cheapReceiver(protocol: "http" | "https"): Promise<CountingReceiver> {
  return NginxReceiver.isPresent() ? NginxReceiver.start(protocol) : ReceiverProcess.start(protocol);
}

async function withReceiver<R extends CountingReceiver>(
  starting: Promise<R>,
  measure: (receiver: R) => Promise<void>,
): Promise<void> {
  const receiver = await starting;
  try {
    await measure(receiver);
  } finally {
    await receiver.stop();
  }
}

/** These need a receiver that refuses, hangs, or knows what arrived when. */
async function otherFigures(receiver: ReceiverProcess): Promise<void> {
  if (wants("latency")) await latencyFigures(receiver);
  if (wants("fairness")) lines.push(...(await step("fairness", () => measureFairness(database, receiver, scale))));
  if (wants("backlog")) lines.push(...(await step("backlog", () => measureBacklog(database, receiver, scale))));
  if (wants("processes")) lines.push(...(await step("processes", () => measureProcesses(database, receiver, scale))));
  if (wants("lists")) lines.push(...(await step("lists", () => measureLists(database, scale))));
  if (wants("statements"))
    lines.push(...(await step("statements", () => measureStatements(database, receiver, scale))));
}

async function throughputFigures(receiver: CountingReceiver): Promise<void> {
  let durable = await floors(receiver, "");
  if (!wants("throughput")) return;
  const plans = [
    { name: "fan_out_1", events: 300_000, fanOut: 1, batch: 100, concurrency: 4, least: 8_000, share: 0.6 },
    { name: "fan_out_5", events: 60_000, fanOut: 5, batch: 100, concurrency: 4, share: 0.7 },
    { name: "singles", events: 60_000, fanOut: 1, batch: 1, concurrency: 32, least: 3_000 },
  ];
  for (const plan of plans) {
    const events = Math.ceil(plan.events * scale);
    const result = await step(plan.name, () => measureThroughput(database, receiver, { ...plan, events }));
    const measured = plan.batch === 1 ? result.publishesPerSecond : result.deliveriesPerSecond;
    const what = `${events.toLocaleString("en")} events, fan-out ${plan.fanOut}, batches of ${plan.batch}`;
    const targets = [plan.least && `at least ${perSecond(plan.least)}`, plan.share && `${plan.share} of durable`];
    const before = durable;
    durable = await durableFigure(receiver, ` after fan-out ${plan.fanOut}, batches of ${plan.batch}`);
    const share = measured / ((before + durable) / 2);
    const isFast = plan.least === undefined || measured >= plan.least;
    const isNear = plan.share === undefined || share >= plan.share;
    lines.push({
      figure: `throughput: ${what}`,
      value: `${perSecond(measured)}, ${share.toFixed(2)} of durable, peak ${Math.round(result.peakMib)} MiB`,
      target: targets.filter(Boolean).join(", "),
      reached: isFast && isNear,
    });
  }
}

async function httpsFigures(receiver: CountingReceiver): Promise<void> {
  const before = await floors(receiver, " over HTTPS");
  const plan = { name: "https", events: Math.ceil(100_000 * scale), fanOut: 1, batch: 100, concurrency: 4 };
  const { deliveriesPerSecond } = await step("https", () => measureThroughput(database, receiver, plan));
  const share = deliveriesPerSecond / ((before + (await durableFigure(receiver, " over HTTPS, after"))) / 2);
  lines.push({
    figure: `throughput over HTTPS: ${plan.events.toLocaleString("en")} events, fan-out 1`,
    value: `${perSecond(deliveriesPerSecond)}, ${share.toFixed(2)} of durable`,
    target: "0.5 of durable over HTTPS",
    reached: share >= 0.5,
  });
}

async function floors(receiver: CountingReceiver, suffix: string): Promise<number> {
  const raw = await step(`raw floor${suffix}`, () => rawFloor(receiver.origin, Math.ceil(100_000 * scale)));
  lines.push({ figure: `floor, raw${suffix}`, value: perSecond(raw) });
  return durableFigure(receiver, suffix);
}

/** Measured on both sides of what is compared with it: the speed of a machine may change by a third within minutes. */
async function durableFigure(receiver: CountingReceiver, suffix: string): Promise<number> {
  const durable = await step(`durable floor${suffix}`, async () => {
    const db = database.connect("postgres");
    const rate = await durableFloor(db, receiver.origin, Math.ceil(100_000 * scale));
    await db.close();
    return rate;
  });
  lines.push({ figure: `floor, durable${suffix}`, value: perSecond(durable) });
  return durable;
}

async function latencyFigures(receiver: ReceiverProcess): Promise<void> {
  const plan = { eventsPerSecond: 500, seconds: Math.max(5, 20 * scale) };
  const { p50Ms, p99Ms } = await step("latency", () => measureLatency(database, receiver, plan));
  lines.push({
    figure: "latency, publish to receiver, 500 events/s",
    value: `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    target: "p50 under 10 ms, p99 under 50 ms",
    reached: p50Ms < 10 && p99Ms < 50,
  });
}

function wants(name: string): boolean {
  return only === undefined || only.includes(name);
}
