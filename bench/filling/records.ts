import { type Database, statement } from "../../src/db/database.ts";
import { GREAT } from "./endpoints.ts";

/** Jobs of every project and what they found unknown, tokens, lookups of the great project, and a year's audit log. */
export async function fillRecords(db: Database): Promise<void> {
  await db.execute(INSERT_JOBS, [GREAT]);
  await db.execute(INSERT_UNKNOWN_LOOKUPS, [GREAT]);
  await db.execute(INSERT_TOKENS);
  await db.execute(INSERT_AUDIT_ENTRIES);
  await db.run("vacuum analyze jobs, unknown_lookups, tokens, audit_log");
}

const INSERT_JOBS = statement(
  "bench_insert_jobs",
  `insert into jobs (job_id, project_id, entity_type, file_format, import_mode, file_name, file_bytes, user_name, state,
     tries, created_at, started_at, completed_at, failure_reason, effected_count, rejected_count, created_count, changed_count,
     unchanged_count, deleted_count)
   select uuidv7(at - clock_timestamp()), project_id, (array['store', 'user', 'route'])[1 + n % 3], 'CSV',
     case when n % 9 = 0 then 'validate_only' else '' end, 'upload-' || n || '.csv', 120000, 'user ' || n % 20,
     case when failed then 'failed' else 'done' end, 1, at, at, at + interval '3 seconds',
     case when failed then 'The file has no header line' end, case when not failed then 900 end,
     case when not failed then case when n % 5 = 0 then 100 else 0 end end, case when not failed then 100 end,
     case when not failed then 500 end, case when not failed then 300 end, case when not failed then 0 end
   from projects,
     lateral generate_series(1, case when project_id = $1::bigint then 5000 else 200 end) as n,
     lateral (select now() - n * interval '8 minutes' as at, n % 33 = 0 as failed) as t`,
);

const INSERT_UNKNOWN_LOOKUPS = statement(
  "bench_insert_unknown_lookups",
  `insert into unknown_lookups (project_id, lookup_type, value, row_count, job_id, last_seen_at)
   select $1, 'region_name', 'Unknown region ' || n, n, gen_random_uuid(), now() from generate_series(1, 1000) as n`,
);

const INSERT_TOKENS = statement(
  "bench_insert_tokens",
  `insert into tokens (token_id, project_id, user_name, token_hash, created_at, expires_at)
   select gen_random_uuid(), project_id, 'user ' || n, uuid_send(gen_random_uuid()), now() - interval '300 days',
     now() + n * interval '5 days'
   from projects, generate_series(1, 30) as n`,
);

const INSERT_AUDIT_ENTRIES = statement(
  "bench_insert_audit_entries",
  `insert into audit_log (happened_at, project_name, actor_kind, user_name, address, action)
   select now() - (300000 - n) * interval '100 seconds', case when n % 3 = 0 then 'project-07' else 'great' end,
     case when n % 50 = 0 then 'operator' else 'project' end, 'user ' || n % 1000, '203.0.113.7',
     case when n % 5000 = 0 then 'token.create' else 'job.upload' end
   from generate_series(1, 300000) as n`,
);
