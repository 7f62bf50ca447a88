import { type Queryable, statement } from "../db/database.ts";
import type { AuditFacts } from "./audit.ts";

export async function insertAuditEntry(db: Queryable, entry: AuditFacts, at: Date): Promise<void> {
  const { project, actor, action, target, details } = entry;
  const values = [at, project, actor.kind, actor.userName, actor.address, action, target ?? null];
  await db.execute(INSERT_AUDIT_ENTRY, [...values, details === undefined ? null : JSON.stringify(details)]);
}

const INSERT_AUDIT_ENTRY = statement(
  "insert_audit_entry",
  `insert into audit_log (happened_at, project_name, actor_kind, user_name, address, action, target, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Removes what is older, at most so many; the number removed. */
export function pruneAuditLog(db: Queryable, before: Date, most: number): Promise<number> {
  return db.execute(PRUNE_AUDIT_LOG, [before, most]);
}

const PRUNE_AUDIT_LOG = statement(
  "prune_audit_log",
  `delete from audit_log
   where audit_id = any(array(select audit_id from audit_log where happened_at < $1 order by happened_at limit $2))`,
);
