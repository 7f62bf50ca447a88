import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { SECOND } from "../lib/units.ts";
import { type Attention, findAttention } from "./attention.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { Outcomes, type OutcomesLately, type OutcomesOverTime, type Range } from "./outcomes.ts";
import { countDead, selectWork, type WorkRow } from "./work-reads.ts";

/** What is waiting, being worked on, and given up. */
export interface WorkNow {
  pending: number;
  leased: number;
  dead: number;
  failing_endpoints: number;
  /** How long the oldest delivery that is due has been waiting; null where none is. */
  oldest_due_seconds: number | null;
  jobs_running: number;
  jobs_queued: number;
  rows_per_second: number;
}

export interface Overview extends OutcomesOverTime {
  time: string;
  range: Range;
  now: OutcomesLately & WorkNow;
  attention: Attention[];
}

/** Whether all is well, at a glance: of one project, or of the whole service where it is null. */
export class Overviews {
  readonly outcomes: Outcomes;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #works = new KeptAnswers<WorkRow>();
  readonly #deads = new KeptAnswers<number>();
  readonly #attentions = new KeptAnswers<Attention[]>();

  constructor(deps: { db: Database; clock: Clock }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.outcomes = new Outcomes(deps);
  }

  async read(projectId: number | null, range: Range): Promise<Overview> {
    const nowMs = this.#clock.now();
    const scope = projectId ?? "all";
    const [over, lately, work, attention] = await Promise.all([
      this.outcomes.over(projectId, range),
      this.outcomes.lately(projectId),
      this.work(projectId),
      this.#attentions.ask(scope, () => findAttention(this.#db, projectId, nowMs)),
    ]);
    return { time: new Date(nowMs).toISOString(), range, now: { ...lately, ...work }, ...over, attention };
  }

  async work(projectId: number | null): Promise<WorkNow> {
    const scope = projectId ?? "all";
    const [{ oldest_run_at, ...work }, dead] = await Promise.all([
      this.#works.ask(scope, () => selectWork(this.#db, projectId)),
      this.#deads.ask(scope, () => countDead(this.#db, projectId)),
    ]);
    const dueMs = oldest_run_at === null ? -1 : this.#clock.now() - oldest_run_at.getTime();
    return { ...work, dead, oldest_due_seconds: dueMs < 0 ? null : dueMs / SECOND };
  }
}
