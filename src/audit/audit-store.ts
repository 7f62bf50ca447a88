import { type Queryable, statement, type Tx } from "../db/database.ts";
import type { AuditFacts } from "./audit.ts";
import type { CountedRefusals } from "./refusal-counter.ts";

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

/** Adds to the entries of their minute, address and token, or makes them. */
export async function addRefusals(tx: Tx, refusals: readonly CountedRefusals[]): Promise<void> {
  for (const { minuteMs, firstMs, lastMs, address, holder, counts } of refusals) {
    const attempts = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const who = [holder?.project ?? null, holder ? "project" : "unknown", holder?.userName ?? "", address];
    const numbers = JSON.stringify({ attempts, ...Object.fromEntries(counts) });
    const values = [new Date(minuteMs), new Date(firstMs), ...who, holder?.tokenId ?? null, numbers];
    await tx.execute(ADD_REFUSALS, [...values, new Date(lastMs).toISOString()]);
  }
}

const ADD_REFUSALS = statement(
  "add_refusals_to_audit_log",
  `insert into audit_log as a
     (counted_minute, happened_at, project_name, actor_kind, user_name, address, action, target, details)
   values ($1, $2, $3, $4, $5, $6, 'session.refuse', $7, $8::jsonb || jsonb_build_object('last_at', $9::text))
   on conflict (counted_minute, address, target) where counted_minute is not null do update
   set details = excluded.details || (
     select jsonb_object_agg(key, total)
     from (
       select key, sum(number::bigint) as total
       from (
         select * from jsonb_each_text(a.details - 'last_at')
         union all
         select * from jsonb_each_text(excluded.details - 'last_at')
       ) as both_of_them (key, number)
       group by key
     ) as sums
   )`,
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
