import type pg from "pg";
import type { RowCheckOptions } from "../entities/row-check.ts";
import type { JobProgress, LeasedJob } from "./job.ts";
import type { RunOutcome } from "./run-job.ts";

/** What a worker is given at its start. */
export interface WorkerSetup {
  connection: pg.PoolConfig;
  filesFolder: string;
}

/** The main thread asks for one run at a time. */
export interface RunRequest {
  job: LeasedJob;
  rowCheck: RowCheckOptions;
  inflatedBytesMax: number;
  /** The service's time when it asks, in ms since the epoch: the worker counts on from there. */
  nowMs: number;
}

export type WorkerMessage = { kind: "progress"; progress: JobProgress } | { kind: "outcome"; outcome: RunOutcome };
