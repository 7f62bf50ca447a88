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
  const versions = new Map(events.map((event) => [event.projectId, event.subscriptionVersion]));
  const keyed = events.filter((event) => event.eventId !== null);
  const inline = events.filter((event) => event.inlineResult !== null);
  const deliveries = events.flatMap((event, i) => event.deliveries.map((delivery) => ({ delivery, place: i + 1 })));
  const rows = await db.rows<{ event_uid: string }>(INSERT_EVENTS, [
    [...versions.keys()],
    [...versions.values()],
    plainArray(keyed.map((event) => event.projectId)),
    keyed.map((event) => event.eventId),
    plainArray(keyed.map((event) => event.eventUid)),
    plainArray(keyed.map((event) => event.deliveries.length)),
    batch.publishedAt,
    batch.keysSince,
    plainArray(events.map((event) => event.eventUid)),
    plainArray(events.map((event) => event.projectId)),
    events.map((event) => event.eventId),
    plainArray(events.map((event) => event.sessionUid)),
    events.map((event) => event.waveType),
    events.map((event) => event.analysisResultUrl),
    events.map((event) => event.storeNumber),
    events.map((event) => event.clientSessionId),
    plainArray(events.map((event) => event.deliveries.length)),
    plainArray(deliveries.map(({ delivery }) => delivery.deliveryId)),
    plainArray(deliveries.map(({ delivery }) => delivery.endpointId)),
    plainArray(deliveries.map(({ delivery }) => delivery.leased)),
    plainArray(deliveries.map(({ place }) => place)),
    batch.processId,
    batch.leaseToken,
    plainArray(inline.map((event) => event.eventUid)),
    inline.map((event) => event.inlineResult),
  ]);
  return new Set(rows.map((row) => row.event_uid));
}

// "(x in (select ...)) is true" is looked up in a hash; as a join it would compare every row with every other, since the
// planner expects ten rows where there are thousands. What is given goes from its arrays straight into its table, and a
// delivery takes its event's ids from theirs by its place: a row that is kept in between costs as much as one written.
const INSERT_EVENTS = statement(
  "insert_events",
  `with given_versions as (
     select * from unnest($1::bigint[], $2::bigint[]) as g (project_id, version)
   ),
   -- A subscription that is being changed is waited for, and one that is being used cannot change until we commit.
   versions as (
     select project_id, version from subscription_versions
     where project_id in (select project_id from given_versions)
     order by project_id
     for share
   ),
   current_projects as (
     select g.project_id
     from given_versions g
     left join versions v on v.project_id = g.project_id
     where coalesce(v.version, 0) = g.version
   ),
   keys as (
     insert into publish_keys as k (project_id, event_id, event_uid, deliveries, published_at)
     select project_id, event_id, event_uid, deliveries, $7
     from unnest($3::bigint[], $4::text[], $5::uuid[], $6::int[]) as g (project_id, event_id, event_uid, deliveries)
     where (project_id in (select project_id from current_projects)) is true
     -- In one order everywhere: two processes with crossed ids must not wait for each other.
     order by project_id, event_id
     on conflict (project_id, event_id) do update
     set event_uid = excluded.event_uid, deliveries = excluded.deliveries, published_at = excluded.published_at
     where k.published_at < $8
     returning event_uid
   ),
   fresh as (
     insert into events
       (event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, deliveries, published_at)
     select event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, deliveries, $7
     from unnest($9::uuid[], $10::bigint[], $11::text[], $12::uuid[], $13::text[], $14::text[], $15::text[], $16::text[], $17::int[])
       as g (event_uid, project_id, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, deliveries)
     where (project_id in (select project_id from current_projects)) is true
       and (event_id is null or (event_uid in (select event_uid from keys)) is true)
     returning event_uid
   ),
   owed as (
     insert into deliveries
       (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, lease_process, lease_token)
     select delivery_id, ($10::bigint[])[place], endpoint_id, ($9::uuid[])[place], ($12::uuid[])[place],
       case when leased then 'leased' else 'pending' end, $7,
       case when leased then $22::bigint end, case when leased then $23::uuid end
     from unnest($18::uuid[], $19::bigint[], $20::boolean[], $21::int[]) as d (delivery_id, endpoint_id, leased, place)
     where (($9::uuid[])[place] in (select event_uid from fresh)) is true
   ),
   served as (
     insert into analysis_results (event_uid, body)
     select event_uid, body from unnest($24::uuid[], $25::text[]) as r (event_uid, body)
     where (event_uid in (select event_uid from fresh)) is true
   )
   select event_uid from unnest($9::uuid[]) as g (event_uid)
   where (event_uid in (select event_uid from fresh)) is not true`,
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
