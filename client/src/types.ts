/** What travels between a project and the service, field by field as the interface names it. */

/** The six kinds of pre-configured values. */
export type LookupType =
  | "store_type_name"
  | "region_name"
  | "district_name"
  | "branch_name"
  | "retailer_name"
  | "state_code";

export interface Subscription {
  url_list: string[];
  wave_type_list: string[];
  /** The API user that last set it. */
  user_name: string;
  /** ISO 8601 UTC with milliseconds. */
  last_update_time: string;
}

export interface SubscriptionInput {
  url_list: string[];
  wave_type_list: string[];
}

export type EntityType = "store" | "user" | "route";
export type FileFormat = "JSON" | "CSV" | "CSV_ZIP" | "JSON_ZIP";
export type JobStatus = "queued" | "in progress" | "done" | "failed";

/** The status record of an asynchronous upload. Times and counts are null until known. */
export interface Job {
  async_job_id: string;
  status_url: string;
  entity_type: string;
  file_name: string;
  input_file_url: string;
  number_of_job_items: number | null;
  action: string;
  mode: string;
  user_name: string;
  source: string;
  import_mode: string;
  project: string;
  parsed_file_url: string | null;
  status: JobStatus;
  creation_time: string;
  tries: number;
  failure_reason: string | null;
  complete_time: string | null;
  number_of_effected_items: number | null;
  number_of_rejected_items: number | null;
  rejection_details_url: string | null;
  rejection_details_xlsx_url: string | null;
  file_format: string;
  /** How the file was read; null until the job is done, and the delimiter for JSON. */
  file_encoding: string | null;
  file_delimiter: string | null;
  /** null unless the job is running. */
  progress: JobProgress | null;
  /** What is odd but was taken, such as an unknown column. */
  warnings: string[];
  /** What became of the effected rows. */
  number_of_created_items: number | null;
  number_of_changed_items: number | null;
  number_of_unchanged_items: number | null;
  number_of_deleted_items: number | null;
}

export interface JobProgress {
  phase: string;
  rows_read: number;
  rows_per_second: number;
  /** Of the file; null where unknown. */
  percent: number | null;
  /** Until the file is read; null where unknown. */
  seconds_left: number | null;
}

/** One refused row: its key field (`store_number`, `login_name` or `external_route_id`) and at most 3 messages. */
export interface Rejection {
  errors: string[];
  [keyField: string]: string | number | string[] | null;
}

/** One message about one refused row. */
export interface RejectionDetail {
  /** Counted from 1, the header apart. */
  row: number;
  /** Of the file, counted from 1. */
  line: number;
  key: unknown;
  field: string | null;
  code: string;
  message: string;
  /** As it was sent. */
  value: unknown;
}

/** Messages of one kind about one field. */
export interface RejectionGroup {
  code: string;
  /** Null where they are about rows as a whole. */
  field: string | null;
  /** The first of them. */
  message: string;
  rows: number;
}

export interface Store {
  store_number: string;
  store_name: string | null;
  store_display_name: string | null;
  store_type_name: string | null;
  region_name: string | null;
  district_name: string | null;
  branch_name: string | null;
  retailer_name: string | null;
  state_code: string | null;
  street: string | null;
  city: string | null;
  postal_code: string | null;
  /** Degrees. */
  latitude: number | null;
  longitude: number | null;
  is_active: boolean;
  manager_name: string | null;
  manager_email: string | null;
  manager_phone: string | null;
  is_deleted: boolean;
  additional_attributes: Record<string, string | null>;
  /** Seconds since the epoch. */
  last_update_time: number;
}

export interface User {
  login_name: string;
  email_address: string | null;
  mobile_number: string | null;
  first_name: string | null;
  last_name: string | null;
  operational_role: string | null;
  supervisors_username: string | null;
  routes: string[];
  stores: string[];
  is_active: boolean;
  is_deleted: boolean;
  last_update_time: number;
}

export interface Route {
  external_route_id: string;
  name: string | null;
  description: string | null;
  stores: string[];
  users: string[];
  is_deleted: boolean;
  last_update_time: number;
}

/** Stores that are near each other, or one. */
export interface StoreCluster {
  /** Their middle, in degrees. */
  longitude: number;
  latitude: number;
  count: number;
  /** west, south, east, north: where all of them are. */
  bounds: [number, number, number, number];
  /** Of one store alone; null for several. */
  store_number: string | null;
  store_name: string | null;
}

/** Where stores are. */
export interface StoreMap {
  /** How many match the filters and have a place, also outside of the bounds. */
  placed: number;
  without_place: number;
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
  [field: string]: FilterValue | readonly FilterValue[] | undefined;
}

export type FilterValue = string | number | boolean;

export interface PageMetadata {
  page: number;
  per_page: number;
  page_count: number;
  total_count: number;
  /** Paths with their query; "" where there is no such page. */
  links: { self: string; first: string; previous: string; next: string; last: string };
}

/** A page of a read; `items` is the list that the wire calls `stores`, `store`, `users` and so on. */
export interface Page<T> {
  metadata: PageMetadata;
  items: T[];
}

/** The body of a callback (interface, "Notification payload"). */
export interface NotificationPayload {
  analysis_result_url: string;
  session_uid: string;
  source: string;
  store_number?: string;
  client_session_id?: string;
}
