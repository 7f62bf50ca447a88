import { type Queryable, statement } from "../db/database.ts";

/** A filter over settled deliveries; null: any. */
export interface RedeliveryFilter {
  state: string | null;
  endpointId: number | null;
  sessionUid: string | null;
  /** Bounds of the delivery's id, which carries its beginning: from inclusive, to exclusive. */
  fromId: string;
  toId: string;
}

/** How many deliveries match and could be redelivered: to an endpoint that is still there, and not cancelled. */
export async function countRedeliverable(db: Queryable, projectId: number, filter: RedeliveryFilter): Promise<number> {
  const row = await db.one<{ count: number }>(COUNT_REDELIVERABLE, [projectId, ...valuesOf(filter)]);
  return row.count;
}

const MATCHING = `
  from settled_deliveries s join endpoints e using (endpoint_id)
  where s.project_id = $1 and s.state in ('dead', 'delivered') and e.removed_at is null
    and ($2::text is null or s.state = $2) and ($3::bigint is null or s.endpoint_id = $3)
    and ($4::uuid is null or s.session_uid = $4) and s.delivery_id >= $5 and s.delivery_id < $6`;

const COUNT_REDELIVERABLE = statement("count_redeliverable", `select count(*) ${MATCHING}`);

/**
 * Puts matching deliveries back into the queue, for a new first round; at most so many. A delivery keeps its id and the
 * numbers of its attempts go on. The ids of those put back.
 */
export async function redeliver(
  db: Queryable,
  projectId: number,
  filter: RedeliveryFilter,
  at: Date,
  most: number,
): Promise<string[]> {
  const rows = await db.rows<{ delivery_id: string }>(REDELIVER, [projectId, ...valuesOf(filter), at, most]);
  return rows.map((row) => row.delivery_id);
}

// The attempt that settled a delivery joins the earlier ones.
const REQUEUE = `
  , earlier as (
    insert into attempts (delivery_id, attempt_number, round, started_at, duration_ms, outcome, status, answer)
    select delivery_id, attempts, round, attempt_started_at, attempt_duration_ms, coalesce(last_failure, 'delivered'),
      last_status, attempt_answer
    from taken where attempt_started_at is not null
  )
  insert into deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, attempts, last_failure, last_status)
  select delivery_id, project_id, endpoint_id, event_uid, session_uid, 'pending', $AT, attempts, last_failure, last_status
  from taken
  returning delivery_id`;

const REDELIVER = statement(
  "redeliver",
  `with taken as (
     delete from settled_deliveries
     where project_id = $1 and delivery_id = any(array(select s.delivery_id ${MATCHING} order by s.delivery_id limit $8))
     returning *
   ) ${REQUEUE.replace("$AT", "$7")}`,
);

function valuesOf(filter: RedeliveryFilter): unknown[] {
  return [filter.state, filter.endpointId, filter.sessionUid, filter.fromId, filter.toId];
}

/** Which deaths of an endpoint an outage explains. */
export interface OutageDeaths {
  endpointId: number;
  /** When the outage began. */
  since: Date;
  /** Deliveries with so many attempts behind them are not helped by one more round: a receiver that chokes on one event. */
  attemptsMax: number;
  /** Older ones are past their retention. */
  fromId: string;
}

/** Puts what died in an outage back into the queue, at most so many at once; the number of deliveries. */
export function redeliverOutage(db: Queryable, deaths: OutageDeaths, at: Date, most: number): Promise<number> {
  return db.execute(REDELIVER_OUTAGE, [deaths.endpointId, deaths.since, at, most, deaths.attemptsMax, deaths.fromId]);
}

const REDELIVER_OUTAGE = statement(
  "redeliver_outage",
  `with taken as (
     delete from settled_deliveries
     where project_id = (select project_id from endpoints where endpoint_id = $1) and delivery_id = any(array(
       select delivery_id from settled_deliveries
       where endpoint_id = $1 and state = 'dead' and settled_at >= $2 and attempts < $5 and delivery_id >= $6
       order by settled_at limit $4))
     returning *
   ) ${REQUEUE.replace("$AT", "$3")}`,
);
