/**
 * The client of the operator API (decisions, section 8): projects with their tokens and lookups, publishing, and what
 * became of it.
 */
import { Caller, type CallerOptions, noneWhenMissing } from "./caller.ts";
import { DeliveryAccess } from "./delivery-access.ts";
import type { PathOf, QueryOf } from "./operation.ts";
import type {
  Delivery,
  DeliveryFilter,
  DeliveryPage,
  DeliveryWithAttempts,
  EventInput,
  EventPage,
  EventRecord,
  IssuedToken,
  ProjectRecord,
  ProjectSettingsInput,
  ProjectStats,
  PublishAnswer,
  RedeliverAnswer,
  RedeliverFilter,
  ServiceStats,
  TokenRecord,
} from "./operator-types.ts";
import { ServiceProbe } from "./service-probe.ts";
import type { Job, JobList, LookupType } from "./types.ts";
import { randomId } from "./upload-body.ts";

interface Abortable {
  signal?: AbortSignal;
}

interface Cursor extends Abortable {
  cursor?: string;
  limit?: number;
}

/** The service takes so many events in one request (decisions, section 3). */
export const EVENTS_PER_PUBLISH_MAX = 1_000;

export class OperatorClient {
  /** Whether the service is well, and what it says of itself. */
  readonly service: ServiceProbe;
  readonly #caller: Caller;

