import type { EntityDefinition } from "../entities/definition.ts";
import type { Entities } from "../entities/entities.ts";
import type { FileStore } from "../files/file-store.ts";
import { inputKey, type Job } from "./job.ts";
import { JOB_FILES, type JobFileName } from "./job-record.ts";
import { type RejectionFilter, type RejectionGroup, readRejectionGroups } from "./rejection-index.ts";
import { type RejectionPage, readRejectionPage, writeErrorsJson, writeErrorsXlsx } from "./results/error-files.ts";
import { writeParsedRows } from "./results/parsed-rows.ts";

/** A file of a job on its way to a client. */
export interface JobFile {
  contentType: string;
  /** To save it under. */
  fileName: string;
  content: AsyncIterable<string | Uint8Array>;
  /** In bytes; undefined where it is made while it is sent. */
  bytes?: number;
}

/** pruned: it is past its retention. not_ready: there is nothing yet, or nothing at all (a failed job). */
export type JobFileOutcome = { kind: "found"; file: JobFile } | { kind: "pruned" } | { kind: "not_ready" };

const JSON_TYPE = "application/json; charset=utf-8";
const JSON_LINES_TYPE = "application/x-ndjson; charset=utf-8";
const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const INPUT_TYPES = {
  JSON: "application/json",
  CSV: "text/csv",
  JSON_ZIP: "application/zip",
  CSV_ZIP: "application/zip",
} as const;

/** The files of jobs, as clients get them. All but the upload itself are made when they are asked for. */
export class JobFiles {
  readonly #files: FileStore;
  readonly #entities: Entities;
  readonly #inflatedBytesMax: number;

  constructor(deps: { files: FileStore; entities: Entities; inflatedBytesMax: number }) {
    this.#files = deps.files;
    this.#entities = deps.entities;
    this.#inflatedBytesMax = deps.inflatedBytesMax;
  }

  async open(job: Job, name: JobFileName): Promise<JobFileOutcome> {
    if (job.files_pruned_at !== null) return { kind: "pruned" };
    if (name === JOB_FILES.input) return { kind: "found", file: await this.#input(job) };
    if (job.state !== "done" || job.rejections_key === null) return { kind: "not_ready" };
    return { kind: "found", file: this.#made(job, name, job.rejections_key) };
  }

  /** Messages of refused rows: of `limit` rows that match from the one at `offset` on, in the order of the file. */
  async rejections(
    job: Job,
    page: { offset: number; limit: number },
    filter?: RejectionFilter,
  ): Promise<RejectionPage> {
    if (!hasRejections(job)) return { items: [], total: 0 };
    return readRejectionPage(this.#files, job.rejections_key, page, filter);
  }

  /** What went wrong how often. */
  async rejectionGroups(job: Job): Promise<RejectionGroup[]> {
    return hasRejections(job) ? readRejectionGroups(this.#files, job.rejections_key) : [];
  }

  async #input(job: Job): Promise<JobFile> {
    const content = await this.#files.read(inputKey(job.project_id, job.job_id));
    const fileName = job.file_name === "" ? "upload" : job.file_name;
    return { contentType: INPUT_TYPES[job.file_format], fileName, content, bytes: job.file_bytes };
  }

  #made(job: Job, name: Exclude<JobFileName, "input">, rejectionsKey: string): JobFile {
    const stem = job.file_name.replace(/\.[^.]*$/, "") || job.entity_type;
    const definition = this.#definitionOf(job);
    switch (name) {
      case JOB_FILES.parsed: {
        const options = {
          listNames: [definition.plural, definition.type],
          inflatedBytesMax: this.#inflatedBytesMax,
        };
        const content = writeParsedRows(this.#files, job, options);
        return { contentType: JSON_LINES_TYPE, fileName: `${stem}-parsed.jsonl`, content };
      }
      case JOB_FILES.rejections: {
        const content = writeErrorsJson(this.#files, rejectionsKey);
        return { contentType: JSON_TYPE, fileName: `${stem}-errors.json`, content };
      }
      case JOB_FILES.rejectionsXlsx: {
        const names = definition.fields.map((field) => field.name);
        const content = writeErrorsXlsx(this.#files, rejectionsKey, names);
        return { contentType: XLSX_TYPE, fileName: `${stem}-errors.xlsx`, content };
      }
      default:
        return name satisfies never;
    }
  }

  #definitionOf(job: Job): EntityDefinition {
    const definition = this.#entities.definition(job.entity_type);
    if (definition === undefined) throw new Error(`there is no entity ${job.entity_type}`);
    return definition;
  }
}

function hasRejections(job: Job): job is Job & { rejections_key: string } {
  return job.rejections_key !== null && job.files_pruned_at === null && (job.rejected_count ?? 0) > 0;
}
