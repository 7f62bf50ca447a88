/** What a job is; its states and their order stand in `NEXT`, which the table's CHECKs and docs/uploads.md repeat. */

export type JobState = "queued" | "in_progress" | "done" | "failed";

export const NEXT = {
  // failed: cancelled while it waited.
  queued: ["in_progress", "failed"],
  // queued: its process or worker died, or the service stopped.
  in_progress: ["done", "failed", "queued"],
  done: [],
  failed: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** As clients read it (interface, "Async job status"). */
export const STATUS_TEXTS = {
  queued: "queued",
  in_progress: "in progress",
  done: "done",
  failed: "failed",
} as const satisfies Record<JobState, string>;

export const FILE_FORMATS = ["JSON", "CSV", "CSV_ZIP", "JSON_ZIP"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** "": rows are applied. validate_only: rows are checked and nothing is written. */
export const IMPORT_MODES = ["", "validate_only"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const PHASES = ["reading", "applying"] as const;
export type Phase = (typeof PHASES)[number];

/** How far a running job is. */
export interface JobProgress {
  phase: Phase;
  rows_read: number;
  rows_per_second: number;
  /** Of the file's bytes; null where unknown. */
  percent: number | null;
  /** Until the file is read, at the speed so far; null where unknown, and while rows are applied. */
  seconds_left: number | null;
}

/** How a file was read; null where it does not apply or is not known. */
export interface FileForm {
  encoding: string | null;
  /** Of a CSV file. */
  delimiter: string | null;
}

/** A row of the table. */
export interface Job {
  job_id: string;
  project_id: number;
  sequence: number;
  entity_type: string;
  file_format: FileFormat;
  import_mode: ImportMode;
  file_name: string;
  file_bytes: number;
  user_name: string;
  state: JobState;
  tries: number;
  lease_process: number | null;
  lease_token: string | null;
  progress: JobProgress | null;
  warnings: string[];
  failure_reason: string | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  files_pruned_at: Date | null;
  effected_count: number | null;
  rejected_count: number | null;
  created_count: number | null;
  changed_count: number | null;
  unchanged_count: number | null;
  deleted_count: number | null;
  rejections_key: string | null;
  file_encoding: string | null;
  file_delimiter: string | null;
}

/** A job that this process has claimed. */
export interface LeasedJob extends Job {
  state: "in_progress";
  lease_token: string;
  started_at: Date;
}

/** What a finished run has counted. */
export interface JobCounts {
  effected: number;
  rejected: number;
  created: number;
  changed: number;
  unchanged: number;
  deleted: number;
}

/** All files of a job stand under this key. */
export function jobFolder(projectId: number, jobId: string): string {
  return `${projectId}/${jobId}`;
}

export function inputKey(projectId: number, jobId: string): string {
  return `${jobFolder(projectId, jobId)}/input`;
}

/** One per run: a run that lost its lease must not write over the file of the one that holds it. */
export function rejectionsKey(projectId: number, jobId: string, leaseToken: string): string {
  return `${jobFolder(projectId, jobId)}/rejections-${leaseToken}.ndjson`;
}
