import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7Time } from "../lib/ids.ts";
import { HOUR } from "../lib/units.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { selectProjectHours } from "./outcome-reads.ts";
import { countStores, type SummaryRow, selectDeadByProject, selectSummaries } from "./summary-reads.ts";

const SPARKLINE_HOURS = 24;

/** One line of the list of projects. */
export interface ProjectSummary {
  project: string;
  /** In the queue, in flight or waiting. */
  pending: number;
  dead: number;
  failing_endpoints: number;
  stores: number;
  /** The last 24 hours, hour by hour, the present one last. */
  sparkline: { time: string; delivered: number; failed: number }[];
  last_event_time: string | null;
  last_job_time: string | null;
}

/** All projects at a glance. */
export class ProjectSummaries {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #kept = new KeptAnswers<ProjectSummary[]>();
  /** A number of stores is right as long as the generation that it was counted in stands. */
  readonly #storeCounts = new Map<number, { generation: number; count: number }>();

  constructor(deps: { db: Database; clock: Clock }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
  }

  read(): Promise<ProjectSummary[]> {
    return this.#kept.ask("all", () => this.#read());
  }

  async #read(): Promise<ProjectSummary[]> {
    const hourMs = Math.floor(this.#clock.now() / HOUR) * HOUR;
    const starts = Array.from({ length: SPARKLINE_HOURS }, (_, i) => hourMs - (SPARKLINE_HOURS - 1 - i) * HOUR);
    const [rows, dead, hours] = await Promise.all([
      selectSummaries(this.#db),
      selectDeadByProject(this.#db),
      selectProjectHours(this.#db, new Date(starts[0] ?? hourMs)),
    ]);
    const deadOf = new Map(dead.map((row) => [row.project_id, row.count]));
    const hoursOf = Map.groupBy(hours, (row) => row.project_id);
    const summaries: ProjectSummary[] = [];
    for (const row of rows) {
      const own = new Map((hoursOf.get(row.project_id) ?? []).map((hour) => [hour.starts_at.getTime(), hour]));
      summaries.push({
        project: row.project,
        pending: row.pending,
        dead: deadOf.get(row.project_id) ?? 0,
        failing_endpoints: row.failing_endpoints,
        stores: await this.#storesOf(row),
        sparkline: starts.map((ms) => {
          const { delivered = 0, failed = 0 } = own.get(ms) ?? {};
          return { time: new Date(ms).toISOString(), delivered, failed };
        }),
        last_event_time: row.last_event_uid === null ? null : new Date(uuidv7Time(row.last_event_uid)).toISOString(),
        last_job_time: row.last_job_at?.toISOString() ?? null,
      });
    }
    return summaries;
  }

  async #storesOf({ project_id: projectId, store_generation: generation }: SummaryRow): Promise<number> {
    if (generation === null) return 0;
    const known = this.#storeCounts.get(projectId);
    if (known?.generation === generation) return known.count;
    // Counted after the generation was read: at worst it is counted once more.
    const count = await countStores(this.#db, projectId);
    this.#storeCounts.set(projectId, { generation, count });
    return count;
  }
}
