import { randomUUID } from "node:crypto";
import { JOB_CLAIM_IDLE_MS, JOB_PROGRESS_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Entities } from "../entities/entities.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import type { Projects } from "../projects/projects.ts";
import type { JobProgress, LeasedJob } from "./job.ts";
import type { JobMetrics } from "./job-metrics.ts";
import * as store from "./jobs-store.ts";
import type { WorkerSetup } from "./worker-messages.ts";
import { type SlotOutcome, WorkerSlot } from "./worker-slot.ts";

/** What clients read when a job has ended its process, or its thread, as often as it may. */
export const KILLER_REASON =
  "Shelfwire could not complete the job: each of its runs was cut off. Try again, with a smaller file if it is very " +
  "large, and contact support with the job's id if it fails again.";

export interface RunnerDeps {
  db: Database;
  projects: Projects;
  entities: Entities;
  clock: Clock;
  log: Logger;
  metrics: JobMetrics;
  processLease: { readonly processId: number };
  limits: { runningMax: number; triesMax: number; inflatedBytesMax: number };
  worker: WorkerSetup;
}

interface Run {
  job: LeasedJob;
  slot: WorkerSlot;
  ended: Promise<void>;
  isAbandoned: boolean;
}

/** Claims jobs and runs them, so many at once, each in a thread of its own. */
export class Runner {
  readonly #deps: RunnerDeps;
  readonly #loop: Loop;
  readonly #idleSlots: WorkerSlot[];
  readonly #runs = new Map<string, Run>();
  /** Leases to give back as soon as the database can be reached. */
  #returns: { jobId: string; token: string; spentTry: boolean }[] = [];
  #stopping = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#idleSlots = Array.from({ length: deps.limits.runningMax }, () => new WorkerSlot(deps.worker));
    this.#loop = new Loop({ name: "job-runner", idleMs: JOB_CLAIM_IDLE_MS, log: deps.log, step: () => this.#step() });
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Ends the run of a job that was cancelled, if it is one of ours. */
  abandon(jobId: string): void {
    const run = this.#runs.get(jobId);
    if (run === undefined) return;
    run.isAbandoned = true;
    void run.slot.stop();
  }

