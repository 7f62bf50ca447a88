import { type Queryable, type Statement, statement } from "../db/database.ts";
import { DELIVERY_STATES, type DeliveryState, QUEUED_STATES } from "./delivery-state.ts";

export interface DeliveryRow {
  delivery_id: string;
  /** The producer's id, if it gave one. */
  event_id: string | null;
  event_uid: string;
  session_uid: string;
  wave_type: string | null;
  endpoint_id: number;
  url: string;
  endpoint_removed: boolean;
  state: DeliveryState;
  reason: string | null;
  round: number;
  attempts: number;
  last_failure: string | null;
  last_status: number | null;
  run_at: Date | null;
  settled_at: Date | null;
}

/** Which of a project's deliveries; bounds are ids, which carry the time at which the delivery began. */
export interface DeliveryScope {
  state: DeliveryState | undefined;
  endpointIds: readonly number[] | undefined;
  sessionUid: string | undefined;
  /** Inclusive. */
  fromId: string;
  /** Exclusive. */
  toId: string;
}

/** The newest first, at most so many. */
export function selectDeliveries(
  db: Queryable,
  projectId: number,
  scope: DeliveryScope,
  most: number,
): Promise<DeliveryRow[]> {
  const kind = scope.sessionUid !== undefined ? "session" : scope.endpointIds !== undefined ? "endpoints" : "project";
  const chosen = SELECT_DELIVERIES.get(`${kind} ${scope.state ?? "any"}`);
  if (chosen === undefined) throw new Error(`no statement for ${kind} ${scope.state}`);
  const further = {
    project: [],
    endpoints: [scope.endpointIds],
    session: [scope.sessionUid, scope.endpointIds ?? null],
  };
  return db.rows(chosen, [projectId, scope.fromId, scope.toId, most, ...further[kind]]);
}

const SCOPES = {
  project: "",
  endpoints: "and endpoint_id = any($5::bigint[])",
  session: "and session_uid = $5::uuid and ($6::bigint[] is null or endpoint_id = any($6))",
} as const;

const NEWEST_FIRST = "order by delivery_id desc limit $4";
const BOUNDS = "project_id = $1 and delivery_id >= $2 and delivery_id < $3";

const DESCRIBED = `
  select p.*, ev.event_id, ev.wave_type, e.url, e.removed_at is not null as endpoint_removed
  from page p
  join endpoints e using (endpoint_id)
  left join events ev on ev.project_id = $1 and ev.event_uid = p.event_uid
  order by p.delivery_id desc`;

/** A statement for each kind of list: the state stands in the text, so that the index of rare states can be used. */
const SELECT_DELIVERIES: ReadonlyMap<string, Statement> = new Map(
  Object.entries(SCOPES).flatMap(([kind, condition]) =>
    ["any" as const, ...DELIVERY_STATES].map((state): [string, Statement] => [
      `${kind} ${state}`,
      statement(`select_deliveries_of_${kind}_${state}`, listText(condition, state)),
    ]),
  ),
);

function listText(condition: string, state: DeliveryState | "any"): string {
  const isQueued = QUEUED_STATES.some((queued) => queued === state);
  if (state !== "any") {
    const stateIs = `and state = '${state}'`;
    return `with page as (${isQueued ? queuedText(condition, stateIs) : settledText(condition, stateIs)}) ${DESCRIBED}`;
  }
  // By state where an endpoint is named: what little a sound one has in a long queue stands in the index of what is due.
  const parts = condition === SCOPES.endpoints ? ["and state = 'pending'", "and state = 'leased'"] : [""];
  const all = [...parts.map((stateIs) => queuedText(condition, stateIs)), settledText(condition, "")].join(
    " union all ",
  );
  return `with page as (${all} order by delivery_id desc limit $4) ${DESCRIBED}`;
}

function queuedText(condition: string, stateIs: string): string {
  const rows = `
    select delivery_id, event_uid, session_uid, endpoint_id, state, null::text as reason, round, attempts,
      last_failure, last_status, run_at, null::timestamptz as settled_at
    from deliveries where ${BOUNDS} ${condition} ${stateIs}`;
  return `(${condition === SCOPES.session ? allOfSession(rows) : rows} ${NEWEST_FIRST})`;
}

function settledText(condition: string, stateIs: string): string {
  const rowsOf = (scope: string) => `
    select delivery_id, event_uid, session_uid, endpoint_id, state, reason, round, attempts,
      last_failure, last_status, null::timestamptz as run_at, settled_at
    from settled_deliveries where ${BOUNDS} ${scope} ${stateIs}`;
  if (condition === SCOPES.session) return `(${allOfSession(rowsOf(condition))} ${NEWEST_FIRST})`;
  if (condition !== SCOPES.endpoints) return `(${rowsOf(condition)} ${NEWEST_FIRST})`;
  // One endpoint after the other: only then does its index give the order. Else all that came after an endpoint was removed
  // is read for nothing (3.6 s, of ten million).
  return `(
    select s.* from unnest($5::bigint[]) as own (id)
    cross join lateral (${rowsOf("and endpoint_id = own.id")} ${NEWEST_FIRST}) as s
    ${NEWEST_FIRST})`;
}

/** A session has few. Were it not fenced off, the plan for any session would look for them along the time (8 s, of ten million). */
function allOfSession(rows: string): string {
  return `select * from (${rows} offset 0) as own`;
}

export interface AttemptRow {
  attempt_number: number;
  round: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status: number | null;
  answer: string | null;
}

/** Of a delivery that the caller has found among the project's own; the one that settled it is kept with it. */
export function selectAttempts(db: Queryable, projectId: number, deliveryId: string): Promise<AttemptRow[]> {
  return db.rows(SELECT_ATTEMPTS, [projectId, deliveryId]);
}

const SELECT_ATTEMPTS = statement(
  "select_attempts",
  `select attempt_number, round, started_at, duration_ms, outcome, status, answer
   from attempts where delivery_id = $2
   union all
   select attempts, round, attempt_started_at, attempt_duration_ms, coalesce(last_failure, 'delivered'), last_status, attempt_answer
   from settled_deliveries where project_id = $1 and delivery_id = $2 and attempt_started_at is not null
   order by attempt_number`,
);

/** Every endpoint that the project has or had. */
export function selectEndpointUrls(
  db: Queryable,
  projectId: number,
): Promise<{ endpoint_id: number; url: string; removed: boolean }[]> {
  return db.rows(SELECT_ENDPOINT_URLS, [projectId]);
}

const SELECT_ENDPOINT_URLS = statement(
  "select_endpoint_urls",
  "select endpoint_id, url, removed_at is not null as removed from endpoints where project_id = $1",
);
