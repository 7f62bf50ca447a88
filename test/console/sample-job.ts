import type { Job } from "@shelfwire/client";

/** A job's record that has just been queued, but for what is given. */
export function sampleJob(rest: Partial<Job> = {}): Job {
  return {
    async_job_id: "0199a5de-0000-7000-8000-000000000001",
    status_url: "https://shelfwire.example/api/v4/acme/async-job/status/0199a5de-0000-7000-8000-000000000001",
    entity_type: "store",
    file_name: "stores.csv",
    input_file_url: "https://shelfwire.example/files/1",
    number_of_job_items: null,
    action: "upload",
    mode: "new",
    user_name: "tester",
    source: "API",
    import_mode: "",
    project: "acme",
    parsed_file_url: null,
    status: "queued",
    creation_time: "2026-03-01T08:00:00.000Z",
    tries: 0,
    failure_reason: null,
    complete_time: null,
    number_of_effected_items: null,
    number_of_rejected_items: null,
    rejection_details_url: null,
    rejection_details_xlsx_url: null,
    file_format: "CSV",
    file_encoding: null,
    file_delimiter: null,
    progress: null,
    warnings: [],
    number_of_created_items: null,
    number_of_changed_items: null,
    number_of_unchanged_items: null,
    number_of_deleted_items: null,
    ...rest,
  };
}
