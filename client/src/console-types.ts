/** What the web console reads of the service as a whole, field by field as on the wire. */

/** Who is signed in; a project's session sees that project only. */
export type Session =
  | { kind: "operator"; user_name: string; csrf_token: string; expires_at: string }
  | { kind: "project"; project: string; user_name: string; csrf_token: string; expires_at: string };

export type OverviewRange = "1h" | "24h" | "7d" | "30d";

/** The figures of now; null where nothing was measured lately. */
export interface OverviewFigures {
  deliveries_per_minute: number;
  /** Delivered attempts among those made, 0 to 1. */
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  /** How long the oldest delivery that is due has been waiting. */
  oldest_due_seconds: number | null;
  pending: number;
  leased: number;
  dead: number;
  failing_endpoints: number;
  jobs_running: number;
  jobs_queued: number;
  rows_per_second: number;
}

/** What happened within `seconds` from `time` on. */
export interface OutcomeBucket {
  time: string;
  seconds: number;
  delivered: number;
  failed_attempts: number;
  dead: number;
  /** Of the attempts; null where there were none. */
  p95_ms: number | null;
}

/** The outcomes of a whole range. */
export interface OutcomeTotals {
  delivered: number;
  failed_attempts: number;
  dead: number;
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  /** Failed attempts by class, those that occurred. */
  failures: Record<string, number>;
}

/** Something that a person should look at. */
export type Attention =
  | {
      kind: "endpoint_failing";
      project: string;
      url: string;
      endpoint_id: number;
      since: string;
      consecutive_failures: number;
      waiting: number;
    }
  | { kind: "deliveries_dead"; project: string; count: number; since: string }
  | {
      kind: "job_failed";
      project: string;
      async_job_id: string;
      file_name: string;
      failure_reason: string;
      time: string;
    }
  | {
      kind: "job_rejections";
      project: string;
      async_job_id: string;
      file_name: string;
      rejected: number;
      items: number;
      time: string;
    }
  | { kind: "token_expiring"; project: string; token_id: string; user_name: string; expires_at: string };

export interface Overview {
  time: string;
  range: OverviewRange;
  now: OverviewFigures;
  totals: OutcomeTotals;
  /** Oldest first, empty ones included. */
  buckets: OutcomeBucket[];
  /** Worst first. */
  attention: Attention[];
}

/** One line of the list of projects. */
export interface ProjectSummary {
  project: string;
  pending: number;
  dead: number;
  failing_endpoints: number;
  stores: number;
  /** The last 24 hours, hour by hour. */
  sparkline: { time: string; delivered: number; failed: number }[];
  last_event_time: string | null;
  last_job_time: string | null;
}

/** A lookup value that recent uploads used and the project does not have. */
export interface UnknownLookup {
  type: string;
  value: string;
  rows: number;
  async_job_id: string;
  last_seen: string;
}

export interface SystemRecord {
  version: string;
  node_version: string;
  started_at: string;
  database: {
    version: string;
    embedded: boolean;
    bytes: number;
    tables: { name: string; bytes: number; rows_estimate: number }[];
  };
  processes: {
    process_id: string;
    host: string;
    pid: number;
    roles: string[];
    version: string;
    started_at: string;
    last_beat_at: string;
    is_this: boolean;
  }[];
  queue: {
    pending: number;
    leased: number;
    due: number;
    oldest_due_seconds: number | null;
    jobs_queued: number;
    jobs_running: number;
  };
  retention: { name: string; days: number }[];
  limits: { name: string; value: number; unit: string }[];
  /** Values of secrets are masked. */
  configuration: { name: string; value: string; source: string }[];
}

/** One change by the operator or by a project. */
export interface AuditEntry {
  audit_id: string;
  time: string;
  project: string | null;
  actor: { kind: string; user_name: string; address: string | null };
  /** What was done, such as `token.create`. */
  action: string;
  target: string | null;
  details: Record<string, unknown> | null;
}

export interface AuditFilter {
  project?: string;
  user_name?: string;
  action?: string;
  from?: string;
  to?: string;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** "" after the last page. */
  next_cursor: string;
}
