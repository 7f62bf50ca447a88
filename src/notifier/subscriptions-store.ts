import { statement, type Tx } from "../db/database.ts";

/** Serialises changes of one project's subscription, and tells publishers that what they know is old. */
export async function raiseVersion(tx: Tx, projectId: number): Promise<void> {
  await tx.execute(RAISE_VERSION, [projectId]);
  await tx.rows(ANNOUNCE, [String(projectId)]);
}

const RAISE_VERSION = statement(
  "raise_subscription_version",
  `insert into subscription_versions as v (project_id, version) values ($1, 1)
   on conflict (project_id) do update set version = v.version + 1`,
);

const ANNOUNCE = statement("announce_subscription", "select pg_notify('subscription_changed', $1)");

export async function upsertSubscription(
  tx: Tx,
  projectId: number,
  subscription: { userName: string; waveTypes: string[]; updatedAt: Date },
): Promise<void> {
  const { userName, waveTypes, updatedAt } = subscription;
  await tx.execute(UPSERT_SUBSCRIPTION, [projectId, userName, waveTypes, updatedAt]);
}

const UPSERT_SUBSCRIPTION = statement(
  "upsert_subscription",
  `insert into subscriptions (project_id, user_name, wave_types, updated_at) values ($1, $2, $3, $4)
   on conflict (project_id) do update
   set user_name = excluded.user_name, wave_types = excluded.wave_types, updated_at = excluded.updated_at`,
);

/** False where there was none. */
export async function deleteSubscription(tx: Tx, projectId: number): Promise<boolean> {
  return (await tx.execute(DELETE_SUBSCRIPTION, [projectId])) > 0;
}

const DELETE_SUBSCRIPTION = statement("delete_subscription", "delete from subscriptions where project_id = $1");

export async function insertEndpoint(
  tx: Tx,
  projectId: number,
  endpoint: { url: string; position: number; at: Date },
): Promise<void> {
  await tx.execute(INSERT_ENDPOINT, [projectId, endpoint.url, endpoint.position, endpoint.at]);
}

const INSERT_ENDPOINT = statement(
  "insert_endpoint",
  "insert into endpoints (project_id, url, position, created_at) values ($1, $2, $3, $4)",
);

/** Moves an endpoint, or gives it the same URL with another query; its health and its pending deliveries stay. */
export async function updateEndpoint(
  tx: Tx,
  projectId: number,
  endpoint: { endpointId: number; url: string; position: number },
): Promise<void> {
  await tx.execute(UPDATE_ENDPOINT, [projectId, endpoint.endpointId, endpoint.url, endpoint.position]);
}

const UPDATE_ENDPOINT = statement(
  "update_endpoint",
  "update endpoints set url = $3, position = $4 where project_id = $1 and endpoint_id = $2",
);

/**
 * Removes endpoints and cancels what is pending for them, whose number it answers; what is in flight is settled when it
 * comes back.
 */
export async function removeEndpoints(tx: Tx, projectId: number, endpointIds: number[], at: Date): Promise<number> {
  await tx.execute(REMOVE_ENDPOINTS, [projectId, endpointIds, at]);
  return tx.execute(CANCEL_PENDING, [projectId, endpointIds, at]);
}

const REMOVE_ENDPOINTS = statement(
  "remove_endpoints",
  `update endpoints set removed_at = $3, health = 'healthy', failing_since = null, probe_delivery_id = null
   where project_id = $1 and endpoint_id = any($2) and removed_at is null`,
);

const CANCEL_PENDING = statement(
  "cancel_pending",
  `with cancelled as (
     delete from deliveries
     where project_id = $1 and endpoint_id = any($2) and state = 'pending'
     returning *
   )
   insert into settled_deliveries
     (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, reason, round, attempts, last_failure, last_status, settled_at)
   select delivery_id, project_id, endpoint_id, event_uid, session_uid, 'cancelled', 'endpoint_removed', round, attempts,
     last_failure, last_status, $3
   from cancelled`,
);

/** Everything of a project in this module; partitioned history included. */
export async function removeProjectRows(tx: Tx, projectId: number): Promise<void> {
  for (const remove of REMOVE_PROJECT_ROWS) await tx.execute(remove, [projectId]);
}

const REMOVE_PROJECT_ROWS = [
  statement(
    "remove_attempts_of_project",
    `delete from attempts where delivery_id in (
       select delivery_id from deliveries where project_id = $1
       union all select delivery_id from settled_deliveries where project_id = $1)`,
  ),
  statement("remove_deliveries_of_project", "delete from deliveries where project_id = $1"),
  statement("remove_settled_of_project", "delete from settled_deliveries where project_id = $1"),
  statement(
    "remove_results_of_project",
    "delete from analysis_results where event_uid in (select event_uid from events where project_id = $1)",
  ),
  statement("remove_events_of_project", "delete from events where project_id = $1"),
  statement("remove_publish_keys_of_project", "delete from publish_keys where project_id = $1"),
];
