import { OutcomeRecorder } from "../../src/console/outcome-recorder.ts";
import type { Database } from "../../src/db/database.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/log.ts";
import type { AttemptOutcome } from "../../src/notifier/delivery-state.ts";
import { type Line, percentile } from "../delivery/table.ts";

/** What a delivery takes of the service's core at 8,000/s: a hundredth of it is 1,250 ns. */
const COUNTING_NS_MAX = 1_250;
const ATTEMPTS = 2_000_000;
const FLUSHES = 20;

/** What counting outcomes costs: one attempt, and writing what was counted. Adds to the figures of the database. */
export async function measureCounting(db: Database): Promise<Line[]> {
  const recorder = new OutcomeRecorder({ db, clock: systemClock, log: silentLogger() });
  const outcome: AttemptOutcome = {
    ...{ failure: undefined, status: 200, answer: undefined, retryAfterMs: undefined },
    ...{ startedAtMs: Date.now(), durationMs: 12 },
  };
  const count = (attempts: number) => {
    for (let i = 0; i < attempts; i += 1) recorder.attempted(1, 1 + (i % 1_000), outcome);
  };
  count(ATTEMPTS / 10);
  const started = performance.now();
  count(ATTEMPTS);
  const nanoseconds = ((performance.now() - started) / ATTEMPTS) * 1e6;
  await recorder.flush();
  const flushes: number[] = [];
  const cpuMs: number[] = [];
  for (let i = 0; i < FLUSHES; i += 1) {
    for (let endpoint = 1; endpoint <= 100; endpoint += 1) recorder.attempted(1, endpoint, outcome);
    const from = performance.now();
    const cpu = process.cpuUsage();
    await recorder.flush();
    flushes.push(performance.now() - from);
    cpuMs.push(process.cpuUsage(cpu).user / 1_000);
  }
  const flushMs = middleOf(flushes);
  return [
    {
      figure: "counting one attempt, of 1,000 endpoints",
      value: `${nanoseconds.toFixed(0)} ns`,
      target: `at most ${COUNTING_NS_MAX} ns`,
      reached: nanoseconds <= COUNTING_NS_MAX,
    },
    {
      figure: "writing what was counted of 100 endpoints, every 5 s",
      value: `${flushMs.toFixed(1)} ms, ${middleOf(cpuMs).toFixed(1)} ms of it the service's`,
      target: "at most 50 ms",
      reached: flushMs <= 50,
    },
  ];
}

function middleOf(times: number[]): number {
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  );
}
