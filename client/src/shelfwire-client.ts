/**
 * The client of a project: everything that the interface offers to the holder of a project's token. It needs `fetch`
 * only, so it runs in Node and in browsers. Field names are those of the wire.
 */
import { Caller, type CallerOptions, noneWhenMissing } from "./caller.ts";
import type { UnknownLookup } from "./console-types.ts";
import { DeliveryAccess } from "./delivery-access.ts";
import { EntityReader } from "./entity-reader.ts";
import { formatOf } from "./file-format.ts";
import { type WaitOptions, waitForEnd } from "./job-wait.ts";
import { type OperationId, type PathOf, pathOf, type QueryOf } from "./operation.ts";
import type {
  EntityType,
  FileFormat,
  Job,
  JobList,
  LookupType,
  Page,
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

export type ShelfwireClientOptions = CallerOptions &
  ({ token: string } | { session: true }) & {
    projectName: string;
    /** `v4` by default. */
    apiVersion?: string;
  };

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

const JOB_FILES = {
  /** As it was uploaded. */
  input: "getInputFile",
  /** The rows as they were understood, as JSON lines. */
  parsed: "getParsedRows",
  /** The refused rows as JSON. */
  rejections: "getRejectionsFile",
  /** The refused rows as a spreadsheet. */
  rejections_xlsx: "getRejectionsWorkbook",
} as const satisfies Record<string, OperationId>;

export type JobFile = keyof typeof JOB_FILES;

export class ShelfwireClient {
  readonly stores: EntityReader<Store>;
  readonly users: EntityReader<User>;
  readonly routes: EntityReader<Route>;
  /** What became of the project's callbacks. */
  readonly deliveries: DeliveryAccess;
  readonly #caller: Caller;
  readonly #project: PathOf<"getSubscription">;
  readonly #versioned: PathOf<"listJobs">;
  readonly #versionedPath: string;

  constructor(options: ShelfwireClientOptions) {
    const { apiVersion = "v4", projectName } = options;
    const project = encodeURIComponent(projectName);
    this.#caller = new Caller(options);
    this.#project = { project_name: projectName };
    this.#versioned = { project_name: projectName, version_number: apiVersion };
    this.deliveries = new DeliveryAccess(this.#caller, `/api/notifier/public/${project}`);
    this.#versionedPath = `/api/${encodeURIComponent(apiVersion)}/${project}`;
    this.stores = this.#reader("store", "store_number");
    this.users = this.#reader("user", "login_name");
    this.routes = this.#reader("route", "external_route_id");
  }

  /** The project's subscription; undefined where none is set (interface, 1). */
  getSubscription({ signal }: Abortable = {}): Promise<Subscription | undefined> {
    return this.#caller.operateOrNone("getSubscription", { path: this.#project, signal });
  }

  /** Creates the subscription, or replaces it as a whole (interface, 2). */
  setSubscription(subscription: SubscriptionInput, { signal }: Abortable = {}): Promise<Subscription> {
    return this.#caller.operate("putSubscription", { path: this.#project, json: subscription, signal });
  }

  /** True when one was deleted, false when there was none (interface, 3). */
  async deleteSubscription({ signal }: Abortable = {}): Promise<boolean> {
    const isGone = this.#caller.operate("deleteSubscription", { path: this.#project, signal }).then(() => true);
    return (await isGone.catch(noneWhenMissing)) ?? false;
  }

  /** The wave types that the project can subscribe to (interface, 4). */
  listWaveTypes({ signal }: Abortable = {}): Promise<string[]> {
    return this.#caller.operate("listWaveTypes", { signal });
  }

  /** What a callback's `analysis_result_url` leads to, where the service itself keeps it. */
  getAnalysisResult(url: string, { signal }: Abortable = {}): Promise<unknown> {
    return this.#caller.json({ method: "GET", path: url, signal });
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
    return this.#caller.operateOrNone("getAsyncJob", { path: this.#job(jobId), signal });
  }

  /** Waits until the job is done or failed, and answers its record then. The service holds each question until it is. */
  waitForJob(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const path = this.#job(jobId);
    return waitForEnd(
      (wait, signal) => this.#caller.operate("getAsyncJob", { path, query: { wait }, signal }),
      options,
    );
  }

  /** One page of the project's jobs, newest first. */
  listJobs(query: NonNullable<QueryOf<"listJobs">> = {}, { signal }: Abortable = {}): Promise<JobList> {
    return this.#caller.operate("listJobs", { path: this.#versioned, query, signal });
  }

  /** All jobs that match, page after page. */
  async *jobs(query: NonNullable<QueryOf<"listJobs">> = {}, options: Abortable = {}): AsyncGenerator<Job, void, void> {
    for (let page = query.page ?? 0; ; page += 1) {
      const list = await this.listJobs({ ...query, page }, options);
      yield* list.jobs;
      if (list.metadata.links.next === "") return;
    }
  }

  /** Gives up a job that has not ended; nothing of it is then applied. Answers its record as it is after that. */
  cancelJob(jobId: string, { signal }: Abortable = {}): Promise<Job> {
    return this.#caller.operate("cancelAsyncJob", { path: this.#job(jobId), signal });
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
    const { metadata, rejections } = await this.#caller.operate("listRejections", {
      path: this.#job(jobId),
      query,
      signal,
    });
    return { metadata, items: rejections };
  }

  /** All of them, page after page: a job of a million refused rows is read without holding them. */
  async *rejections(
    jobId: string,
    query: { per_page?: number; code?: string; field?: string } = {},
    options: Abortable = {},
  ): AsyncGenerator<RejectionDetail, void, void> {
    for (let page = 0; ; page += 1) {
      const { metadata, items } = await this.listRejections(jobId, { per_page: 1_000, ...query, page }, options);
      yield* items;
      if (metadata.links.next === "") return;
    }
  }

  /** What went wrong how often in a job, the most frequent first. */
  async rejectionGroups(jobId: string, { signal }: Abortable = {}): Promise<RejectionGroup[]> {
    return (await this.#caller.operate("summarizeRejections", { path: this.#job(jobId), signal })).groups;
  }

  /** A file of a job; the answer's body is a stream. `undefined` where the job has no such file (any more). */
  jobFile(jobId: string, file: JobFile, { signal }: Abortable = {}): Promise<Response | undefined> {
    const path = pathOf(JOB_FILES[file], this.#job(jobId));
    return this.#caller.send({ method: "GET", path, headers: { accept: "*/*" }, signal }).catch(noneWhenMissing);
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

  /** Lookup values that recent uploads used and the project does not have. */
  async unknownLookups({ signal }: Abortable = {}): Promise<UnknownLookup[]> {
    return (await this.#caller.operate("listUnknownLookups", { path: this.#project, signal })).values;
  }

  /**
   * Where the stores are that match the filters. `bbox` is `west,south,east,north` in degrees, or where they all are; what
   * stands in one of so many `cells` across is one cluster.
   */
  storeMap(
    query: { bbox?: string; cells?: number } & Omit<ReadQuery, "page" | "per_page" | "sort">,
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

  #job(jobId: string): PathOf<"getAsyncJob"> {
    return { ...this.#versioned, async_job_id: jobId };
  }

  #reader<T>(entity: string, keyField: string): EntityReader<T> {
    return new EntityReader<T>(this.#caller, `${this.#versionedPath}/entity/${entity}`, keyField);
  }
}
