/** What travels between a project and the service, named as in the API document, from which the types are made. */
import type { components } from "./generated/schema.ts";
import type { QueryOf } from "./operation.ts";

type Schemas = components["schemas"];
type Documented<Name extends keyof Schemas> = Schemas[Name];

export type Subscription = Schemas["Subscription"];
export type SubscriptionInput = Schemas["SubscriptionInput"];
/** The body of a callback (interface, "Notification payload"). */
export type NotificationPayload = Schemas["NotificationPayload"];

export type EntityType = "store" | "user" | "route";
export type FileFormat = Schemas["AsyncJob"]["file_format"];
export type JobStatus = Schemas["AsyncJob"]["status"];
/** The status record of an asynchronous upload. Times and counts are null until known. */
export type Job = Schemas["AsyncJob"];
export type JobProgress = Schemas["JobProgress"];
export type JobList = Schemas["JobPage"];
export type JobFilter = Omit<NonNullable<QueryOf<"listJobs">>, "page" | "per_page">;

/** One refused row: its key field (`store_number`, `login_name` or `external_route_id`) and at most 3 messages. */
export interface Rejection {
  errors: string[];
  [keyField: string]: string | number | string[] | null;
}

/** One message about one refused row. */
export type RejectionDetail = Schemas["Rejection"];

/** Messages of one kind about one field. */
export type RejectionGroup = Schemas["RejectionSummary"]["groups"][number];

// A read that asks for `fields` leaves the others out; any other answer has them all.
export type Store = Required<Schemas["Store"]>;
export type User = Required<Schemas["User"]>;
export type Route = Required<Schemas["Route"]>;

/** The six kinds of pre-configured values. */
export type LookupType =
  | "store_type_name"
  | "region_name"
  | "district_name"
  | "branch_name"
  | "retailer_name"
  | "state_code";

/** Stores that are near each other, or one. */
export interface StoreCluster extends Documented<"StoreCluster"> {
  /** west, south, east, north: where all of them are. */
  bounds: [number, number, number, number];
}

/** Where stores are. */
export interface StoreMap extends Documented<"StoreMap"> {
  /** Those within the bounds. */
  clusters: StoreCluster[];
}

/** Paging, sorting and filters of a read; any field of the entity may be a filter, with one value or several. */
export interface ReadQuery {
  /** Counts from 0. */
  page?: number;
  per_page?: number;
  /** A field, or `-field` to descend. */
  sort?: string;
  /** Only what a job has touched since: seconds since the epoch, or ISO 8601. */
  updated_since?: number | string;
  /** Part of the key or of another text field, in any case. */
  q?: string;
  /** Only these fields, to make pages smaller. */
  fields?: string | readonly string[];
  [field: string]: FilterValue | readonly FilterValue[] | undefined;
}

export type FilterValue = string | number | boolean;

export type PageMetadata = Schemas["PageMetadata"];

/** A page of a read; `items` is the list that the wire calls `stores`, `store`, `users` and so on. */
export interface Page<T> {
  metadata: PageMetadata;
  items: T[];
}
