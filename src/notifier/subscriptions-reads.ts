import { type Queryable, statement } from "../db/database.ts";

export interface EndpointRow {
  endpoint_id: number;
  url: string;
  health: "healthy" | "failing";
  consecutive_failures: number;
  failing_since: Date | null;
  /** When the probe of a failing endpoint is due; null where it is healthy, or its probe is on its way. */
  next_probe_at: Date | null;
}

export interface SubscriptionRow {
  user_name: string;
  wave_types: string[];
  updated_at: Date;
}

export function selectSubscription(db: Queryable, projectId: number): Promise<SubscriptionRow | undefined> {
  return db.maybeOne(SELECT_SUBSCRIPTION, [projectId]);
}

const SELECT_SUBSCRIPTION = statement(
  "select_subscription",
  "select user_name, wave_types, updated_at from subscriptions where project_id = $1",
);

/** The present endpoints, in the order of the client's list. */
export function selectEndpoints(db: Queryable, projectId: number): Promise<EndpointRow[]> {
  return db.rows(SELECT_ENDPOINTS, [projectId]);
}

const SELECT_ENDPOINTS = statement(
  "select_endpoints",
  `select endpoint_id, url, health, consecutive_failures, failing_since,
     (select d.run_at from deliveries d
      where d.project_id = e.project_id and d.delivery_id = e.probe_delivery_id and d.state = 'pending') as next_probe_at
   from endpoints e where project_id = $1 and removed_at is null order by position`,
);

/** What a publish needs to know of a project, with the version that makes it provable. */
export interface RoutingRow {
  version: number;
  wave_types: string[] | null;
  endpoints: { endpoint_id: number; url: string }[] | null;
}

export function selectRouting(db: Queryable, projectId: number): Promise<RoutingRow> {
  return db.one(SELECT_ROUTING, [projectId]);
}

const SELECT_ROUTING = statement(
  "select_routing",
  `select
     coalesce((select version from subscription_versions where project_id = $1), 0) as version,
     (select wave_types from subscriptions where project_id = $1) as wave_types,
     (select json_agg(json_build_object('endpoint_id', endpoint_id, 'url', url) order by position)
      from endpoints where project_id = $1 and removed_at is null) as endpoints`,
);
