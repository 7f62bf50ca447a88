import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7Floor } from "../lib/ids.ts";
import { MINUTE } from "../lib/units.ts";
import {
  type ProjectQueueRow,
  type StretchRow,
  selectProjectQueues,
  selectStretches,
} from "./delivery-figures-reads.ts";

/** What began in one minute, and what has become of it by now. */
export interface MinuteFigures extends Omit<StretchRow, "stretch"> {
  startMs: number;
}

/** Figures of single projects for people who look at them; those that machines watch are in delivery-metrics.ts. */
export class DeliveryFigures {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(deps: { db: Database; clock: Clock }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
  }

  /** Queue and endpoints of every project. */
  queues(): Promise<ProjectQueueRow[]> {
    return selectProjectQueues(this.#db, null);
  }

  async queueOf(projectId: number): Promise<ProjectQueueRow | undefined> {
    return (await selectProjectQueues(this.#db, projectId))[0];
  }

  /** So many minutes up to the present one, oldest first, the quiet ones included. */
  async minutes(projectId: number, count: number): Promise<MinuteFigures[]> {
    const endMs = Math.floor(this.#clock.now() / MINUTE + 1) * MINUTE;
    const starts = Array.from({ length: count }, (_, i) => endMs - (count - i) * MINUTE);
    const rows = await selectStretches(this.#db, projectId, [...starts, endMs].map(uuidv7Floor));
    const found = new Map(rows.map(({ stretch, ...figures }) => [stretch, figures]));
    const nothing = { events: 0, delivered: 0, dead: 0, cancelled: 0, queued: 0 };
    return starts.map((startMs, i) => ({ startMs, ...nothing, ...found.get(i + 1) }));
  }
}
