import { ATTENTION_DAYS, ATTENTION_KIND_MAX, MANY_REJECTIONS, TOKEN_EXPIRES_SOON_DAYS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import { DAY } from "../lib/units.ts";
import { maskUrl } from "../notifier/callback-url.ts";
import * as reads from "./attention-reads.ts";

/** Something that a person should look at. Times are ISO 8601. */
export type Attention =
  | {
      kind: "endpoint_failing";
      project: string;
      url: string;
      endpoint_id: number;
      since: string;
      consecutive_failures: number;
      waiting: number;
    }
  | { kind: "deliveries_dead"; project: string; count: number; since: string }
  | ({ kind: "job_failed"; failure_reason: string } & EndedJob)
  | ({ kind: "job_rejections"; rejected: number; items: number } & EndedJob)
  | { kind: "token_expiring"; project: string; token_id: string; user_name: string; expires_at: string };

interface EndedJob {
  project: string;
  async_job_id: string;
  entity_type: string;
  file_name: string;
  time: string;
}

/** What needs attention in one project, or in all where it is null; the worst first. */
export async function findAttention(db: Database, projectId: number | null, nowMs: number): Promise<Attention[]> {
  const scope = { projectId, most: ATTENTION_KIND_MAX };
  const since = new Date(nowMs - ATTENTION_DAYS * DAY);
  const soon = { now: new Date(nowMs), until: new Date(nowMs + TOKEN_EXPIRES_SOON_DAYS * DAY) };
  const [endpoints, dead, failed, rejecting, tokens] = await Promise.all([
    reads.selectFailingEndpoints(db, scope),
    reads.selectDead(db, scope, since),
    reads.selectFailedJobs(db, scope, since),
    reads.selectRejectingJobs(db, scope, since, MANY_REJECTIONS),
    reads.selectExpiringTokens(db, scope, soon),
  ]);
  return [
    ...endpoints.map(failingEndpoint),
    ...dead.map(deadDeliveries),
    ...failed.map(
      (row): Attention => ({ kind: "job_failed", failure_reason: row.failure_reason ?? "", ...endedJob(row) }),
    ),
    ...rejecting.map(
      (row): Attention => ({
        kind: "job_rejections",
        rejected: row.rejected ?? 0,
        items: row.items ?? 0,
        ...endedJob(row),
      }),
    ),
    ...tokens.map(expiringToken),
  ];
}

function failingEndpoint({ url, failing_since, ...row }: reads.FailingEndpointRow): Attention {
  return { kind: "endpoint_failing", ...row, url: maskUrl(url), since: failing_since.toISOString() };
}

function deadDeliveries({ since, ...row }: reads.DeadRow): Attention {
  return { kind: "deliveries_dead", ...row, since: since.toISOString() };
}

function endedJob(row: reads.EndedJobRow): EndedJob {
  const { project, job_id: async_job_id, entity_type, file_name } = row;
  return { project, async_job_id, entity_type, file_name, time: row.completed_at.toISOString() };
}

function expiringToken({ expires_at, ...row }: reads.ExpiringTokenRow): Attention {
  return { kind: "token_expiring", ...row, expires_at: expires_at.toISOString() };
}
