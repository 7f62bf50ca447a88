import { plainArray } from "../db/array-literal.ts";
import { type Queryable, statement } from "../db/database.ts";

/** An event with its place in the order of time. */
export interface NewEvent {
  eventUid: string;
  projectId: number;
  /** The version of the project's subscription that the deliveries were made from. */
  subscriptionVersion: number;
  eventId: string | null;
  sessionUid: string;
  waveType: string;
  analysisResultUrl: string;
  inlineResult: string | null;
  storeNumber: string | null;
  clientSessionId: string | null;
  deliveries: NewDelivery[];
}

export interface NewDelivery {
  deliveryId: string;
  endpointId: number;
  /** Leased to this process at once, or waiting in the queue. */
  leased: boolean;
}

/**
 * Writes events with their deliveries, all in one statement and so all or nothing. Left out are events whose producer's
 * id was published within its lifetime (duplicates), and events of projects whose subscription changed meanwhile. The
 * answer names the events left out: most often none, which spares the database and us the ids of thousands.
 */
export async function insertEvents(
  db: Queryable,
  events: readonly NewEvent[],
  batch: { publishedAt: Date; keysSince: Date; processId: number; leaseToken: string },
): Promise<Set<string>> {
  const deliveries = events.flatMap((event) => event.deliveries.map((delivery) => ({ ...delivery, event })));
  const inline = events.filter((event) => event.inlineResult !== null);
  const rows = await db.rows<{ event_uid: string }>(INSERT_EVENTS, [
    plainArray(events.map((event) => event.eventUid)),
    plainArray(events.map((event) => event.projectId)),
    plainArray(events.map((event) => event.subscriptionVersion)),
    events.map((event) => event.eventId),
    plainArray(events.map((event) => event.sessionUid)),
    events.map((event) => event.waveType),
    events.map((event) => event.analysisResultUrl),
    events.map((event) => event.storeNumber),
    events.map((event) => event.clientSessionId),
    plainArray(events.map((event) => event.deliveries.length)),
    batch.publishedAt,
    batch.keysSince,
    plainArray(deliveries.map((delivery) => delivery.event.eventUid)),
    plainArray(deliveries.map((delivery) => delivery.deliveryId)),
    plainArray(deliveries.map((delivery) => delivery.endpointId)),
    plainArray(deliveries.map((delivery) => delivery.leased)),
    batch.processId,
    batch.leaseToken,
    plainArray(inline.map((event) => event.eventUid)),
    inline.map((event) => event.inlineResult),
    plainArray(deliveries.map((delivery) => delivery.event.projectId)),
    plainArray(deliveries.map((delivery) => delivery.event.sessionUid)),
  ]);
  return new Set(rows.map((row) => row.event_uid));
}

// "(x in (select ...)) is true" is looked up in a hash; as a join it would compare every row with every other, since the
// planner expects ten rows where there are thousands.
const INSERT_EVENTS = statement(
  "insert_events",
  `with given as (
     select *
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[])
       as g (event_uid, project_id, version, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, deliveries)
   ),
   -- A subscription that is being changed is waited for, and one that is being used cannot change until we commit.
   versions as (
     select project_id, version from subscription_versions
     where project_id in (select project_id from given)
     order by project_id
     for share
   ),
   current_projects as (
     select p.project_id
     from (select distinct project_id, version from given) p
     left join versions v on v.project_id = p.project_id
     where coalesce(v.version, 0) = p.version
   ),
   current_events as (
     select g.* from given g join current_projects using (project_id)
   ),
   keys as (
     insert into publish_keys as k (project_id, event_id, event_uid, deliveries, published_at)
     select project_id, event_id, event_uid, deliveries, $11 from current_events where event_id is not null
     -- In one order everywhere: two processes with crossed ids must not wait for each other.
     order by project_id, event_id
     on conflict (project_id, event_id) do update
     set event_uid = excluded.event_uid, deliveries = excluded.deliveries, published_at = excluded.published_at
     where k.published_at < $12
     returning event_uid
   ),
   fresh as (
     select * from current_events where event_id is null
     union all
     select * from current_events where event_id is not null and (event_uid in (select event_uid from keys)) is true
   ),
   written as (
     insert into events
       (event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, published_at, deliveries)
     select event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, $11, deliveries
     from fresh
   ),
   owed as (
     insert into deliveries
       (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, lease_process, lease_token)
     select delivery_id, project_id, endpoint_id, event_uid, session_uid,
       case when leased then 'leased' else 'pending' end, $11,
       case when leased then $17::bigint end, case when leased then $18::uuid end
     from unnest($13::uuid[], $14::uuid[], $15::bigint[], $16::boolean[], $21::bigint[], $22::uuid[])
       as d (event_uid, delivery_id, endpoint_id, leased, project_id, session_uid)
     where (event_uid in (select event_uid from fresh)) is true
   ),
   served as (
     insert into analysis_results (event_uid, body)
     select event_uid, body from unnest($19::uuid[], $20::text[]) as r (event_uid, body)
     where (event_uid in (select event_uid from fresh)) is true
   )
   select event_uid from given where (event_uid in (select event_uid from fresh)) is not true`,
);

/** Producers' ids past their lifetime; at most so many at once. */
export function prunePublishKeys(db: Queryable, before: Date, most: number): Promise<number> {
  return db.execute(PRUNE_PUBLISH_KEYS, [before, most]);
}

const PRUNE_PUBLISH_KEYS = statement(
  "prune_publish_keys",
  `delete from publish_keys
   where ctid = any(array(select ctid from publish_keys where published_at < $1 order by published_at limit $2))
     and published_at < $1`,
);
