import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { HOUR, MINUTE, SECOND } from "../lib/units.ts";
import { FAILURE_CLASSES, type FailureClass } from "../notifier/delivery-state.ts";
import { LATENCY_COUNTS, latencyPercentile } from "./latency-histogram.ts";
import * as reads from "./outcome-reads.ts";
import { WHOLE_SERVICE } from "./outcome-recorder.ts";

/** How far back a chart looks, and in what steps. */
export const RANGES = {
  "1h": { table: "outcome_minutes", seconds: 60, buckets: 60 },
  "24h": { table: "outcome_minutes", seconds: 600, buckets: 144 },
  "7d": { table: "outcome_hours", seconds: 3_600, buckets: 168 },
  "30d": { table: "outcome_hours", seconds: 14_400, buckets: 180 },
} as const;
export type Range = keyof typeof RANGES;
export const RANGE_NAMES = ["1h", "24h", "7d", "30d"] as const satisfies Range[];

const LATELY_MINUTES = 15;

export interface OutcomeBucket {
  time: string;
  seconds: number;
  delivered: number;
  failed_attempts: number;
  dead: number;
  p95_ms: number | null;
}

export interface OutcomeTotals {
  delivered: number;
  failed_attempts: number;
  dead: number;
  /** Delivered attempts among those made, 0 to 1; null where there was none. */
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

/** How deliveries came out over a range; the buckets stand from the oldest to the present one, quiet ones included. */
export interface OutcomesOverTime {
  buckets: OutcomeBucket[];
  totals: OutcomeTotals & { failures: Partial<Record<FailureClass, number>> };
}

/** How deliveries come out at present. */
export type OutcomesLately = Omit<OutcomeTotals, "delivered" | "failed_attempts" | "dead"> & {
  deliveries_per_minute: number;
};

/** Outcomes of one project, or of all where it is null, as far as the processes have written what they counted. */
export class Outcomes {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(deps: { db: Database; clock: Clock }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
  }

  async over(projectId: number | null, range: Range): Promise<OutcomesOverTime> {
    const { table, seconds, buckets: count } = RANGES[range];
    const spanMs = seconds * SECOND;
    const endMs = Math.floor(this.#clock.now() / spanMs + 1) * spanMs;
    const starts = Array.from({ length: count }, (_, i) => endMs - (count - i) * spanMs);
    const span = { start: new Date(endMs - count * spanMs), end: new Date(endMs), seconds };
    const scope = projectId ?? WHOLE_SERVICE;
    const [counts, latencies] = await Promise.all([
      reads.selectOutcomeBuckets(this.#db, scope, table, span),
      reads.selectLatencies(this.#db, scope, table, span),
    ]);
    const countsAt = new Map(counts.map((row) => [row.starts_at.getTime(), row]));
    const latenciesAt = Map.groupBy(latencies, (row) => row.starts_at.getTime());
    const buckets = starts.map((startMs) => {
      const row = countsAt.get(startMs);
      return {
        time: new Date(startMs).toISOString(),
        seconds,
        delivered: row?.delivered ?? 0,
        failed_attempts: row === undefined ? 0 : failedOf(row),
        dead: row?.dead ?? 0,
        p95_ms: latencyPercentile(countsOf(latenciesAt.get(startMs) ?? []), 0.95),
      };
    });
    return { buckets, totals: { ...totalsOf(counts, latencies), failures: failuresOf(counts) } };
  }

  /** Of the last quarter of an hour; the rate of the last minute. */
  async lately(projectId: number | null): Promise<OutcomesLately> {
    const nowMs = this.#clock.now();
    const minuteMs = Math.floor(nowMs / MINUTE) * MINUTE;
    const span = {
      start: new Date(minuteMs - (LATELY_MINUTES - 1) * MINUTE),
      end: new Date(minuteMs + HOUR),
      seconds: 60,
    };
    const scope = projectId ?? WHOLE_SERVICE;
    const [counts, latencies] = await Promise.all([
      reads.selectOutcomeBuckets(this.#db, scope, "outcome_minutes", span),
      reads.selectLatencies(this.#db, scope, "outcome_minutes", span),
    ]);
    const deliveredAt = (ms: number) => counts.find((row) => row.starts_at.getTime() === ms)?.delivered ?? 0;
    // What is left of the last minute's sixty seconds lies in the minute before.
    const before = deliveredAt(minuteMs - MINUTE) * (1 - (nowMs - minuteMs) / MINUTE);
    const { success_rate, p50_ms, p95_ms, p99_ms } = totalsOf(counts, latencies);
    const deliveries_per_minute = Math.round(deliveredAt(minuteMs) + before);
    return { deliveries_per_minute, success_rate, p50_ms, p95_ms, p99_ms };
  }
}

function totalsOf(
  counts: readonly reads.OutcomeBucketRow[],
  latencies: readonly { place: number; count: number }[],
): OutcomeTotals {
  const sum = (of: (row: reads.OutcomeBucketRow) => number) => counts.reduce((total, row) => total + of(row), 0);
  const delivered = sum((row) => row.delivered);
  const failed = sum(failedOf);
  const times = countsOf(latencies);
  return {
    delivered,
    failed_attempts: failed,
    dead: sum((row) => row.dead),
    success_rate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    p50_ms: latencyPercentile(times, 0.5),
    p95_ms: latencyPercentile(times, 0.95),
    p99_ms: latencyPercentile(times, 0.99),
  };
}

function failedOf(row: reads.OutcomeBucketRow): number {
  return FAILURE_CLASSES.reduce((total, failure) => total + row[failure], 0);
}

/** Only the classes that occurred. */
function failuresOf(counts: readonly reads.OutcomeBucketRow[]): Partial<Record<FailureClass, number>> {
  const failures: Partial<Record<FailureClass, number>> = {};
  for (const failure of FAILURE_CLASSES) {
    const count = counts.reduce((total, row) => total + row[failure], 0);
    if (count > 0) failures[failure] = count;
  }
  return failures;
}

/** A histogram from rows that count its places from 1. */
export function countsOf(rows: readonly { place: number; count: number }[]): number[] {
  const counts = new Array<number>(LATENCY_COUNTS).fill(0);
  for (const { place, count } of rows) counts[place - 1] = (counts[place - 1] ?? 0) + count;
  return counts;
}
