/** What travels between an operator and the service, named as in the API document, from which the types are made. */
import type { components } from "./generated/schema.ts";
import type { QueryOf } from "./operation.ts";

type Schemas = components["schemas"];

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
export type DeliveryWithAttempts = Schemas["DeliveryWithAttempts"];
/** One HTTP try of a delivery. */
export type Attempt = Schemas["Attempt"];
export type DeliveryPage = Schemas["DeliveryPage"];
export type DeliveryFilter = Omit<NonNullable<QueryOf<"listDeliveries">>, "cursor" | "limit">;
/** `status` is `dead` by default. */
export type RedeliverFilter = NonNullable<Schemas["RedeliveryOrder"]["filter"]>;
export type RedeliverAnswer = Schemas["RedeliveryCount"];
/** A subscribed URL (query values masked) and how it is. */
export type Endpoint = Schemas["Endpoint"];

/** What one project has in the queue, and how its endpoints are. */
export type ProjectQueue = Schemas["ProjectQueue"];
/** The figures of the whole service. */
export type ServiceStats = Schemas["ServiceStats"];
/** The figures of one project; `minutes` from the oldest to the present one. */
export type ProjectStats = Schemas["ProjectStats"];
/** What was published within some time, and what has become of it. */
export type PublishedFigures = ProjectStats["recent"];

/** A callback as it is sent; secrets in it are masked. */
export type CallbackRequest = NonNullable<DeliveryWithAttempts["request"]>;

/** How many deliveries are in which state, as far as that is cheap to know. */
export type DeliveryCounts = Schemas["DeliveryCounts"];

/** A test event with its deliveries. */
export type TestEvent = Schemas["TestEvent"];

/** The attempts of the last so many minutes. */
export type EndpointFigures = Endpoint["recent"];
