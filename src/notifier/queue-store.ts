import { type Queryable, statement } from "../db/database.ts";
import type { LeasedDelivery } from "./delivery-state.ts";

/** An endpoint with pending deliveries, and when the first of them that may be tried is due. */
export interface DueEndpoint {
  endpoint_id: number;
  /** For a failing endpoint, its probe's time; null where it has no probe. */
  run_at: Date | null;
  health: "healthy" | "failing";
}

/**
 * All endpoints with pending deliveries, by hops over the index: it costs as many steps as there are such endpoints,
 * however many deliveries wait for one of them.
 */
export function selectDueEndpoints(db: Queryable): Promise<DueEndpoint[]> {
  return db.rows(SELECT_DUE_ENDPOINTS);
}

const SELECT_DUE_ENDPOINTS = statement(
  "select_due_endpoints",
  `with recursive first_due as (
     (select endpoint_id, run_at from deliveries where state = 'pending' order by endpoint_id, run_at limit 1)
     union all
     select next.endpoint_id, next.run_at
     from first_due f
     cross join lateral (
       select endpoint_id, run_at from deliveries
       where state = 'pending' and endpoint_id > f.endpoint_id
       order by endpoint_id, run_at limit 1
     ) next
   )
   select e.endpoint_id, e.health,
     case when e.health = 'healthy' then f.run_at else (
       select p.run_at from deliveries p
       where p.project_id = e.project_id and p.delivery_id = e.probe_delivery_id and p.state = 'pending') end as run_at
   from first_due f join endpoints e using (endpoint_id)
   where e.removed_at is null`,
);

/**
 * Leases due deliveries, for each endpoint at most the given number, oldest first; of a failing endpoint only its probe.
 * Rows that another process is claiming at the same moment are passed over.
 */
export async function claimDeliveries(
  db: Queryable,
  rooms: ReadonlyMap<number, number>,
  claim: { now: Date; processId: number; leaseToken: string },
): Promise<LeasedDelivery[]> {
  const rows = await db.rows<ClaimedRow>(CLAIM_DELIVERIES, [
    [...rooms.keys()],
    [...rooms.values()],
    claim.now,
    claim.processId,
    claim.leaseToken,
  ]);
  return rows.map((row) => leasedOf(row, claim.leaseToken));
}

interface ClaimedRow {
  delivery_id: string;
  project_id: number;
  endpoint_id: number;
  session_uid: string;
  analysis_result_url: string;
  store_number: string | null;
  client_session_id: string | null;
  url: string;
  round: number;
  round_started_at: Date | null;
  attempts_in_round: number;
  attempts: number;
}

// An array of places and a lateral query: as joins, the planner expects thousands of rows and reads the whole queue and
// the events of days instead (test/notifier/query-plans.test.ts: 25 ms against 3 ms for 64 deliveries). A row that is
// locked stays in its place.
const CLAIM_DELIVERIES = statement(
  "claim_deliveries",
  `with rooms as (
     select r.endpoint_id, r.room, e.project_id, e.health, e.probe_delivery_id
     from unnest($1::bigint[], $2::int[]) as r (endpoint_id, room)
     join endpoints e using (endpoint_id)
     where e.removed_at is null
   ),
   due as (
     select d.place
     from rooms r
     cross join lateral (
       select ctid as place from deliveries
       where endpoint_id = r.endpoint_id and state = 'pending' and run_at <= $3
       order by run_at limit r.room
       for update skip locked
     ) d
     where r.health = 'healthy'
   ),
   probes as (
     select d.ctid as place
     from rooms r join deliveries d on d.project_id = r.project_id and d.delivery_id = r.probe_delivery_id
     where r.health = 'failing' and d.state = 'pending' and d.run_at <= $3
     for update of d skip locked
   ),
   claimed as (
     update deliveries d
     set state = 'leased', lease_process = $4, lease_token = $5
     where d.ctid = any(array(select place from due union all select place from probes))
     returning d.*
   )
   select c.delivery_id, c.project_id, c.endpoint_id, c.session_uid, c.round, c.round_started_at, c.attempts_in_round, c.attempts,
     ev.analysis_result_url, ev.store_number, ev.client_session_id, e.url
   from claimed c
   join endpoints e using (endpoint_id)
   cross join lateral (
     select analysis_result_url, store_number, client_session_id from events
     where project_id = c.project_id and event_uid = c.event_uid limit 1
   ) ev
   order by c.run_at`,
);

