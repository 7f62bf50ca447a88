import { type TSchema, Type } from "typebox";
import { FILE_FORMATS, IMPORT_MODES, PHASES, STATUS_TEXTS } from "../jobs/job.ts";
import { Timestamp } from "./schemas.ts";

const Url = Type.String({ format: "uri" });
const Count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** interface, "Async job (status record)", with the members that decisions, section 5, add. */
export const JobRecordSchema = Type.Object(
  {
    async_job_id: Type.String({ format: "uuid" }),
    status_url: Url,
    entity_type: Type.String(),
    file_name: Type.String(),
    input_file_url: Url,
    number_of_job_items: Count,
    action: Type.String(),
    mode: Type.String(),
    user_name: Type.String(),
    source: Type.String(),
    import_mode: Type.String({ enum: [...IMPORT_MODES] }),
    project: Type.String(),
    parsed_file_url: orNull(Url),
    status: Type.String({ enum: Object.values(STATUS_TEXTS) }),
    creation_time: Timestamp,
    tries: Type.Integer(),
    failure_reason: orNull(Type.String()),
    complete_time: orNull(Timestamp),
    number_of_effected_items: Count,
    number_of_rejected_items: Count,
    rejection_details_url: orNull(Url),
    rejection_details_xlsx_url: orNull(Url),
    file_format: Type.String({ enum: [...FILE_FORMATS] }),
    file_encoding: orNull(Type.String()),
    file_delimiter: orNull(Type.String()),
    progress: orNull(
      Type.Object({
        phase: Type.String({ enum: [...PHASES] }),
        rows_read: Type.Integer(),
        rows_per_second: Type.Integer(),
        percent: orNull(Type.Integer()),
        seconds_left: orNull(Type.Integer()),
      }),
    ),
    warnings: Type.Array(Type.String()),
    number_of_created_items: Count,
    number_of_changed_items: Count,
    number_of_unchanged_items: Count,
    number_of_deleted_items: Count,
  },
  { title: "AsyncJob" },
);

/** Pages count from 0; a larger page than allowed is lowered, as for entities (decisions, section 7). */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, default: 200 })),
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
