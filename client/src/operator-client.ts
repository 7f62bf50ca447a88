/**
 * The client of the operator API (decisions, section 8): projects with their tokens and lookups, publishing, and what
 * became of it.
 */
import { Caller, type CallerOptions, noneWhenMissing } from "./caller.ts";
import { DeliveryAccess } from "./delivery-access.ts";
import type {
  Delivery,
  DeliveryFilter,
  DeliveryPage,
  DeliveryWithAttempts,
  EventInput,
  EventPage,
  IssuedToken,
  JobList,
  ProjectRecord,
  ProjectSettingsInput,
  ProjectStats,
  PublishAnswer,
  RedeliverAnswer,
  RedeliverFilter,
  ServiceStats,
  TokenRecord,
} from "./operator-types.ts";
import type { LookupType } from "./types.ts";
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
  readonly #caller: Caller;

  /** `token` is the operator token. */
  constructor(options: CallerOptions & { token: string }) {
    this.#caller = new Caller(options);
  }

  /** Whether the service answers and its database is ready. */
  async isReady({ signal }: Abortable = {}): Promise<boolean> {
    const response = await this.#caller.send({ method: "GET", path: "/readyz", signal }).catch(() => undefined);
    return response !== undefined;
  }

  async listProjects({ signal }: Abortable = {}): Promise<ProjectRecord[]> {
    const call = { method: "GET", path: "/api/operator/projects", signal } as const;
    return (await this.#caller.json<{ projects: ProjectRecord[] }>(call)).projects;
  }

  createProject(name: string, settings: ProjectSettingsInput = {}, { signal }: Abortable = {}): Promise<ProjectRecord> {
    const json = { name, ...settings };
    return this.#caller.json({ method: "POST", path: "/api/operator/projects", json, signal });
  }

  /** undefined where there is no such project. */
  getProject(name: string, { signal }: Abortable = {}): Promise<ProjectRecord | undefined> {
    return this.#caller.jsonOrNone({ method: "GET", path: at(name), signal });
  }

  /** Changes the settings that are given; the others stay. */
  changeProject(name: string, settings: ProjectSettingsInput, { signal }: Abortable = {}): Promise<ProjectRecord> {
    return this.#caller.json({ method: "PATCH", path: at(name), json: settings, signal });
  }

  /** Removes the project with everything that belongs to it; false where there was none. */
  async deleteProject(name: string, { signal }: Abortable = {}): Promise<boolean> {
    const call = { method: "DELETE", path: at(name), signal } as const;
    return (await this.#caller.send(call).catch(noneWhenMissing)) !== undefined;
  }

  /** The answer holds the token, which is not shown again. */
  createToken(
    project: string,
    token: { user_name: string; expires_at?: string },
    { signal }: Abortable = {},
  ): Promise<IssuedToken> {
    return this.#caller.json({ method: "POST", path: at(project, "tokens"), json: token, signal });
  }

  async listTokens(project: string, { signal }: Abortable = {}): Promise<TokenRecord[]> {
    const call = { method: "GET", path: at(project, "tokens"), signal } as const;
    return (await this.#caller.json<{ tokens: TokenRecord[] }>(call)).tokens;
  }

  async revokeToken(project: string, tokenId: string, { signal }: Abortable = {}): Promise<void> {
    await this.#caller.send({ method: "DELETE", path: at(project, "tokens", tokenId), signal });
  }

  async getLookups(project: string, type: LookupType, { signal }: Abortable = {}): Promise<string[]> {
    const call = { method: "GET", path: at(project, "lookups", type), signal } as const;
    return (await this.#caller.json<{ values: string[] }>(call)).values;
  }

  /** Replaces all values of the type; answers them as they are then. */
  async setLookups(project: string, type: LookupType, values: string[], { signal }: Abortable = {}): Promise<string[]> {
    const call = { method: "PUT", path: at(project, "lookups", type), json: { values }, signal } as const;
    return (await this.#caller.json<{ values: string[] }>(call)).values;
  }

  /** Adds values to the type; those that are there already do no harm. */
  async addLookups(project: string, type: LookupType, values: string[], { signal }: Abortable = {}): Promise<string[]> {
    const path = at(project, "lookups", type);
    const call = { method: "POST", path, json: { values }, signal, repeatable: true } as const;
    return (await this.#caller.json<{ values: string[] }>(call)).values;
  }

  /**
   * Publishes up to 1,000 analysis results, all or none. Each gets an `event_id` where it has none, so that a broken
   * connection can be tried again without publishing twice.
   */
  publish(project: string, events: readonly EventInput[], { signal }: Abortable = {}): Promise<PublishAnswer> {
    const json = events.map((event) => ({ ...event, event_id: event.event_id ?? randomId() }));
    const path = at(project, "analysis-results");
    return this.#caller.json({ method: "POST", path, json, signal, repeatable: true });
  }

  /** What was published, newest first. */
  listEvents(project: string, { cursor, limit, signal }: Cursor = {}): Promise<EventPage> {
    const query = { cursor, limit };
    return this.#caller.json({ method: "GET", path: at(project, "analysis-results"), query, signal });
  }

  /** Queue and endpoints of every project. */
  stats({ signal }: Abortable = {}): Promise<ServiceStats> {
    return this.#caller.json({ method: "GET", path: "/api/operator/stats", signal });
  }

  /** Figures of one project, minute by minute; of the last hour unless told otherwise. */
  projectStats(project: string, { minutes, signal }: Abortable & { minutes?: number } = {}): Promise<ProjectStats> {
    return this.#caller.json({ method: "GET", path: `${at(project)}/stats`, query: { minutes }, signal });
  }

  /** What became of the project's callbacks, and delivering again. */
  deliveriesOf(project: string): DeliveryAccess {
    return new DeliveryAccess(this.#caller, at(project));
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
    query: { status?: string; entity_type?: string; page?: number; per_page?: number } = {},
    { signal }: Abortable = {},
  ): Promise<JobList> {
    return this.#caller.json({ method: "GET", path: at(project, "jobs"), query, signal });
  }
}

function at(project: string, ...parts: string[]): string {
  return ["/api/operator/projects", ...[project, ...parts].map(encodeURIComponent)].join("/");
}
