/**
 * The client of a project: everything that the interface offers to the holder of a project's token. It needs `fetch`
 * only, so it runs in Node and in browsers. Field names are those of the wire.
 */
import { Caller, type CallerOptions, noneWhenMissing } from "./caller.ts";
import { DeliveryAccess } from "./delivery-access.ts";
import { EntityReader } from "./entity-reader.ts";
import { retryAfterOf } from "./errors.ts";
import type { JobList } from "./operator-types.ts";
import { pause } from "./retry-pause.ts";
import type {
  EntityType,
  FileFormat,
  Job,
  LookupType,
  Page,
  PageMetadata,
  ReadQuery,
  Rejection,
  RejectionDetail,
  RejectionGroup,
  Route,
  Store,
  StoreMap,
  Subscription,
  SubscriptionInput,
  User,
} from "./types.ts";
import { multipartBody, randomId, type UploadFile, type UploadProgress } from "./upload-body.ts";

export interface ShelfwireClientOptions extends CallerOptions {
  token: string;
  projectName: string;
  /** `v4` by default. */
  apiVersion?: string;
}

export interface UploadOptions {
  entityType: EntityType;
  file: UploadFile;
  /** Found from the file's name by default. */
  fileFormat?: FileFormat;
  /** `validate_only`: check every row and write nothing. */
  importMode?: "validate_only";
  /** Uploads with one key within 24 h are one job; a new key for each upload by default. */
  idempotencyKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
}

export interface WaitOptions {
  /** Called with each record read, the last one included. */
  onProgress?: (job: Job) => void;
  signal?: AbortSignal;
  /** Between two reads; by default growing from 0.2 s to what the service suggests, at most 2 s. */
  pollMs?: number;
}

interface Abortable {
  signal?: AbortSignal;
}

/** The last part of `/entity/store/{lookup}`. */
const LOOKUP_PATHS = {
  store_type_name: "store-type",
  region_name: "region",
  district_name: "district",
  branch_name: "branch",
  retailer_name: "retailer",
  state_code: "state",
} as const satisfies Record<LookupType, string>;

const FIRST_POLL_MS = 200;
const POLL_MS_MAX = 2_000;

export class ShelfwireClient {
  readonly stores: EntityReader<Store>;
  readonly users: EntityReader<User>;
  readonly routes: EntityReader<Route>;
  /** What became of the project's callbacks. */
  readonly deliveries: DeliveryAccess;
  readonly #caller: Caller;
  readonly #subscriptionPath: string;
  readonly #versionedPath: string;

