import type { Job, PageMetadata } from "./types.ts";

/** What an operator sets of a project (decisions, section 8). */
export interface ProjectSettingsInput {
  wave_types?: string[];
  /** Fields that the project demands beyond the interface's own. */
  mandatory_fields?: { store?: string[]; user?: string[]; route?: string[] };
  payload_fields?: ("store_number" | "client_session_id")[];
  /** null ends the header method. */
  callback_auth?: { header_name: string; header_value: string } | null;
  /** Secrets newest first; or one generated here, beside the newest present one; null: callbacks are not signed. */
  signing?: { secrets: string[] } | { generate: true } | null;
  redeliver_on_recovery?: boolean;
  lookup_policy?: "strict" | "open";
  list_key?: "plural" | "singular";
  /** Requests a second and token; null: the installation's default. */
  rate_limit?: number | null;
}

/** Secrets are masked, but for signing secrets that the very request has set. */
export interface ProjectRecord {
  name: string;
  wave_types: string[];
  mandatory_fields: { store?: string[]; user?: string[]; route?: string[] };
  payload_fields: string[];
  callback_auth: { header_name: string; header_value: string } | null;
  signing: { secrets: string[] } | null;
  redeliver_on_recovery: boolean;
  lookup_policy: string;
  list_key: string;
  rate_limit: number | null;
  creation_time: string;
}

/** A token as it is issued; the service keeps only its hash, so this is the one time it is seen. */
export interface IssuedToken {
  token_id: string;
  token: string;
  user_name: string;
  expires_at: string;
}

export interface TokenRecord {
  token_id: string;
  user_name: string;
  creation_time: string;
  expires_at: string;
  revoked_at: string | null;
  status: "valid" | "expired" | "revoked";
}

/** One analysis result to publish (decisions, section 3). */
export interface EventInput {
  session_uid: string;
  wave_type: string;
  /** Exactly one of `analysis_result_url` and `analysis_result`. */
  analysis_result_url?: string;
  /** A JSON value that the service stores and serves itself. */
  analysis_result?: unknown;
  store_number?: string;
  client_session_id?: string;
  /** A second publish with the same id within 24 h changes nothing. The client sets one where there is none. */
  event_id?: string;
}

export interface PublishAnswer {
  accepted: number;
  duplicates: number;
  events: { event_id: string; deliveries: number }[];
}

export type DeliveryStatus = "pending" | "leased" | "delivered" | "dead" | "cancelled";

/** One event owed to one endpoint. */
export interface Delivery {
  delivery_id: string;
  event_id: string;
  session_uid: string;
  wave_type: string;
  /** Query values are masked. */
  url: string;
  status: DeliveryStatus;
  /** Why it is dead or cancelled. */
  reason: string | null;
  attempts_made: number;
  round: number;
  /** Class of the last attempt's failure. */
  last_failure: string | null;
  last_status_code: number | null;
  next_attempt_time: string | null;
  creation_time: string;
  complete_time: string | null;
}

/** One HTTP try of a delivery. */
export interface Attempt {
  number: number;
  round: number;
  start_time: string;
  duration_ms: number;
  /** `delivered`, or the class of failure. */
  outcome: string;
  status_code: number | null;
  /** The first 4 KiB of the answer's body; the operator alone sees it. */
  answer: string | null;
}

export interface DeliveryWithAttempts extends Delivery {
  attempts: Attempt[];
  /** null where it is past its retention. */
  request?: CallbackRequest | null;
}

/** A callback as it is sent; secrets in it are masked. */
export interface CallbackRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How many deliveries are in which state, as far as that is cheap to know. */
export interface DeliveryCounts {
  time: string;
  pending: number;
  leased: number;
  /** All that are kept. */
  dead: number;
  failing_endpoints: number;
  oldest_due_seconds: number | null;
}

/** A test event with its deliveries. */
export interface TestEvent {
  event_id: string;
  session_uid: string;
  wave_type: string;
  deliveries: Delivery[];
}

export interface DeliveryFilter {
  status?: DeliveryStatus;
  /** As registered, as masked in lists, or without its query. */
  url?: string;
  session_uid?: string;
  /** ISO 8601. */
  from?: string;
  to?: string;
}

export interface RedeliverFilter extends DeliveryFilter {
  /** `dead` by default. */
  status?: "dead" | "delivered";
}

export interface DeliveryPage {
  deliveries: Delivery[];
  /** "" after the last page. */
  next_cursor: string;
}

export interface EventRecord {
  event_id: string;
  session_uid: string;
  wave_type: string;
  analysis_result_url: string;
  store_number: string | null;
  client_session_id: string | null;
  publish_time: string;
  deliveries: number;
}

export interface EventPage {
  events: EventRecord[];
  next_cursor: string;
}

export interface RedeliverAnswer {
  matched: number;
  redelivered: number;
}

export interface JobList {
  metadata: PageMetadata;
  jobs: Job[];
}

/** A subscribed URL (query values masked) and how it is. */
export interface Endpoint {
  endpoint_id: number;
  url: string;
  health: "healthy" | "failing";
  /** Failed attempts in a row. */
  consecutive_failures: number;
  failing_since: string | null;
  next_probe_time: string | null;
  recent?: EndpointFigures;
  /** null where there was none so far. */
  last_attempt?: { time: string; outcome: string; status_code: number | null; duration_ms: number } | null;
}

/** The attempts of the last so many minutes. */
export interface EndpointFigures {
  minutes: number;
  attempts: number;
  delivered: number;
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  buckets: { time: string; delivered: number; failed: number }[];
}

/** What one project has in the queue, and how its endpoints are. */
export interface ProjectQueue {
  project: string;
  deliveries: { pending: number; leased: number };
  endpoints: { healthy: number; failing: number };
}

/** The figures of the whole service. */
export interface ServiceStats {
  time: string;
  projects: ProjectQueue[];
}

/** What was published within some time, and what has become of it. */
export interface PublishedFigures {
  events: number;
  delivered: number;
  dead: number;
  cancelled: number;
  queued: number;
}

/** The figures of one project; `minutes` from the oldest to the present one. */
export interface ProjectStats extends ProjectQueue {
  time: string;
  recent: PublishedFigures;
  minutes: (PublishedFigures & { time: string })[];
  jobs: Record<string, number>;
}
