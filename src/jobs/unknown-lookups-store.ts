import { plainArray } from "../db/array-literal.ts";
import { statement, type Tx } from "../db/database.ts";
import type { UnknownLookup } from "./unknown-lookups.ts";

/** Keeps what a job was refused for, in the job's transaction; of a project the newest so many values stay. */
export async function noteUnknownLookups(
  tx: Tx,
  projectId: number,
  job: { jobId: string; at: Date; most: number },
  found: readonly UnknownLookup[],
): Promise<void> {
  if (found.length === 0) return;
  const { jobId, at, most } = job;
  await tx.execute(NOTE_UNKNOWN_LOOKUPS, [
    projectId,
    found.map(({ type }) => type),
    found.map(({ value }) => value),
    plainArray(found.map(({ rows }) => rows)),
    jobId,
    at,
  ]);
  await tx.execute(FORGET_OLD_UNKNOWN_LOOKUPS, [projectId, most]);
}

// The count is that of the latest job: the same file sent again does not make a value more frequent.
const NOTE_UNKNOWN_LOOKUPS = statement(
  "note_unknown_lookups",
  `insert into unknown_lookups (project_id, lookup_type, value, row_count, job_id, last_seen_at)
   select $1, type, value, row_count, $5, $6
   from unnest($2::text[], $3::text[], $4::bigint[]) as g (type, value, row_count)
   order by type collate "C", value collate "C"
   on conflict (project_id, lookup_type, value) do update
   set row_count = excluded.row_count, job_id = excluded.job_id, last_seen_at = excluded.last_seen_at`,
);

const FORGET_OLD_UNKNOWN_LOOKUPS = statement(
  "forget_old_unknown_lookups",
  `delete from unknown_lookups
   where project_id = $1 and (lookup_type, value) in (
     select lookup_type, value from unknown_lookups
     where project_id = $1 order by last_seen_at desc, row_count desc, lookup_type, value offset $2)`,
);
