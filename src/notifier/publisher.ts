import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISH_BATCH_MAX, PUBLISH_KEY_LIFETIME_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { SignedLinks } from "../files/signed-links.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7 } from "../lib/ids.ts";
import type { Project } from "../projects/project.ts";
import { selectPublished } from "./events-reads.ts";
import { insertEvents, type NewEvent } from "./events-store.ts";
import type { PublishedResult } from "./publish-check.ts";
import {
  answersOf,
  type Item,
  keyOf,
  leasedOf,
  type NewWork,
  type PublishAnswer,
  type PublishRequest,
  reservePlaces,
  separateTwins,
} from "./publish-items.ts";
import type { Routing, Subscriptions } from "./subscriptions.ts";

/** While the database writes one batch, the service reads the requests of the next: with one at a time they took turns. */
const WRITERS_MAX = 2;
/** So many requests at once come from busy producers; the next ones are gathered so long before they are written. */
const BUSY_FROM = 8;
const GATHER_MS = 2;

/**
 * Accepts analysis results (decisions, section 3): events and deliveries of all requests that wait at the same time go
 * into one statement, committed before any of them is answered. New deliveries are leased to this process where it can
 * send them at once, so that the usual path is one insert and one settle.
 */
export class Publisher {
  readonly #deps: { db: Database; clock: Clock; links: SignedLinks; subscriptions: Subscriptions; work: NewWork };
  #waiting: PublishRequest[] = [];
  #writers = 0;
  /** Called when the last writer is done. */
  #onIdle: () => void = () => {};

  constructor(deps: { db: Database; clock: Clock; links: SignedLinks; subscriptions: Subscriptions; work: NewWork }) {
    this.#deps = deps;
  }

  /** Resolves once everything is committed. */
  async publish(project: Project, results: readonly PublishedResult[]): Promise<PublishAnswer> {
    const leave = once(await this.#untilRoom(project, results));
    const answered = Promise.withResolvers<PublishAnswer>();
    this.#waiting.push({ project, results, leave, answered });
    const isBusy = this.#waiting.length >= BUSY_FROM;
    if (this.#writers < (isBusy ? WRITERS_MAX : 1)) void this.#writeAll();
    return answered.promise;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    if (this.#writers > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  async #untilRoom(project: Project, results: readonly PublishedResult[]): Promise<() => void> {
    const { subscriptions, work } = this.#deps;
    const routing = await subscriptions.routing(project.projectId);
    const wanted = results.reduce((count, { waveType }) => (wants(routing, waveType) ? count + 1 : count), 0);
    const endpointIds = routing.endpoints.map(({ endpointId }) => endpointId);
    return wanted > 0 ? work.untilRoom(endpointIds, wanted) : () => {};
  }

  /** One writer, until nothing waits, or too little for more than one. */
  async #writeAll(): Promise<void> {
    this.#writers += 1;
    // Requests that arrive in the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const requests = this.#nextBatch();
      try {
        for (const [request, answer] of await this.#write(requests)) request.answered.resolve(answer);
      } catch (error) {
        for (const request of requests) request.answered.reject(error);
      } finally {
        for (const request of requests) request.leave();
      }
      if (this.#writers > 1 && this.#waiting.length < BUSY_FROM) break;
      if (requests.length >= BUSY_FROM) await sleep(GATHER_MS);
    }
    this.#writers -= 1;
    if (this.#writers === 0) this.#onIdle();
  }

  #nextBatch(): PublishRequest[] {
    let elements = 0;
    const end = this.#waiting.findIndex((request) => {
      elements += request.results.length;
      return elements > PUBLISH_BATCH_MAX;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1));
  }

  async #write(requests: readonly PublishRequest[]): Promise<Map<PublishRequest, PublishAnswer>> {
    const items = requests.flatMap((request) => request.results.map((result) => this.#itemOf(request, result)));
    const twins = separateTwins(items);
    let left = items.filter((item) => !twins.has(item));
    while (left.length > 0) {
      await this.#insert(left);
      await this.#recogniseDuplicates(
        left.filter((item) => item.outcome === undefined && item.result.eventId !== null),
      );
      left = left.filter((item) => item.outcome === undefined);
      // Their subscription changed between our look at it and the insert: look again.
      for (const item of left) this.#deps.subscriptions.forgetRouting(item.request.project.projectId);
    }
    for (const [twin, first] of twins) twin.outcome = { deliveries: first.outcome?.deliveries ?? 0, duplicate: true };
    return answersOf(requests, items);
  }

  #itemOf(request: PublishRequest, result: PublishedResult): Item {
    const eventUid = uuidv7(this.#deps.clock.now());
    const inline = "inline" in result.result ? result.result.inline : null;
    const url = "url" in result.result ? result.result.url : this.#deps.links.sign(resultPath(eventUid), null);
    const event: NewEvent = {
      eventUid,
      projectId: request.project.projectId,
      subscriptionVersion: 0,
      eventId: result.eventId,
      sessionUid: result.sessionUid,
      waveType: result.waveType,
      analysisResultUrl: url,
      inlineResult: inline,
      storeNumber: result.storeNumber,
      clientSessionId: result.clientSessionId,
      deliveries: [],
    };
    return { request, result, event, outcome: undefined };
  }

  async #insert(items: readonly Item[]): Promise<void> {
    const { clock, work } = this.#deps;
    const urls = await this.#route(items);
    for (const { request } of items) request.leave();
    reservePlaces(items, work);
    const leaseToken = crypto.randomUUID();
    const nowMs = clock.now();
    const leftOut = await this.#insertOrRelease(items, nowMs, leaseToken);
    const accepted = leftOut.size === 0 ? items : items.filter((item) => !leftOut.has(item.event.eventUid));
    for (const item of accepted) item.outcome = { deliveries: item.event.deliveries.length, duplicate: false };
    work.take(leasedOf(accepted, urls, leaseToken));
    if (accepted.some(({ event }) => event.deliveries.some((delivery) => !delivery.leased))) work.announce();
  }

