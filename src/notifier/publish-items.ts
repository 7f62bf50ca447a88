/** The events of publishes on their way through a batch. */
import type { Project } from "../projects/project.ts";
import type { LeasedDelivery } from "./delivery-state.ts";
import type { NewEvent } from "./events-store.ts";
import type { PublishedResult } from "./publish-check.ts";

/** What a publish came to; `events` in the order of the request. */
export interface PublishAnswer {
  accepted: number;
  duplicates: number;
  events: { eventId: string; deliveries: number }[];
}

/** Where new deliveries go at once: the dispatcher of this process. */
export interface NewWork {
  readonly processId: number;
  /**
   * Waits a moment where the lanes of these endpoints are crowded and places for `count` more each come free soon. What
   * was found is kept until the answer is called, which is right before the places are reserved, and in any case once.
   */
  untilRoom(endpointIds: readonly number[], count: number): Promise<() => void>;
  /** How many of `count` new deliveries to the endpoint this process takes; so many places are then reserved. */
  reserve(endpointId: number, count: number): number;
  release(endpointId: number, count: number): void;
  /** Takes deliveries that have reserved places, once they are committed. */
  take(deliveries: readonly LeasedDelivery[]): void;
  /** There may be new work in the queue, for this process or another. */
  announce(): void;
}

/** A publish that waits for its answer. */
export interface PublishRequest {
  project: Project;
  results: readonly PublishedResult[];
  /** Gives up the places that were kept for it. */
  leave: () => void;
  answered: PromiseWithResolvers<PublishAnswer>;
}

/** One element of a request on its way through a batch. */
export interface Item {
  request: PublishRequest;
  result: PublishedResult;
  event: NewEvent;
  outcome: { deliveries: number; duplicate: boolean } | undefined;
}

/** Tells events of a producer apart. */
export function keyOf({ event }: Item): string {
  return `${event.projectId} ${event.eventId}`;
}

/** Items with the same producer's id as an earlier one of the batch, each with that one. */
export function separateTwins(items: readonly Item[]): Map<Item, Item> {
  const firsts = new Map<string, Item>();
  const twins = new Map<Item, Item>();
  for (const item of items) {
    if (item.result.eventId === null) continue;
    const first = firsts.get(keyOf(item));
    if (first === undefined) firsts.set(keyOf(item), item);
    else twins.set(item, first);
  }
  return twins;
}

/** Deliveries that find a place with this process are leased to it. */
export function reservePlaces(items: readonly Item[], work: NewWork): void {
  const byEndpoint = Map.groupBy(
    items.flatMap((item) => item.event.deliveries),
    (delivery) => delivery.endpointId,
  );
  for (const [endpointId, deliveries] of byEndpoint) {
    const places = work.reserve(endpointId, deliveries.length);
    for (const delivery of deliveries.slice(0, places)) delivery.leased = true;
  }
}

/** What this process takes in hand once the items are committed; `urls` by endpoint. */
export function leasedOf(
  items: readonly Item[],
  urls: ReadonlyMap<number, string>,
  leaseToken: string,
): LeasedDelivery[] {
  return items.flatMap(({ event }) =>
    event.deliveries
      .filter((delivery) => delivery.leased)
      .map((delivery) => ({
        deliveryId: delivery.deliveryId,
        projectId: event.projectId,
        endpointId: delivery.endpointId,
        sessionUid: event.sessionUid,
        analysisResultUrl: event.analysisResultUrl,
        storeNumber: event.storeNumber,
        clientSessionId: event.clientSessionId,
        url: urls.get(delivery.endpointId) ?? "",
        leaseToken,
        round: 1,
        roundStartedAtMs: null,
        attemptsInRound: 0,
        attempts: 0,
      })),
  );
}

/** What each request is told. */
export function answersOf(
  requests: readonly PublishRequest[],
  items: readonly Item[],
): Map<PublishRequest, PublishAnswer> {
  const byRequest = Map.groupBy(items, (item) => item.request);
  return new Map(
    requests.map((request) => {
      const own = byRequest.get(request) ?? [];
      const duplicates = own.filter((item) => item.outcome?.duplicate).length;
      const events = own.map(({ event, outcome }) => ({
        eventId: event.eventId ?? event.eventUid,
        deliveries: outcome?.deliveries ?? 0,
      }));
      return [request, { accepted: own.length - duplicates, duplicates, events }];
    }),
  );
}
