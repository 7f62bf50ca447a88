import { Type } from "typebox";
import { FILE_FORMATS, IMPORT_MODES, PHASES, STATUS_TEXTS } from "../jobs/job.ts";
import { PageMetadata } from "./page-links.ts";
import { nullable, Timestamp, VersionedParams } from "./schemas.ts";

const JOB = "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24";
const JOB_URL = `https://shelfwire.example/api/v4/acme/async-job/status/${JOB}`;
const FILES_URL = `https://shelfwire.example/api/v4/acme/async-job/${JOB}`;

const Url = (description: string, example: string) => Type.String({ format: "uri", description, examples: [example] });
const Count = (description: string, example: number) =>
  nullable(Type.Integer({ minimum: 0 }), `${description}; null until known`, example);

const JobProgressSchema = Type.Object(
  {
    phase: Type.String({ enum: [...PHASES] }),
    rows_read: Type.Integer({ examples: [52_000] }),
    rows_per_second: Type.Integer({ examples: [81_000] }),
    percent: nullable(Type.Integer(), "Of the file; null where unknown", 34),
    seconds_left: nullable(Type.Integer(), "Until the file is read; null where unknown", 2),
  },
  { title: "JobProgress" },
);

/** interface, "Async job (status record)", with the members that decisions, section 5, add. */
export const JobRecordSchema = Type.Object(
  {
    async_job_id: Type.String({ format: "uuid" }),
    status_url: Url("The URL of this record", JOB_URL),
    entity_type: Type.String({ description: "`store`, `user` or `route`", examples: ["store"] }),
    file_name: Type.String({ description: "As the client named it", examples: ["stores.csv"] }),
    input_file_url: Url("The file as it was sent", `${FILES_URL}/input?expires=1795336200&signature=x`),
    number_of_job_items: Count("Rows: effected and rejected ones together", 1_200),
    action: Type.String({ examples: ["upload"] }),
    mode: Type.String({ examples: ["new"] }),
    user_name: Type.String({ description: "Whose token sent the file", examples: ["integration"] }),
    source: Type.String({ examples: ["API"] }),
    import_mode: Type.String({
      enum: [...IMPORT_MODES],
      description: "`validate_only`: rows are checked and nothing is written",
    }),
    project: Type.String({ examples: ["acme"] }),
    parsed_file_url: nullable(
      Type.String({ format: "uri" }),
      "The rows as they were read, as JSON lines",
      `${FILES_URL}/parsed.jsonl?expires=1795336200&signature=x`,
    ),
    status: Type.String({
      enum: Object.values(STATUS_TEXTS),
      description: "`done` says that the file was read and its good rows took effect; see the rejected ones",
      examples: ["done"],
    }),
    creation_time: Timestamp,
    tries: Type.Integer({ description: "How often it was started", examples: [1] }),
    failure_reason: nullable(Type.String(), "Why nothing of it took effect", null),
    complete_time: nullable(Timestamp, "When it ended", "2026-11-21T08:30:02.118Z"),
    number_of_effected_items: Count("Rows that were accepted", 1_198),
    number_of_rejected_items: Count("Rows that were refused", 2),
    rejection_details_url: nullable(
      Type.String({ format: "uri" }),
      "The refused rows with their messages, as JSON; `[]` where there are none",
      `${FILES_URL}/rejections.json?expires=1795336200&signature=x`,
    ),
    rejection_details_xlsx_url: nullable(
      Type.String({ format: "uri" }),
      "The same as a spreadsheet",
      `${FILES_URL}/rejections.xlsx?expires=1795336200&signature=x`,
    ),
    file_format: Type.String({ enum: [...FILE_FORMATS], examples: ["CSV"] }),
    file_encoding: nullable(Type.String(), "How the file was read", "utf-8"),
    file_delimiter: nullable(Type.String(), "How a CSV file was read", ","),
    progress: Type.Union([JobProgressSchema, Type.Null()], { description: "While it runs", examples: [null] }),
    warnings: Type.Array(Type.String(), {
      description: "What is odd but was taken, such as unknown columns",
      examples: [[]],
    }),
    number_of_created_items: Count("Of the effected rows: new ones", 200),
    number_of_changed_items: Count("Of the effected rows: those that changed something", 98),
    number_of_unchanged_items: Count("Of the effected rows: those that were there just so", 900),
    number_of_deleted_items: Count("Of the effected rows: those that set the delete flag", 0),
  },
  { title: "AsyncJob" },
);

export const JobParams = Type.Object({
  ...VersionedParams.properties,
  async_job_id: Type.String({ description: "From the upload's answer", examples: [JOB] }),
});

/** interface, endpoint 5. For the reader of the document: the parts are read from the stream (`multipart-upload.ts`). */
export const UploadForm = Type.Object(
  {
    entity_type: Type.String({
      description: "`store`, `user` or `route`; the plural is taken as well",
      examples: ["store"],
    }),
    file_format: Type.String({ enum: [...FILE_FORMATS], description: "In any letter case", examples: ["CSV"] }),
    file: Type.String({
      format: "binary",
      description: "The file",
      examples: ["store_number,store_name\n0042,Main Street\n"],
    }),
    import_mode: Type.Optional(
      Type.String({
        enum: [...IMPORT_MODES],
        description: "`validate_only`: rows are checked and nothing is written",
        examples: [""],
      }),
    ),
  },
  { title: "UploadForm" },
);

const Rejection = Type.Object(
  {
    row: Type.Integer({ description: "Counted from 1, the header apart", examples: [17] }),
    line: Type.Integer({ description: "Of the file, counted from 1", examples: [18] }),
    key: Type.Unknown({ description: "The key of the row, as it was sent", examples: ["0042"] }),
    field: nullable(Type.String(), "What the message is about; null: the row", "store_type_name"),
    code: Type.String({ examples: ["unknown_lookup"] }),
    message: Type.String({ examples: ["Unknown store_type_name 'Kiosk'"] }),
    value: Type.Unknown({ description: "As it was sent", examples: ["Kiosk"] }),
  },
  { title: "Rejection" },
);

export const RejectionPage = Type.Object(
  { metadata: PageMetadata, rejections: Type.Array(Rejection) },
  { title: "RejectionPage" },
);

/** Beyond every list; the place of its first element is still a number that the database counts in. */
const PAGE_MAX = 1_000_000_000;

/** Pages count from 0; a larger page than allowed is lowered, as for entities (decisions, section 7). */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX, default: 0, description: "Counts from 0" })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, default: 200, description: "More than 1,000 is lowered to that" }),
  ),
});

const PER_PAGE_MAX = 1_000;

export interface Page {
  page: number;
  perPage: number;
  offset: number;
  limit: number;
}

export function pageOf(query: { page?: number; per_page?: number }): Page {
  const page = query.page ?? 0;
  const perPage = Math.min(query.per_page ?? 200, PER_PAGE_MAX);
  return { page, perPage, offset: page * perPage, limit: perPage };
}
