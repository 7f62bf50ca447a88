import { type Database, statement } from "../db/database.ts";

/** What the other processes have let through of a key in their last second. */
export interface OthersUse {
  key: string;
  used: number;
  processes: number;
}

/** Writes what this process has let through, and answers what the others have, as far as they said so lately. */
export function exchangeUses(
  db: Database,
  processId: number,
  uses: readonly { key: string; used: number }[],
  lifetimeMs: number,
): Promise<OthersUse[]> {
  const keys = uses.map(({ key }) => key);
  return db.rows<OthersUse>(EXCHANGE_USES, [processId, keys, uses.map(({ used }) => used), lifetimeMs]);
}

/** Removes what nobody has renewed for a minute. */
export function forgetUses(db: Database): Promise<number> {
  return db.execute(FORGET_USES, []);
}

const EXCHANGE_USES = statement(
  "exchange_rate_uses",
  `with mine as (
     insert into rate_uses (key, process_id, used, reported_at)
     select key, $1, used, now() from unnest($2::text[], $3::integer[]) as report (key, used)
     on conflict (key, process_id) do update set used = excluded.used, reported_at = excluded.reported_at
   )
   select key, sum(used)::integer as used, count(*)::integer as processes
   from rate_uses
   where key = any ($2::text[]) and process_id <> $1 and used > 0
     and reported_at > now() - $4 * interval '1 millisecond'
   group by key`,
);

const FORGET_USES = statement(
  "forget_rate_uses",
  `delete from rate_uses where reported_at < now() - interval '1 minute'`,
);
