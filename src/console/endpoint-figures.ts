import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { MINUTE } from "../lib/units.ts";
import { latencyPercentile } from "./latency-histogram.ts";
import { selectEndpointLatencies, selectEndpointMinutes, selectLastAttempts } from "./outcome-reads.ts";
import { countsOf } from "./outcomes.ts";

const RECENT_MINUTES = 60;

/** How one endpoint answers. */
export interface EndpointFigures {
  recent: {
    minutes: number;
    attempts: number;
    delivered: number;
    success_rate: number | null;
    p50_ms: number | null;
    p95_ms: number | null;
    /** Minute by minute, the present one last. */
    buckets: { time: string; delivered: number; failed: number }[];
  };
  /** Null where there was none yet. */
  last_attempt: { time: string; outcome: string; status_code: number | null; duration_ms: number } | null;
}

/** The figures of a project's endpoints, by their ids; `of` knows every id. */
export async function endpointFigures(
  db: Database,
  projectId: number,
  clock: Clock,
): Promise<{ of(endpointId: number): EndpointFigures }> {
  const minuteMs = Math.floor(clock.now() / MINUTE) * MINUTE;
  const starts = Array.from({ length: RECENT_MINUTES }, (_, i) => minuteMs - (RECENT_MINUTES - 1 - i) * MINUTE);
  const since = new Date(starts[0] ?? minuteMs);
  const [minutes, latencies, lasts] = await Promise.all([
    selectEndpointMinutes(db, projectId, since),
    selectEndpointLatencies(db, projectId, since),
    selectLastAttempts(db, projectId),
  ]);
  const minutesOf = Map.groupBy(minutes, (row) => row.endpoint_id);
  const latenciesOf = Map.groupBy(latencies, (row) => row.endpoint_id);
  const lastOf = new Map(lasts.map((row) => [row.endpoint_id, row]));
  return {
    of(endpointId) {
      const own = new Map((minutesOf.get(endpointId) ?? []).map((row) => [row.starts_at.getTime(), row]));
      const buckets = starts.map((ms) => {
        const { delivered = 0, failed = 0 } = own.get(ms) ?? {};
        return { time: new Date(ms).toISOString(), delivered, failed };
      });
      const delivered = buckets.reduce((sum, bucket) => sum + bucket.delivered, 0);
      const attempts = buckets.reduce((sum, bucket) => sum + bucket.failed, delivered);
      const times = countsOf(latenciesOf.get(endpointId) ?? []);
      const last = lastOf.get(endpointId);
      return {
        recent: {
          minutes: RECENT_MINUTES,
          attempts,
          delivered,
          success_rate: attempts === 0 ? null : delivered / attempts,
          p50_ms: latencyPercentile(times, 0.5),
          p95_ms: latencyPercentile(times, 0.95),
          buckets,
        },
        last_attempt: last
          ? {
              time: last.started_at.toISOString(),
              outcome: last.outcome,
              status_code: last.status,
              duration_ms: last.duration_ms,
            }
          : null,
      };
    },
  };
}
