import { type Queryable, statement } from "../db/database.ts";

export interface UnknownLookupRow {
  lookup_type: string;
  value: string;
  row_count: number;
  job_id: string;
  last_seen_at: Date;
}

/** Values that uploads were refused for and that the project still does not have; the most frequent first. */
export function selectUnknownLookups(db: Queryable, projectId: number): Promise<UnknownLookupRow[]> {
  return db.rows(SELECT_UNKNOWN_LOOKUPS, [projectId]);
}

const SELECT_UNKNOWN_LOOKUPS = statement(
  "select_unknown_lookups",
  `select u.lookup_type, u.value, u.row_count, u.job_id, u.last_seen_at
   from unknown_lookups u
   where u.project_id = $1 and not exists (
     select from lookup_values l
     where l.project_id = u.project_id and l.lookup_type = u.lookup_type and l.value = u.value)
   order by u.row_count desc, u.lookup_type, u.value`,
);
