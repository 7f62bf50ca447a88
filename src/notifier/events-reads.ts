import { type Queryable, statement } from "../db/database.ts";

/** What earlier publishes with these ids came to; pairs of project and producer's id. */
export async function selectPublished(
  db: Queryable,
  keys: readonly { projectId: number; eventId: string }[],
): Promise<{ project_id: number; event_id: string; deliveries: number }[]> {
  return db.rows(SELECT_PUBLISHED, [keys.map((key) => key.projectId), keys.map((key) => key.eventId)]);
}

const SELECT_PUBLISHED = statement(
  "select_published",
  `select k.project_id, k.event_id, k.deliveries
   from unnest($1::bigint[], $2::text[]) as g (project_id, event_id)
   join publish_keys k on k.project_id = g.project_id and k.event_id = g.event_id collate "C"`,
);

export interface EventRow {
  event_uid: string;
  event_id: string | null;
  session_uid: string;
  wave_type: string;
  analysis_result_url: string;
  store_number: string | null;
  client_session_id: string | null;
  published_at: Date;
  deliveries: number;
}

/** Newest first, below `before` (exclusive). */
export function selectEvents(
  db: Queryable,
  projectId: number,
  page: { before: string; most: number },
): Promise<EventRow[]> {
  return db.rows(SELECT_EVENTS, [projectId, page.before, page.most]);
}

const SELECT_EVENTS = statement(
  "select_events",
  `select event_uid, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, published_at, deliveries
   from events where project_id = $1 and event_uid < $2 order by event_uid desc limit $3`,
);

/** Undefined where it is past its retention. */
export function selectEvent(db: Queryable, projectId: number, eventUid: string): Promise<EventRow | undefined> {
  return db.maybeOne(SELECT_EVENT, [projectId, eventUid]);
}

const SELECT_EVENT = statement(
  "select_event",
  `select event_uid, event_id, session_uid, wave_type, analysis_result_url, store_number, client_session_id, published_at, deliveries
   from events where project_id = $1 and event_uid = $2`,
);

/** The JSON text of a result that was published inline. */
export async function selectInlineResult(db: Queryable, eventUid: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ body: string }>(SELECT_INLINE_RESULT, [eventUid]);
  return row?.body;
}

const SELECT_INLINE_RESULT = statement(
  "select_inline_result",
  "select body from analysis_results where event_uid = $1",
);