function leasedOf(row: ClaimedRow, leaseToken: string): LeasedDelivery {
  return {
    deliveryId: row.delivery_id,
    projectId: row.project_id,
    endpointId: row.endpoint_id,
    sessionUid: row.session_uid,
    analysisResultUrl: row.analysis_result_url,
    storeNumber: row.store_number,
    clientSessionId: row.client_session_id,
    url: row.url,
    leaseToken,
    round: row.round,
    roundStartedAtMs: row.round_started_at?.getTime() ?? null,
    attemptsInRound: row.attempts_in_round,
    attempts: row.attempts,
  };
}

/** The right to a delivery. */
export interface Lease {
  projectId: number;
  deliveryId: string;
  leaseToken: string;
}

/** What the database says that this process holds. */
export function selectLeases(db: Queryable, processId: number): Promise<Lease[]> {
  return db.rows(SELECT_LEASES, [processId]);
}

const SELECT_LEASES = statement(
  "select_leases",
  `select project_id as "projectId", delivery_id as "deliveryId", lease_token as "leaseToken" from deliveries
   where state = 'leased' and lease_process = $1`,
);

/** Gives leased deliveries back untried; those whose endpoint was removed meanwhile are cancelled. */
export async function returnDeliveries(db: Queryable, deliveries: readonly Lease[], at: Date): Promise<void> {
  await db.execute(RETURN_DELIVERIES, [
    deliveries.map((delivery) => delivery.deliveryId),
    deliveries.map((delivery) => delivery.leaseToken),
    at,
    deliveries.map((delivery) => delivery.projectId),
  ]);
}

const RETURN_DELIVERIES = statement(
  "return_deliveries",
  `with held as (
     select d.project_id, d.delivery_id, e.removed_at is not null as removed
     from unnest($1::uuid[], $2::uuid[], $4::bigint[]) as g (delivery_id, lease_token, project_id)
     join deliveries d on d.project_id = g.project_id and d.delivery_id = g.delivery_id and d.lease_token = g.lease_token
     join endpoints e using (endpoint_id)
     for update of d
   ),
   returned as (
     update deliveries d set state = 'pending', lease_process = null, lease_token = null
     from held h where d.project_id = h.project_id and d.delivery_id = h.delivery_id and not h.removed
   ),
   cancelled as (
     delete from deliveries d using held h
     where d.project_id = h.project_id and d.delivery_id = h.delivery_id and h.removed
     returning d.*
   )
   insert into settled_deliveries
     (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, reason, round, attempts, last_failure, last_status, settled_at)
   select delivery_id, project_id, endpoint_id, event_uid, session_uid, 'cancelled', 'endpoint_removed', round, attempts,
     last_failure, last_status, $3
   from cancelled`,
);

/** Returns what processes hold that are no longer alive; the number of deliveries. */
export async function rescueDeliveries(db: Queryable, ownProcessId: number): Promise<number> {
  return db.execute(RESCUE_DELIVERIES, [ownProcessId]);
}

const RESCUE_DELIVERIES = statement(
  "rescue_deliveries",
  `update deliveries set state = 'pending', lease_process = null, lease_token = null
   where state = 'leased' and lease_process <> $1
     and not exists (select from processes p where p.process_id = lease_process and p.lease_until > now())`,
);

/** Everything that this process still holds goes back to the queue, at its stop. */
export async function returnAll(db: Queryable, processId: number): Promise<number> {
  return db.execute(RETURN_ALL, [processId]);
}

const RETURN_ALL = statement(
  "return_all",
  `update deliveries set state = 'pending', lease_process = null, lease_token = null
   where state = 'leased' and lease_process = $1`,
);

/** Failing endpoints whose probe is settled or gone get the pending delivery that is due first. */
export async function appointProbes(db: Queryable): Promise<number> {
  return db.execute(APPOINT_PROBES);
}

const APPOINT_PROBES = statement(
  "appoint_probes",
  `update endpoints e
   set probe_delivery_id = (
     select delivery_id from deliveries d
     where d.endpoint_id = e.endpoint_id and d.state = 'pending' order by run_at limit 1)
   where e.health = 'failing'
     and not exists (select from deliveries d where d.project_id = e.project_id and d.delivery_id = e.probe_delivery_id)
     and exists (select from deliveries d where d.endpoint_id = e.endpoint_id and d.state = 'pending')`,
);

/** Tells the processes that send that there may be work in the queue. */
export async function announceWork(db: Queryable): Promise<void> {
  await db.rows(ANNOUNCE_WORK);
}

const ANNOUNCE_WORK = statement("announce_work", "select pg_notify('deliveries_due', '')");
