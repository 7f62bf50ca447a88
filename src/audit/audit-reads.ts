import { type Queryable, statement } from "../db/database.ts";
import type { AuditAction, AuditFilter } from "./audit.ts";

export interface AuditRow {
  audit_id: number;
  happened_at: Date;
  project_name: string | null;
  actor_kind: "operator" | "project" | "unknown";
  user_name: string;
  address: string;
  action: AuditAction;
  target: string | null;
  details: Record<string, unknown> | null;
}

/** Newest first; `before` is the id after which the page begins. */
export function selectAuditLog(
  db: Queryable,
  filter: AuditFilter,
  page: { before: number | undefined; most: number },
): Promise<AuditRow[]> {
  const { project, userName, action, from, to } = filter;
  const further = [userName ?? null, action ?? null, from ?? null, to ?? null, page.before ?? null, page.most];
  return project === undefined
    ? db.rows(SELECT_WHOLE_LOG, further)
    : db.rows(SELECT_LOG_OF_PROJECT, [...further, project]);
}

const SELECT_WHOLE_LOG = statement("select_whole_audit_log", logText(""));
const SELECT_LOG_OF_PROJECT = statement("select_audit_log_of_project", logText("and project_name = $7"));

function logText(own: string): string {
  return `
    select audit_id, happened_at, project_name, actor_kind, user_name, address, action, target, details
    from audit_log
    where ($1::text is null or user_name = $1) and ($2::text is null or action = $2)
      and ($3::timestamptz is null or happened_at >= $3) and ($4::timestamptz is null or happened_at < $4)
      and ($5::bigint is null or audit_id < $5) ${own}
    order by audit_id desc limit $6`;
}