  /** Places of what was not written are free again. */
  async #insertOrRelease(items: readonly Item[], nowMs: number, leaseToken: string): Promise<ReadonlySet<string>> {
    const { db, work } = this.#deps;
    const release = (left: readonly Item[]) => {
      for (const { event } of left)
        for (const each of event.deliveries) if (each.leased) work.release(each.endpointId, 1);
    };
    const events = items.map((item) => item.event);
    const keysSince = new Date(nowMs - PUBLISH_KEY_LIFETIME_MS);
    const batch = { publishedAt: new Date(nowMs), keysSince, processId: work.processId, leaseToken };
    try {
      const leftOut = await insertEvents(db, events, batch);
      if (leftOut.size > 0) release(items.filter((item) => leftOut.has(item.event.eventUid)));
      return leftOut;
    } catch (error) {
      release(items);
      throw error;
    }
  }

  /** Gives each event its deliveries, and answers the URLs of the endpoints. */
  async #route(items: readonly Item[]): Promise<Map<number, string>> {
    const urls = new Map<number, string>();
    const routings = new Map<number, Routing>();
    for (const { event, result } of items) {
      const known = routings.get(event.projectId);
      const routing = known ?? (await this.#deps.subscriptions.routing(event.projectId));
      if (known === undefined) {
        routings.set(event.projectId, routing);
        for (const { endpointId, url } of routing.endpoints) urls.set(endpointId, url);
      }
      event.subscriptionVersion = routing.version;
      const { onlyEndpointId: only } = result;
      const endpoints = only === undefined ? routing.endpoints : routing.endpoints.filter((e) => e.endpointId === only);
      event.deliveries = wants(routing, event.waveType)
        ? endpoints.map(({ endpointId }) => ({
            deliveryId: uuidv7(this.#deps.clock.now()),
            endpointId,
            leased: false,
          }))
        : [];
    }
    return urls;
  }

  async #recogniseDuplicates(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return;
    const keys = items.map(({ event }) => ({ projectId: event.projectId, eventId: event.eventId ?? "" }));
    const found = await selectPublished(this.#deps.db, keys);
    const deliveries = new Map(found.map((row) => [`${row.project_id} ${row.event_id}`, row.deliveries]));
    for (const item of items) {
      const count = deliveries.get(keyOf(item));
      if (count !== undefined) item.outcome = { deliveries: count, duplicate: true };
    }
  }
}

/** Where a result that was published inline is served. */
export function resultPath(eventUid: string): string {
  return `/api/analysis-results/${eventUid}`;
}

function wants(routing: Routing, waveType: string): boolean {
  return routing.waveTypes.includes("all") || routing.waveTypes.includes(waveType);
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