  /** Jobs that are running go back to the queue without having spent a try. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#loop.stop();
    const runs = [...this.#runs.values()];
    await Promise.all([...runs.map((run) => run.slot), ...this.#idleSlots].map((slot) => slot.stop()));
    await Promise.all(runs.map((run) => run.ended));
    await this.#giveBack();
  }

  async #step(): Promise<"again" | "idle"> {
    await this.#giveBack();
    await this.#rescue();
    while (this.#idleSlots.length > 0) {
      const { db, processLease, clock } = this.#deps;
      const lease = { processId: processLease.processId, token: randomUUID(), now: new Date(clock.now()) };
      const job = await store.claimJob(db, lease);
      if (job === undefined) break;
      this.#begin(job);
    }
    return "idle";
  }

  #begin(job: LeasedJob): void {
    const slot = this.#idleSlots.pop();
    if (slot === undefined) throw new Error("a job was claimed without a place to run");
    const ended = this.#run(job, slot)
      .catch((error) => {
        this.#deps.log.warn({ err: error, job: job.job_id }, "the run of a job could not be concluded");
        this.#returnLater(job, false);
      })
      .finally(() => {
        this.#runs.delete(job.job_id);
        this.#idleSlots.push(slot);
        if (!this.#stopping) this.#loop.wake();
      });
    this.#runs.set(job.job_id, { job, slot, ended, isAbandoned: false });
  }

  async #run(job: LeasedJob, slot: WorkerSlot): Promise<void> {
    const { projects, entities, clock, limits } = this.#deps;
    const startedMs = performance.now();
    const project = await projects.byId(job.project_id);
    const definition = entities.definition(job.entity_type);
    if (project === undefined || definition === undefined) return this.#returnLater(job, false);
    const rowCheck = await entities.rowCheckOptions(project, definition.type);
    if (this.#stopping) return this.#returnLater(job, false);
    const report = this.#progressReporter(job);
    const request = { job, rowCheck, inflatedBytesMax: limits.inflatedBytesMax, nowMs: clock.now() };
    const outcome = await slot.run(request, report);
    await this.#conclude(job, outcome, performance.now() - startedMs);
  }

  async #conclude(job: LeasedJob, outcome: SlotOutcome, ms: number): Promise<void> {
    const { log, metrics } = this.#deps;
    const facts = { job: job.job_id, project: job.project_id, entity: job.entity_type, tries: job.tries, ms };
    metrics.countRun(outcome.kind, ms);
    switch (outcome.kind) {
      case "done":
        metrics.countRows(outcome.counts);
        log.info({ ...facts, ...outcome.counts }, "job done");
        return;
      case "failed":
        log.info({ ...facts, reason: outcome.reason }, "job failed: its file cannot be read");
        return;
      case "lease_lost":
        log.warn(facts, "a run ended without its lease; nothing of it was applied");
        return;
      case "database_lost":
        // Not the job's fault, so that it costs no try.
        log.warn(facts, "the database was lost in the middle of a job; the job will run again");
        return this.#returnLater(job, false);
      case "fault":
      case "died": {
        const detail = outcome.kind === "died" ? outcome.reason : outcome.stack;
        if (this.#stopping) return this.#returnLater(job, false);
        if (this.#runs.get(job.job_id)?.isAbandoned) {
          log.info(facts, "job cancelled while it ran");
          return;
        }
        log.error({ ...facts, detail }, "the run of a job was cut off");
        return this.#giveUpOrReturn(job);
      }
      default:
        return outcome satisfies never;
    }
  }

  async #giveUpOrReturn(job: LeasedJob): Promise<void> {
    const { db, clock, limits } = this.#deps;
    if (job.tries < limits.triesMax) return this.#returnLater(job, true);
    const lease = { jobId: job.job_id, token: job.lease_token };
    const outcome = { completedAt: new Date(clock.now()), reason: KILLER_REASON, warnings: [] };
    await store.settleFailed(db, lease, outcome);
  }

  #returnLater(job: LeasedJob, spentTry: boolean): void {
    this.#returns.push({ jobId: job.job_id, token: job.lease_token, spentTry });
  }

  async #giveBack(): Promise<void> {
    const { db } = this.#deps;
    for (let next = this.#returns[0]; next !== undefined; next = this.#returns[0]) {
      await store.returnJob(db, next, next.spentTry);
      this.#returns.shift();
    }
  }

  async #rescue(): Promise<void> {
    const { db, processLease, clock, limits, log } = this.#deps;
    const tokens = [...this.#runs.values()].map((run) => run.job.lease_token);
    const rescued = await store.rescueJobs(
      db,
      { processId: processLease.processId, tokens },
      { triesMax: limits.triesMax, reason: KILLER_REASON, now: new Date(clock.now()) },
    );
    for (const job of rescued) log.warn({ job: job.job_id, tries: job.tries, state: job.state }, "job rescued");
  }

  /** One write at a time, of what is newest then: two at once could end in the wrong order. */
  #progressReporter(job: LeasedJob): (progress: JobProgress) => void {
    const { db, log } = this.#deps;
    let lastMs = 0;
    let lastPhase = "";
    let newest: JobProgress | undefined;
    let isWriting = false;
    const write = async () => {
      isWriting = true;
      for (let next = newest; next !== undefined; next = newest) {
        newest = undefined;
        await store.setProgress(db, job, next).catch((error) => log.debug({ err: error }, "progress was not written"));
      }
      isWriting = false;
    };
    return (progress) => {
      const nowMs = performance.now();
      if (progress.phase === lastPhase && nowMs - lastMs < JOB_PROGRESS_MS) return;
      lastMs = nowMs;
      lastPhase = progress.phase;
      newest = progress;
      if (!isWriting) void write();
    };
  }
}
