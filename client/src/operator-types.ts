/** What travels between an operator and the service, named as in the API document, from which the types are made. */
import type { components } from "./generated/schema.ts";
import type { QueryOf } from "./operation.ts";

type Schemas = components["schemas"];
type Documented<Name extends keyof Schemas> = Schemas[Name];

/** What an operator sets of a project (decisions, section 8). */
export type ProjectSettingsInput = Schemas["ProjectSettingsInput"];
/** Secrets are masked, but for signing secrets that the very request has set. */
export type ProjectRecord = Schemas["Project"];
/** A token as it is issued; the service keeps only its hash, so this is the one time it is seen. */
export type IssuedToken = Schemas["IssuedToken"];
export type TokenRecord = Schemas["Token"];

/** One analysis result to publish (decisions, section 3). */
export type EventInput = Schemas["AnalysisResult"];
export type PublishAnswer = Schemas["PublishAnswer"];
export type EventRecord = Schemas["Event"];
export type EventPage = Schemas["EventPage"];

/** One event owed to one endpoint. */
export type Delivery = Schemas["Delivery"];
export type DeliveryStatus = Delivery["status"];
export interface DeliveryWithAttempts extends Documented<"DeliveryWithAttempts"> {
  /** null where it is past its retention. */
  request?: CallbackRequest | null;
}
/** One HTTP try of a delivery. */
export type Attempt = Schemas["Attempt"];
export type DeliveryPage = Schemas["DeliveryPage"];
export type DeliveryFilter = Omit<NonNullable<QueryOf<"listDeliveries">>, "cursor" | "limit">;
/** `status` is `dead` by default. */
export type RedeliverFilter = NonNullable<Schemas["RedeliveryOrder"]["filter"]>;
export type RedeliverAnswer = Schemas["RedeliveryCount"];
/** A subscribed URL (query values masked) and how it is. */
export interface Endpoint extends Documented<"Endpoint"> {
  recent?: EndpointFigures;
  /** null where there was none so far. */
  last_attempt?: { time: string; outcome: string; status_code: number | null; duration_ms: number } | null;
}

/** What one project has in the queue, and how its endpoints are. */
export type ProjectQueue = Schemas["ProjectQueue"];
/** The figures of the whole service. */
export type ServiceStats = Schemas["ServiceStats"];
/** The figures of one project; `minutes` from the oldest to the present one. */
export type ProjectStats = Schemas["ProjectStats"];
/** What was published within some time, and what has become of it. */
export type PublishedFigures = ProjectStats["recent"];

/** A callback as it is sent; secrets in it are masked. */
export interface CallbackRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How many deliveries are in which state, as far as that is cheap to know. */
export type DeliveryCounts = Schemas["DeliveryCounts"];

/** A test event with its deliveries. */
export interface TestEvent {
  event_id: string;
  session_uid: string;
  wave_type: string;
  deliveries: Delivery[];
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