  /** `token` is the operator token; in a browser a session may stand in its place. */
  constructor(options: CallerOptions & ({ token: string } | { session: true })) {
    this.#caller = new Caller(options);
    this.service = new ServiceProbe(this.#caller);
  }

  /** Whether the service answers and its database is ready. */
  isReady(options: Abortable = {}): Promise<boolean> {
    return this.service.isReady(options);
  }

  async listProjects({ signal }: Abortable = {}): Promise<ProjectRecord[]> {
    return (await this.#caller.operate("listProjects", { signal })).projects;
  }

  createProject(name: string, settings: ProjectSettingsInput = {}, { signal }: Abortable = {}): Promise<ProjectRecord> {
    return this.#caller.operate("createProject", { json: { name, ...settings }, signal });
  }

  /** undefined where there is no such project. */
  getProject(name: string, { signal }: Abortable = {}): Promise<ProjectRecord | undefined> {
    return this.#caller.operateOrNone("getProject", { path: of(name), signal });
  }

  /** Changes the settings that are given; the others stay. */
  changeProject(name: string, settings: ProjectSettingsInput, { signal }: Abortable = {}): Promise<ProjectRecord> {
    return this.#caller.operate("updateProject", { path: of(name), json: settings, signal });
  }

  /** Removes the project with everything that belongs to it; false where there was none. */
  async deleteProject(name: string, { signal }: Abortable = {}): Promise<boolean> {
    const isGone = this.#caller.operate("deleteProject", { path: of(name), signal }).then(() => true);
    return (await isGone.catch(noneWhenMissing)) ?? false;
  }

  /** The answer holds the token, which is not shown again. */
  createToken(
    project: string,
    token: { user_name: string; expires_at?: string },
    { signal }: Abortable = {},
  ): Promise<IssuedToken> {
    return this.#caller.operate("issueToken", { path: of(project), json: token, signal });
  }

  async listTokens(project: string, { signal }: Abortable = {}): Promise<TokenRecord[]> {
    return (await this.#caller.operate("listTokens", { path: of(project), signal })).tokens;
  }

  async revokeToken(project: string, tokenId: string, { signal }: Abortable = {}): Promise<void> {
    await this.#caller.operate("revokeToken", { path: { ...of(project), token_id: tokenId }, signal });
  }

  async getLookups(project: string, type: LookupType, { signal }: Abortable = {}): Promise<string[]> {
    return (await this.#caller.operate("getLookup", { path: lookupOf(project, type), signal })).values;
  }

  /** Replaces all values of the type; answers them as they are then. */
  async setLookups(project: string, type: LookupType, values: string[], { signal }: Abortable = {}): Promise<string[]> {
    const input = { path: lookupOf(project, type), json: { values }, signal };
    return (await this.#caller.operate("replaceLookup", input)).values;
  }

  /** Adds values to the type; those that are there already do no harm. */
  async addLookups(project: string, type: LookupType, values: string[], { signal }: Abortable = {}): Promise<string[]> {
    const input = { path: lookupOf(project, type), json: { values }, signal, repeatable: true };
    return (await this.#caller.operate("addToLookup", input)).values;
  }

  /**
   * Publishes up to 1,000 analysis results, all or none. Each gets an `event_id` where it has none, so that a broken
   * connection can be tried again without publishing twice.
   */
  publish(project: string, events: readonly EventInput[], { signal }: Abortable = {}): Promise<PublishAnswer> {
    const json = events.map((event) => ({ ...event, event_id: event.event_id ?? randomId() }));
    return this.#caller.operate("publishAnalysisResults", { path: of(project), json, signal, repeatable: true });
  }

  /** What was published, newest first. */
  listEvents(project: string, { cursor, limit, signal }: Cursor = {}): Promise<EventPage> {
    return this.#caller.operate("listAnalysisResults", { path: of(project), query: { cursor, limit }, signal });
  }

  /** All that was published and is kept, page after page. */
  async *events(project: string, { signal }: Abortable = {}): AsyncGenerator<EventRecord, void, void> {
    let cursor: string | undefined;
    do {
      const page = await this.listEvents(project, { cursor, signal });
      yield* page.events;
      cursor = page.next_cursor;
    } while (cursor !== "");
  }

  /** Queue and endpoints of every project. */
  stats({ signal }: Abortable = {}): Promise<ServiceStats> {
    return this.#caller.operate("getServiceStats", { signal });
  }

  /** Figures of one project, minute by minute; of the last hour unless told otherwise. */
  projectStats(project: string, { minutes, signal }: Abortable & { minutes?: number } = {}): Promise<ProjectStats> {
    return this.#caller.operate("getProjectStats", { path: of(project), query: { minutes }, signal });
  }

  /** What became of the project's callbacks, and delivering again. */
  deliveriesOf(project: string): DeliveryAccess {
    return new DeliveryAccess(this.#caller, `/api/operator/projects/${encodeURIComponent(project)}`);
  }

  /** One page of the project's deliveries, newest first. */
  listDeliveries(project: string, filter: DeliveryFilter = {}, options: Cursor = {}): Promise<DeliveryPage> {
    return this.deliveriesOf(project).list(filter, options);
  }

  /** All deliveries that match, page after page. */
  deliveries(
    project: string,
    filter: DeliveryFilter = {},
    options: Abortable = {},
  ): AsyncGenerator<Delivery, void, void> {
    return this.deliveriesOf(project).all(filter, options);
  }

  /** One delivery with its attempts; undefined where the project has no such delivery. */
  getDelivery(project: string, deliveryId: string, options: Abortable = {}): Promise<DeliveryWithAttempts | undefined> {
    return this.deliveriesOf(project).get(deliveryId, options);
  }

  /** Runs a dead or delivered delivery anew. */
  redeliver(project: string, deliveryId: string, options: Abortable = {}): Promise<Delivery> {
    return this.deliveriesOf(project).redeliver(deliveryId, options);
  }

  /** Runs all that match anew, dead ones unless the filter says otherwise; with `dryRun` it only counts them. */
  redeliverMany(
    project: string,
    filter: RedeliverFilter,
    options: Abortable & { dryRun?: boolean } = {},
  ): Promise<RedeliverAnswer> {
    return this.deliveriesOf(project).redeliverMany(filter, options);
  }

  /** The project's jobs, newest first. */
  listJobs(
    project: string,
    query: NonNullable<QueryOf<"listProjectJobs">> = {},
    { signal }: Abortable = {},
  ): Promise<JobList> {
    return this.#caller.operate("listProjectJobs", { path: of(project), query, signal });
  }

  /** All jobs of the project that match, page after page. */
  async *jobs(
    project: string,
    query: NonNullable<QueryOf<"listProjectJobs">> = {},
    options: Abortable = {},
  ): AsyncGenerator<Job, void, void> {
    for (let page = query.page ?? 0; ; page += 1) {
      const list = await this.listJobs(project, { ...query, page }, options);
      yield* list.jobs;
      if (list.metadata.links.next === "") return;
    }
  }
}

function of(project: string): { project_name: string } {
  return { project_name: project };
}

function lookupOf(project: string, type: LookupType): PathOf<"getLookup"> {
  return { project_name: project, type };
}
