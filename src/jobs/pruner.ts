import { JOB_PRUNE_MS, JOBS_PRUNED_AT_ONCE } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import { jobFolder } from "./job.ts";
import { selectAbandonedUploads, selectFoldersToRemove, selectPrunable } from "./jobs-reads.ts";
import * as store from "./jobs-store.ts";

interface PrunerDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Logger;
  retentionMs: number;
}

/** Removes files that nobody may ask for any more; the rows of their jobs stay. */
export class Pruner {
  readonly #deps: PrunerDeps;
  readonly #loop: Loop;

  constructor(deps: PrunerDeps) {
    this.#deps = deps;
    this.#loop = new Loop({ name: "job-pruner", idleMs: JOB_PRUNE_MS, log: deps.log, step: () => this.step() });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** One pass; the loop makes one now and then. */
  async step(): Promise<"again" | "idle"> {
    const { db, files, clock, log } = this.#deps;
    const now = new Date(clock.now());
    await store.forgetIdempotencyKeys(db, now);
    for (const upload of await selectAbandonedUploads(db)) {
      await files.removeFolder(jobFolder(upload.project_id, upload.job_id));
      await store.forgetUpload(db, upload.job_id);
      log.info({ upload: upload.job_id }, "removed what an upload had left that was cut off");
    }
    for (const { folder } of await selectFoldersToRemove(db)) {
      await files.removeFolder(folder);
      await store.forgetFolder(db, folder);
    }
    return this.#pruneFinished(now);
  }

  async #pruneFinished(now: Date): Promise<"again" | "idle"> {
    const { db, files, log, retentionMs } = this.#deps;
    const completedBefore = new Date(now.getTime() - retentionMs);
    const jobs = await selectPrunable(db, completedBefore, JOBS_PRUNED_AT_ONCE);
    for (const job of jobs) {
      // The mark first: a link must say that the file is gone before it is.
      await store.markPruned(db, job.job_id, now);
      await files.removeFolder(jobFolder(job.project_id, job.job_id));
    }
    if (jobs.length > 0) log.info({ jobs: jobs.length }, "removed files of jobs past their retention");
    return jobs.length === JOBS_PRUNED_AT_ONCE ? "again" : "idle";
  }
}