  constructor(options: ShelfwireClientOptions) {
    const { apiVersion = "v4", projectName } = options;
    const project = encodeURIComponent(projectName);
    this.#caller = new Caller(options);
    this.#subscriptionPath = `/api/notifier/public/${project}/subscription`;
    this.deliveries = new DeliveryAccess(this.#caller, `/api/notifier/public/${project}`);
    this.#versionedPath = `/api/${encodeURIComponent(apiVersion)}/${project}`;
    this.stores = this.#reader("store", "store_number");
    this.users = this.#reader("user", "login_name");
    this.routes = this.#reader("route", "external_route_id");
  }

  /** The project's subscription; undefined where none is set (interface, 1). */
  getSubscription({ signal }: Abortable = {}): Promise<Subscription | undefined> {
    return this.#caller.jsonOrNone({ method: "GET", path: this.#subscriptionPath, signal });
  }

  /** Creates the subscription, or replaces it as a whole (interface, 2). */
  setSubscription(subscription: SubscriptionInput, { signal }: Abortable = {}): Promise<Subscription> {
    return this.#caller.json({ method: "PUT", path: this.#subscriptionPath, json: subscription, signal });
  }

  /** True when one was deleted, false when there was none (interface, 3). */
  async deleteSubscription({ signal }: Abortable = {}): Promise<boolean> {
    const call = { method: "DELETE", path: this.#subscriptionPath, signal } as const;
    return (await this.#caller.send(call).catch(noneWhenMissing)) !== undefined;
  }

  /** The wave types that the project can subscribe to (interface, 4). */
  listWaveTypes({ signal }: Abortable = {}): Promise<string[]> {
    return this.#caller.json({ method: "GET", path: "/api/notifier/public/wave-types", signal });
  }

  /** Uploads a file and answers the job that will work on it (interface, 5). A broken connection is tried again. */
  upload(options: UploadOptions): Promise<Job> {
    const { file, onProgress = () => {} } = options;
    const fields: Record<string, string> = {
      entity_type: options.entityType,
      file_format: options.fileFormat ?? formatOf(file.name),
    };
    if (options.importMode) fields.import_mode = options.importMode;
    return this.#caller.json({
      method: "POST",
      path: `${this.#versionedPath}/async-job`,
      query: { uploadType: "multipart" },
      headers: { "idempotency-key": options.idempotencyKey ?? randomId() },
      body: () => multipartBody(fields, file, onProgress),
      signal: options.signal,
      repeatable: true,
      timeoutMs: Number.POSITIVE_INFINITY,
    });
  }

  /** The job's record; undefined where the project has no such job (interface, 6). */
  getJob(jobId: string, { signal }: Abortable = {}): Promise<Job | undefined> {
    return this.#caller.jsonOrNone({ method: "GET", path: this.#jobPath(jobId), signal });
  }

  /** Reads the record again and again until it is done or failed, and answers that one. */
  async waitForJob(jobId: string, { onProgress, signal, pollMs }: WaitOptions = {}): Promise<Job> {
    for (let reads = 0; ; reads += 1) {
      const response = await this.#caller.send({ method: "GET", path: this.#jobPath(jobId), signal });
      const job: Job = await response.json();
      onProgress?.(job);
      if (job.status === "done" || job.status === "failed") return job;
      const growing = Math.min(POLL_MS_MAX, FIRST_POLL_MS * 1.25 ** reads);
      // Short jobs are asked for sooner than the service suggests, long ones as it does.
      await pause(pollMs ?? Math.min(growing, retryAfterOf(response) ?? growing), signal);
    }
  }

  /** The project's jobs, newest first. */
  listJobs(
    query: { status?: string; entity_type?: string; page?: number; per_page?: number } = {},
    { signal }: Abortable = {},
  ): Promise<JobList> {
    return this.#caller.json({ method: "GET", path: `${this.#versionedPath}/async-job`, query, signal });
  }

  /** Gives up a job that has not ended; nothing of it is then applied. Answers its record as it is after that. */
  cancelJob(jobId: string, { signal }: Abortable = {}): Promise<Job> {
    return this.#caller.json({ method: "DELETE", path: this.#jobPath(jobId), signal });
  }

  /** The refused rows of a finished job, in the order of the file. */
  async getRejections(job: Job, { signal }: Abortable = {}): Promise<Rejection[]> {
    if (!job.rejection_details_url) return [];
    return this.#caller.json({ method: "GET", path: job.rejection_details_url, signal });
  }

  /** One page of the refused rows with their place in the file, message by message; of one kind where `code` says so. */
  async listRejections(
    jobId: string,
    query: { page?: number; per_page?: number; code?: string; field?: string } = {},
    { signal }: Abortable = {},
  ): Promise<Page<RejectionDetail>> {
    const call = { method: "GET", path: this.#rejectionsPath(jobId), query, signal } as const;
    const body = await this.#caller.json<{ metadata: PageMetadata; rejections: RejectionDetail[] }>(call);
    return { metadata: body.metadata, items: body.rejections };
  }

  /** What went wrong how often in a job, the most frequent first. */
  async rejectionGroups(jobId: string, { signal }: Abortable = {}): Promise<RejectionGroup[]> {
    const call = { method: "GET", path: `${this.#rejectionsPath(jobId)}/summary`, signal } as const;
    return (await this.#caller.json<{ groups: RejectionGroup[] }>(call)).groups;
  }

  /** Fetches a file that a job record links to, such as `rejection_details_xlsx_url`; its body is a stream. */
  download(url: string, { signal }: Abortable = {}): Promise<Response> {
    return this.#caller.send({ method: "GET", path: url, headers: { accept: "*/*" }, signal });
  }

  /** The pre-configured values of one kind, as the project may read them (decisions, section 7). */
  async listLookups(type: LookupType, options: Abortable = {}): Promise<string[]> {
    const reader = this.#reader<Partial<Record<LookupType, string>>>(`store/${LOOKUP_PATHS[type]}`, type);
    const values: string[] = [];
    for await (const item of reader.all({ per_page: 1_000 }, options)) values.push(item[type] ?? "");
    return values;
  }

  /**
   * Where the stores are that match the filters. `bbox` is `west,south,east,north` in degrees; what stands in one of so
   * many `cells` across is one cluster.
   */
  storeMap(
    query: { bbox: string; cells: number } & Omit<ReadQuery, "page" | "per_page" | "sort">,
    { signal }: Abortable = {},
  ): Promise<StoreMap> {
    return this.#caller.json({ method: "GET", path: `${this.#versionedPath}/entity/store/map`, query, signal });
  }

  /** A CSV file with the header that an upload of this entity has. */
  async template(entity: EntityType, { signal }: Abortable = {}): Promise<string> {
    const path = `${this.#versionedPath}/entity/${entity}/template.csv`;
    const response = await this.#caller.send({ method: "GET", path, headers: { accept: "text/csv" }, signal });
    return response.text();
  }

  #rejectionsPath(jobId: string): string {
    return `${this.#versionedPath}/async-job/${encodeURIComponent(jobId)}/rejections`;
  }

  #jobPath(jobId: string): string {
    return `${this.#versionedPath}/async-job/status/${encodeURIComponent(jobId)}`;
  }

  #reader<T>(entity: string, keyField: string): EntityReader<T> {
    return new EntityReader<T>(this.#caller, `${this.#versionedPath}/entity/${entity}`, keyField);
  }
}

/** The format that a file's name tells, such as CSV of `stores.csv` and CSV_ZIP of `stores.csv.zip`. */
export function formatOf(fileName: string): FileFormat {
  const name = fileName.toLowerCase();
  const isPacked = /\.(zip|gz|gzip)$/.test(name);
  const isJson = /\.(json|jsonl|ndjson)(\.|$)/.test(name) || /json[^.]*\.(zip|gz|gzip)$/.test(name);
  if (isPacked) return isJson ? "JSON_ZIP" : "CSV_ZIP";
  return isJson ? "JSON" : "CSV";
}
