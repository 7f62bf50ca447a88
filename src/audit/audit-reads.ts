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
  const values: unknown[] = [page.most];
  const conditions: string[] = [];
  const narrow = (text: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${text} $${values.push(value)}`);
  };
  narrow("project_name =", project);
  narrow("user_name =", userName);
  narrow("action =", action);
  narrow("happened_at >=", from);
  narrow("happened_at <", to);
  narrow("audit_id <", page.before);
  // Planned for these values each time: a rare user is found by the index, the others along the key.
  const text = `
    select audit_id, happened_at, project_name, actor_kind, user_name, address, action, target, details
    from audit_log ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
    order by audit_id desc limit $1`;
  return db.rows(statement("", text), values);
}
