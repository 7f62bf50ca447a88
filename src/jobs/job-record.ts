import { type Job, type JobProgress, STATUS_TEXTS } from "./job.ts";

/** The job as clients read it (interface, "Async job"; decisions, section 5). Times and counts are null until known. */
export interface JobRecord {
  async_job_id: string;
  status_url: string;
  entity_type: string;
  file_name: string;
  input_file_url: string;
  number_of_job_items: number | null;
  action: string;
  mode: string;
  user_name: string;
  source: string;
  import_mode: string;
  project: string;
  parsed_file_url: string | null;
  status: (typeof STATUS_TEXTS)[keyof typeof STATUS_TEXTS];
  creation_time: string;
  tries: number;
  failure_reason: string | null;
  complete_time: string | null;
  number_of_effected_items: number | null;
  number_of_rejected_items: number | null;
  rejection_details_url: string | null;
  rejection_details_xlsx_url: string | null;
  file_format: string;
  /** How the file was read; null until the job is done, and the delimiter for JSON. */
  file_encoding: string | null;
  file_delimiter: string | null;
  progress: JobProgress | null;
  warnings: string[];
  number_of_created_items: number | null;
  number_of_changed_items: number | null;
  number_of_unchanged_items: number | null;
  number_of_deleted_items: number | null;
}

/** The files of a job that clients can fetch; the names stand in their URLs. */
export const JOB_FILES = {
  input: "input",
  parsed: "parsed.jsonl",
  rejections: "rejections.json",
  rejectionsXlsx: "rejections.xlsx",
} as const;
export type JobFileName = (typeof JOB_FILES)[keyof typeof JOB_FILES];

/** Makes the absolute URLs of a record. */
export interface JobUrls {
  status(projectName: string, jobId: string): string;
  file(projectName: string, jobId: string, name: JobFileName): string;
}

export function jobRecord(job: Job, projectName: string, urls: JobUrls): JobRecord {
  const fileWhenDone = (name: JobFileName) => (job.state === "done" ? urls.file(projectName, job.job_id, name) : null);
  return {
    async_job_id: job.job_id,
    status_url: urls.status(projectName, job.job_id),
    entity_type: job.entity_type,
    file_name: job.file_name,
    input_file_url: urls.file(projectName, job.job_id, JOB_FILES.input),
    number_of_job_items: itemsOf(job),
    action: "upload",
    mode: "new",
    user_name: job.user_name,
    source: "API",
    import_mode: job.import_mode,
    project: projectName,
    parsed_file_url: fileWhenDone(JOB_FILES.parsed),
    status: STATUS_TEXTS[job.state],
    creation_time: job.created_at.toISOString(),
    tries: job.tries,
    failure_reason: job.failure_reason,
    complete_time: job.completed_at?.toISOString() ?? null,
    number_of_effected_items: job.effected_count,
    number_of_rejected_items: job.rejected_count,
    rejection_details_url: fileWhenDone(JOB_FILES.rejections),
    rejection_details_xlsx_url: fileWhenDone(JOB_FILES.rejectionsXlsx),
    file_format: job.file_format,
    file_encoding: job.file_encoding,
    file_delimiter: job.file_delimiter,
    progress: job.progress,
    warnings: job.warnings,
    number_of_created_items: job.created_count,
    number_of_changed_items: job.changed_count,
    number_of_unchanged_items: job.unchanged_count,
    number_of_deleted_items: job.deleted_count,
  };
}

function itemsOf(job: Job): number | null {
  if (job.effected_count === null || job.rejected_count === null) return null;
  return job.effected_count + job.rejected_count;
}
