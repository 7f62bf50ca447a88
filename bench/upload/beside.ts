import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchDatabase } from "../delivery/bench-database.ts";
import { latencyOf, offer } from "../delivery/latency.ts";
import { Load } from "../delivery/load.ts";
import { ReceiverProcess } from "../delivery/receiver-process.ts";
import { type Line, percentile } from "../delivery/table.ts";
import { untilReceived } from "../delivery/throughput.ts";
import { Installation } from "./installation.ts";
import { writeStores } from "./store-file.ts";

const EVENTS_PER_SECOND = 200;
const QUIET_MS = 5_000;
const READ_PAUSE_MS = 50;
const READ_PATH = "/entity/store?per_page=200&page=3";

/** Callbacks and reads while a job runs in the same installation, against the same without it. */
export async function measureBeside(database: BenchDatabase, folder: string, rows: number): Promise<Line[]> {
  const receiver = await ReceiverProcess.start("http");
  const installation = await Installation.start(database, "beside");
  const load = new Load(installation.service.url, 16);
  try {
    await load.createProject("callbacks", [`${receiver.origin}/ok`]);
    const small = join(folder, "beside-small.csv");
    writeStores(small, { rows: 5_000, format: "csv", edition: 0, badEvery: 0 });
    await installation.upload(small, "CSV");
    const large = join(folder, "beside-large.csv");
    writeStores(large, { rows, format: "csv", edition: 1, badEvery: 0 });
    await offer(load, ["callbacks"], { eventsPerSecond: EVENTS_PER_SECOND, durationMs: 2_000 });

    const quiet = await observe({ installation, load, receiver }, async () => {
      await sleep(QUIET_MS);
    });
    const busy = await observe({ installation, load, receiver }, async () => {
      await installation.upload(large, "CSV");
    });
    const ratio = busy.readMs / quiet.readMs;
    return [
      {
        figure: `callbacks, ${EVENTS_PER_SECOND}/s, beside a job of ${rows.toLocaleString("en")} rows`,
        value: `p50 ${busy.p50Ms.toFixed(1)} ms, p99 ${busy.p99Ms.toFixed(1)} ms (without: ${quiet.p99Ms.toFixed(1)} ms)`,
        target: "p99 under 150 ms",
        reached: busy.p99Ms < 150,
      },
      {
        figure: "store reads of 200 rows beside it, median",
        value: `${busy.readMs.toFixed(1)} ms, ${ratio.toFixed(1)} times the time without (p99 ${busy.readP99Ms.toFixed(1)} ms)`,
        target: "at most double",
        reached: ratio <= 2,
      },
    ];
  } finally {
    await load.close();
    await installation.stop();
    await receiver.stop();
  }
}

async function observe(
  { installation, load, receiver }: { installation: Installation; load: Load; receiver: ReceiverProcess },
  work: () => Promise<void>,
): Promise<{ p50Ms: number; p99Ms: number; readMs: number; readP99Ms: number }> {
  await receiver.reset(true);
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const sent = new Map<string, number>();
  const offering = (async () => {
    while (!isOver) {
      const some = await offer(load, ["callbacks"], { eventsPerSecond: EVENTS_PER_SECOND, durationMs: 500 });
      for (const [session, at] of some) sent.set(session, at);
    }
  })();
  const readsMs: number[] = [];
  while (!isOver) {
    readsMs.push((await installation.timeOf(READ_PATH)).ms);
    await sleep(READ_PAUSE_MS);
  }
  await Promise.all([working, offering]);
  await untilReceived(receiver, sent.size);
  readsMs.sort((a, b) => a - b);
  const { p50Ms, p99Ms } = latencyOf(sent, await receiver.arrivals());
  return { p50Ms, p99Ms, readMs: percentile(readsMs, 0.5), readP99Ms: percentile(readsMs, 0.99) };
}
