import { type Queryable, statement } from "../db/database.ts";
import { SECOND } from "../lib/units.ts";

/** The state of the queue for metrics and health; deliveries that wait for a failing endpoint are not due. */
export async function queueFigures(
  db: Queryable,
  now: Date,
): Promise<{ pending: number; leased: number; oldestDueSeconds: number; failingEndpoints: number }> {
  const row = await db.one<{ pending: number; leased: number; oldest_due: Date | null; failing: number }>(
    SELECT_QUEUE_FIGURES,
  );
  const dueMs = row.oldest_due === null ? 0 : Math.max(0, now.getTime() - row.oldest_due.getTime());
  return { pending: row.pending, leased: row.leased, oldestDueSeconds: dueMs / SECOND, failingEndpoints: row.failing };
}

const SELECT_QUEUE_FIGURES = statement(
  "select_queue_figures",
  `select
     (select count(*) from deliveries where state = 'pending') as pending,
     (select count(*) from deliveries where state = 'leased') as leased,
     (select min(first.run_at) from endpoints e
      cross join lateral (
        select run_at from deliveries where endpoint_id = e.endpoint_id and state = 'pending' order by run_at limit 1
      ) first
      where e.health = 'healthy' and e.removed_at is null) as oldest_due,
     (select count(*) from endpoints where health = 'failing') as failing`,
);
