import { FIGURES_FLUSH_MS, FIGURES_HOURS_MS, FIGURES_MINUTES_MS, FIGURES_PRUNE_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import type { Service } from "../lib/service.ts";
import { HOUR, MINUTE } from "../lib/units.ts";
import type { AttemptOutcome } from "../notifier/delivery-state.ts";
import type { OutcomeListener } from "../notifier/outcome-listener.ts";
import { OutcomeTally } from "./outcome-tally.ts";
import { addOutcomes, type LastAttempt, noteLastAttempts, type OutcomeRow, pruneOutcomes } from "./outcomes-store.ts";

/** Stands for the whole service where a project's id stands else. */
export const WHOLE_SERVICE = 0;

interface Counted {
  projectId: number;
  endpointId: number;
  minuteMs: number;
  tally: OutcomeTally;
  /** The one that began last. */
  last: AttemptOutcome | undefined;
}

/**
 * Counts how attempts come out and writes what it has counted every few seconds: an attempt costs two additions in
 * memory, whatever is kept of it. Every process adds to the same rows.
 */
export class OutcomeRecorder implements OutcomeListener, Service {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #loop: Loop;
  /** By endpoint, the present minute. */
  #current = new Map<number, Counted>();
  /** Minutes that are over, or that could not be written yet. */
  #past: Counted[] = [];
  #prunedAtMs = 0;

  constructor(deps: { db: Database; clock: Clock; log: Logger }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    const step = () => this.#step();
    this.#loop = new Loop({ name: "outcome-recorder", idleMs: FIGURES_FLUSH_MS, log: deps.log, step });
  }

  async start(): Promise<void> {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush();
  }

  attempted(projectId: number, endpointId: number, outcome: AttemptOutcome): void {
    const counted = this.#countedOf(projectId, endpointId);
    counted.tally.attempted(outcome.failure, outcome.durationMs);
    if (counted.last === undefined || counted.last.startedAtMs <= outcome.startedAtMs) counted.last = outcome;
  }

  died(projectId: number, endpointId: number, deliveries: number): void {
    this.#countedOf(projectId, endpointId).tally.died(deliveries);
  }

  /** Writes what was counted so far. What cannot be written is kept for the next time, for as long as it is recent. */
  async flush(): Promise<void> {
    const counted = [...this.#past, ...this.#current.values()];
    this.#past = [];
    this.#current = new Map();
    if (counted.length === 0) return;
    try {
      await this.#db.tx(async (tx) => {
        await addOutcomes(tx, "endpoint_outcome_minutes", sumOf(counted, keysOfEndpoint));
        await addOutcomes(tx, "outcome_minutes", sumOf(counted, keysOfScopes(MINUTE)));
        await addOutcomes(tx, "outcome_hours", sumOf(counted, keysOfScopes(HOUR)));
        await noteLastAttempts(tx, lastOf(counted));
      });
    } catch (error) {
      const recentMs = this.#clock.now() - HOUR;
      this.#past.push(...counted.filter(({ minuteMs }) => minuteMs > recentMs));
      throw error;
    }
  }

  async #step(): Promise<"idle"> {
    await this.flush();
    const nowMs = this.#clock.now();
    if (nowMs - this.#prunedAtMs >= FIGURES_PRUNE_MS) {
      this.#prunedAtMs = nowMs;
      await pruneOutcomes(this.#db, "endpoint_outcome_minutes", new Date(nowMs - 2 * HOUR));
      await pruneOutcomes(this.#db, "outcome_minutes", new Date(nowMs - FIGURES_MINUTES_MS));
      await pruneOutcomes(this.#db, "outcome_hours", new Date(nowMs - FIGURES_HOURS_MS));
    }
    return "idle";
  }

  #countedOf(projectId: number, endpointId: number): Counted {
    const minuteMs = startOf(this.#clock.now(), MINUTE);
    const known = this.#current.get(endpointId);
    if (known?.minuteMs === minuteMs) return known;
    if (known) this.#past.push(known);
    const counted = { projectId, endpointId, minuteMs, tally: new OutcomeTally(), last: undefined };
    this.#current.set(endpointId, counted);
    return counted;
  }
}

type Key = Omit<OutcomeRow, "tally">;

function keysOfEndpoint({ projectId, endpointId, minuteMs }: Counted): Key[] {
  return [{ projectId, endpointId, startMs: minuteMs }];
}

function keysOfScopes(spanMs: number): (counted: Counted) => Key[] {
  return ({ projectId, minuteMs }) =>
    [WHOLE_SERVICE, projectId].map((scope) => ({ projectId: scope, startMs: startOf(minuteMs, spanMs) }));
}

/** In one order, so that two processes that add to the same rows do not wait for each other in a circle. */
function sumOf(counted: readonly Counted[], keysOf: (counted: Counted) => Key[]): OutcomeRow[] {
  const rows = new Map<string, OutcomeRow>();
  for (const each of counted) {
    for (const key of keysOf(each)) {
      const name = `${key.projectId} ${key.endpointId ?? ""} ${key.startMs}`;
      const row = rows.get(name) ?? { ...key, tally: new OutcomeTally() };
      row.tally.add(each.tally);
      rows.set(name, row);
    }
  }
  return [...rows.values()].sort(
    (a, b) => a.projectId - b.projectId || (a.endpointId ?? 0) - (b.endpointId ?? 0) || a.startMs - b.startMs,
  );
}

/** The last attempt of each endpoint, in the order of endpoints. */
function lastOf(counted: readonly Counted[]): LastAttempt[] {
  const lasts = new Map<number, LastAttempt>();
  for (const { projectId, endpointId, last } of counted) {
    if (last === undefined || (lasts.get(endpointId)?.outcome.startedAtMs ?? 0) > last.startedAtMs) continue;
    lasts.set(endpointId, { projectId, endpointId, outcome: last });
  }
  return [...lasts.values()].sort((a, b) => a.endpointId - b.endpointId);
}

function startOf(ms: number, spanMs: number): number {
  return Math.floor(ms / spanMs) * spanMs;
}
