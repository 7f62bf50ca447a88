/**
 * Jobs: the asynchronous uploads of a project. A job is a stored file and a row; its life is
 *
 *   queued -> in_progress -> done      every accepted row is in effect, with the counts, in one transaction
 *                         -> failed    nothing is: the file cannot be read, or the job was cancelled
 *                         -> queued    its process or its thread died, or the service stopped
 *
 * (`NEXT` in job.ts.) The main thread receives uploads and claims jobs; the work itself (read, check, stage, merge) is
 * done in worker threads with database connections of their own, see run-job.ts. Jobs of one project and entity run in
 * the order in which they were accepted. Whoever settles a job must hold its lease: a run that comes late, or whose
 * job was cancelled meanwhile, applies nothing.
 *
 * This module knows no single entity: it talks to the door of `entities` and carries rows through.
 */
import type pg from "pg";
import type { Registry } from "prom-client";
import type { AuditNote } from "../audit/audit.ts";
import { type JobsConfig, retentionMs } from "../config/config.ts";
import type { Database, Tx } from "../db/database.ts";
import type { Entities } from "../entities/entities.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { Projects } from "../projects/projects.ts";
import { EndWatch } from "./end-watch.ts";
import type { Job } from "./job.ts";
import { JobFiles } from "./job-files.ts";
import { JobMetrics } from "./job-metrics.ts";
import { type JobFilter, selectJob, selectJobs } from "./jobs-reads.ts";
import * as store from "./jobs-store.ts";
import { Pruner } from "./pruner.ts";
import { Runner } from "./runner.ts";
import { selectUnknownLookups, type UnknownLookupRow } from "./unknown-lookups-reads.ts";
import { type UploadOutcome, type UploadRequest, Uploads } from "./upload.ts";

export interface JobsDeps {
  db: Database;
  projects: Projects;
  entities: Entities;
  files: FileStore;
  /** Where the file store keeps its files: worker threads open it themselves. */
  filesFolder: string;
  config: JobsConfig;
  clock: Clock;
  log: Logger;
  metrics: Registry;
  processLease: { readonly processId: number };
  /** For the connections of worker threads. */
  connection: pg.PoolConfig;
  /** Whether this process runs jobs (role `import`); without it, it only accepts and shows them. */
  runs: boolean;
}

export type CancelOutcome = { kind: "cancelled"; job: Job } | { kind: "finished"; job: Job } | { kind: "unknown" };

export class Jobs implements Service {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #uploads: Uploads;
  readonly #runner: Runner | undefined;
  readonly #pruner: Pruner | undefined;
  readonly #ends = new EndWatch();
  readonly files: JobFiles;
  #stopListening: (() => Promise<void>)[] = [];
  #isStopping = false;

  constructor(deps: JobsDeps) {
    const { db, clock, config, files, entities, processLease, log } = deps;
    this.#db = db;
    this.#clock = clock;
    this.#uploads = new Uploads({ db, files, entities, clock, processLease, uploadBytesMax: config.uploadBytesMax });
    this.files = new JobFiles({ files, entities, inflatedBytesMax: config.inflatedBytesMax });
    const metrics = new JobMetrics(deps.metrics, db);
    if (!deps.runs) return;
    const worker = { connection: deps.connection, filesFolder: deps.filesFolder };
    this.#runner = new Runner({ ...deps, metrics, limits: config, worker });
    this.#pruner = new Pruner({ db, files, clock, log, retentionMs: retentionMs(config.retentionDays) });
  }

  async start(): Promise<void> {
    this.#stopListening = [await this.#db.listen("job_ended", (jobId) => this.#ends.announce(jobId))];
    const runner = this.#runner;
    if (runner === undefined) return;
    this.#stopListening.push(
      await this.#db.listen("job_queued", () => runner.wake()),
      await this.#db.listen("job_cancelled", (jobId) => runner.abandon(jobId)),
    );
    runner.start();
    this.#pruner?.start();
  }

  /** Jobs in progress go back to the queue and do not lose a try by it. */
  async stop(): Promise<void> {
    this.endWaits();
    for (const stop of this.#stopListening.splice(0)) await stop();
    await this.#pruner?.stop();
    await this.#runner?.stop();
  }

  /** Receives an upload and makes it a job, durably (interface, endpoint 5). */
  async receive(projectId: number, request: UploadRequest): Promise<UploadOutcome> {
    const outcome = await this.#uploads.receive(projectId, request);
    if (outcome.kind === "accepted") this.#runner?.wake();
    return outcome;
  }

  /** Undefined where the project has no such job. */
  async get(projectId: number, jobId: string): Promise<Job | undefined> {
    return isUuid(jobId) ? selectJob(this.#db, projectId, jobId) : undefined;
  }

  /** As `get`, but waits for the job to end, at most so long. */
  async whenEnded(
    projectId: number,
    jobId: string,
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  ): Promise<Job | undefined> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const leftMs = deadline - performance.now();
      // Watched before it is read: an end in between is not missed.
      const watched = this.#ends.watch(jobId.toLowerCase(), { ms: Math.max(0, leftMs), signal });
      try {
        const job = await this.get(projectId, jobId);
        if (job === undefined || job.completed_at !== null) return job;
        if (leftMs <= 0 || signal.aborted || this.#isStopping) return job;
        await watched.next;
      } finally {
        watched.stop();
      }
    }
  }

  /** Whoever waits for the end of a job is told how things stand, from now on at once: the service stops. */
  endWaits(): void {
    this.#isStopping = true;
    this.#ends.announceAll();
  }

  /** Newest first. */
  list(
    projectId: number,
    filter: JobFilter,
    page: { offset: number; limit: number },
  ): Promise<{ jobs: Job[]; total: number }> {
    return selectJobs(this.#db, projectId, filter, page);
  }

  /** Ends a job that has not ended; nothing of it is applied. */
  async cancel(projectId: number, jobId: string, userName: string, note?: AuditNote): Promise<CancelOutcome> {
    if (!isUuid(jobId)) return { kind: "unknown" };
    const outcome = { reason: `The job was cancelled by ${userName}.`, now: new Date(this.#clock.now()) };
    const job = await this.#db.tx(async (tx) => {
      const cancelled = await store.cancelJob(tx, projectId, jobId, outcome);
      if (cancelled === undefined) return undefined;
      await note?.(tx);
      await store.announce(tx, "job_cancelled", jobId);
      return cancelled;
    });
    if (job !== undefined) {
      this.#runner?.abandon(jobId);
      return { kind: "cancelled", job };
    }
    const finished = await this.get(projectId, jobId);
    return finished === undefined ? { kind: "unknown" } : { kind: "finished", job: finished };
  }

  /** Lookup values that uploads were refused for and that the project still does not have. */
  unknownLookups(projectId: number): Promise<UnknownLookupRow[]> {
    return selectUnknownLookups(this.#db, projectId);
  }

  /** Removes files past their retention now. */
  async prune(): Promise<void> {
    while ((await this.#pruner?.step()) === "again");
  }
}

/** The part of this module in the removal of a project. */
export function removeProjectRows(tx: Tx, projectId: number): Promise<void> {
  return store.deleteJobsOfProject(tx, projectId);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
