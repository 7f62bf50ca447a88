import type { AuditNote } from "../audit/audit.ts";
import type { Database, Tx } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { withoutQuery } from "./callback-url.ts";
import * as reads from "./subscriptions-reads.ts";
import * as store from "./subscriptions-store.ts";

/** A project's callback URLs and wave types (interface, "Subscription"). */
export interface Subscription {
  urls: string[];
  waveTypes: string[];
  userName: string;
  updatedAt: Date;
}

/** Who wants what of a project's events, as of a version of its subscription. */
export interface Routing {
  version: number;
  waveTypes: readonly string[];
  endpoints: readonly { endpointId: number; url: string }[];
}

export class Subscriptions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #routings = new Map<number, Routing>();
  #generation = 0;
  readonly #onCancelled: (deliveries: number) => void;
  #onChange: (projectId: number) => void = () => {};
  #stopListening: (() => Promise<void>) | undefined;

  /** `onCancelled` hears of deliveries that a change has cancelled, once it is committed. */
  constructor(deps: { db: Database; clock: Clock; onCancelled: (deliveries: number) => void }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#onCancelled = deps.onCancelled;
  }

  /** Called whenever a project's subscription has changed, here or in another process. */
  onChange(listener: (projectId: number) => void): void {
    this.#onChange = listener;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen("subscription_changed", (projectId) =>
      this.forgetRouting(Number(projectId)),
    );
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  async read(projectId: number): Promise<Subscription | undefined> {
    return this.#db.tx((tx) => readSubscription(tx, projectId));
  }

  /**
   * Replaces the whole subscription (decisions, section 2). A URL that differs from a former one only in its query is
   * the same endpoint: what is pending goes to the new URL. What is pending for a URL that is gone is cancelled.
   */
  async put(
    projectId: number,
    change: { urls: string[]; waveTypes: string[]; userName: string },
    note?: AuditNote,
  ): Promise<Subscription> {
    const at = new Date(this.#clock.now());
    let cancelled = 0;
    const stored = await this.#db.tx(async (tx) => {
      await store.raiseVersion(tx, projectId);
      await note?.(tx);
      await store.upsertSubscription(tx, projectId, { ...change, updatedAt: at });
      cancelled = await replaceEndpoints(tx, projectId, [...new Set(change.urls)], at);
      return readSubscription(tx, projectId);
    });
    this.forgetRouting(projectId);
    this.#onCancelled(cancelled);
    if (stored === undefined) throw new Error("a subscription that was just stored is gone");
    return stored;
  }

  /** False where there was none. */
  async remove(projectId: number, note?: AuditNote): Promise<boolean> {
    let cancelled = 0;
    const existed = await this.#db.tx(async (tx) => {
      await store.raiseVersion(tx, projectId);
      const endpoints = await reads.selectEndpoints(tx, projectId);
      const ids = endpoints.map((endpoint) => endpoint.endpoint_id);
      cancelled = await store.removeEndpoints(tx, projectId, ids, new Date(this.#clock.now()));
      const existed = await store.deleteSubscription(tx, projectId);
      if (existed) await note?.(tx);
      return existed;
    });
    this.forgetRouting(projectId);
    this.#onCancelled(cancelled);
    return existed;
  }

  /** The present endpoints with their health. */
  endpoints(projectId: number): Promise<reads.EndpointRow[]> {
    return reads.selectEndpoints(this.#db, projectId);
  }

  /** May be a moment old; whoever acts on it has the database compare the version. */
  async routing(projectId: number): Promise<Routing> {
    const known = this.#routings.get(projectId);
    if (known) return known;
    const generation = this.#generation;
    const row = await reads.selectRouting(this.#db, projectId);
    const endpoints = (row.endpoints ?? []).map((endpoint) => ({
      endpointId: endpoint.endpoint_id,
      url: endpoint.url,
    }));
    const routing = { version: row.version, waveTypes: row.wave_types ?? [], endpoints };
    if (generation === this.#generation) this.#routings.set(projectId, routing);
    return routing;
  }

  forgetRouting(projectId: number): void {
    this.#generation += 1;
    this.#routings.delete(projectId);
    this.#onChange(projectId);
  }
}

async function readSubscription(tx: Tx, projectId: number): Promise<Subscription | undefined> {
  const row = await reads.selectSubscription(tx, projectId);
  if (row === undefined) return undefined;
  const endpoints = await reads.selectEndpoints(tx, projectId);
  return {
    urls: endpoints.map((endpoint) => endpoint.url),
    waveTypes: row.wave_types,
    userName: row.user_name,
    updatedAt: row.updated_at,
  };
}

/** The number of deliveries that it has cancelled. */
async function replaceEndpoints(tx: Tx, projectId: number, urls: string[], at: Date): Promise<number> {
  const present = await reads.selectEndpoints(tx, projectId);
  const kept = matchEndpoints(present, urls);
  const gone = present
    .filter((endpoint) => ![...kept.values()].includes(endpoint))
    .map((endpoint) => endpoint.endpoint_id);
  const cancelled = await store.removeEndpoints(tx, projectId, gone, at);
  for (const [position, url] of urls.entries()) {
    const endpoint = kept.get(url);
    if (endpoint === undefined) await store.insertEndpoint(tx, projectId, { url, position, at });
    else await store.updateEndpoint(tx, projectId, { endpointId: endpoint.endpoint_id, url, position });
  }
  return cancelled;
}

/** Which present endpoint goes on under which URL: the same URL first, then the same but for its query. */
export function matchEndpoints<E extends { url: string }>(
  present: readonly E[],
  urls: readonly string[],
): Map<string, E> {
  const left = new Set(present);
  const kept = new Map<string, E>();
  for (const sameAs of [(text: string) => text, withoutQuery]) {
    for (const url of urls) {
      if (kept.has(url)) continue;
      const match = [...left].find((endpoint) => sameAs(endpoint.url) === sameAs(url));
      if (match === undefined) continue;
      left.delete(match);
      kept.set(url, match);
    }
  }
  return kept;
}
