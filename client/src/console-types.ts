/** What the web console reads of the service as a whole, field by field as on the wire. */
import type { components } from "./generated/schema.ts";
import type { QueryOf } from "./operation.ts";

type Schemas = components["schemas"];

/** Who is signed in; a project's session sees that project only. */
export type Session =
  | { kind: "operator"; user_name: string; csrf_token: string; expires_at: string }
  | { kind: "project"; project: string; user_name: string; csrf_token: string; expires_at: string };

export type OverviewRange = Overview["range"];

/** The figures of now; null where nothing was measured lately. */
export type OverviewFigures = Schemas["OverviewNow"];

/** What happened within `seconds` from `time` on. */
export type OutcomeBucket = Schemas["OutcomeBucket"];

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

export type Overview = Schemas["Overview"];

/** One line of the list of projects. */
export type ProjectSummary = Schemas["ProjectSummary"];

/** A lookup value that recent uploads used and the project does not have. */
export type UnknownLookup = Schemas["UnknownLookup"];

export type SystemRecord = Schemas["SystemState"];

/** One change by the operator or by a project, or the refused sign-ins of a minute. */
export type AuditEntry = Schemas["AuditEntry"];
export type AuditFilter = Omit<NonNullable<QueryOf<"listAuditEntries">>, "cursor" | "limit">;
export type AuditPage = Schemas["AuditPage"];
