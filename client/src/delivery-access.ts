import type { Caller } from "./caller.ts";
import type {
  Delivery,
  DeliveryCounts,
  DeliveryFilter,
  DeliveryPage,
  DeliveryWithAttempts,
  Endpoint,
  RedeliverAnswer,
  RedeliverFilter,
  TestEvent,
} from "./operator-types.ts";

interface Abortable {
  signal?: AbortSignal;
}

/** What became of a project's callbacks, for the project itself or for the operator (decisions, section 8). */
export class DeliveryAccess {
  readonly #caller: Caller;
  readonly #base: string;

  /** `base` is the path that `deliveries` and `redeliveries` stand under. */
  constructor(caller: Caller, base: string) {
    this.#caller = caller;
    this.#base = base;
  }

  /** One page, newest first. */
  list(
    filter: DeliveryFilter = {},
    { cursor, limit, signal }: Abortable & { cursor?: string; limit?: number } = {},
  ): Promise<DeliveryPage> {
    const query = { ...filter, cursor, limit };
    return this.#caller.json({ method: "GET", path: `${this.#base}/deliveries`, query, signal });
  }

  /** All that match, page after page. */
  async *all(filter: DeliveryFilter = {}, { signal }: Abortable = {}): AsyncGenerator<Delivery, void, void> {
    let cursor: string | undefined;
    do {
      const page = await this.list(filter, { cursor, signal });
      yield* page.deliveries;
      cursor = page.next_cursor;
    } while (cursor !== "");
  }

  /** One with its attempts; undefined where the project has no such delivery. */
  get(deliveryId: string, { signal }: Abortable = {}): Promise<DeliveryWithAttempts | undefined> {
    return this.#caller.jsonOrNone({ method: "GET", path: this.#one(deliveryId), signal });
  }

  /** Runs a dead or delivered delivery anew. */
  redeliver(deliveryId: string, { signal }: Abortable = {}): Promise<Delivery> {
    return this.#caller.json({ method: "POST", path: `${this.#one(deliveryId)}/redeliveries`, signal });
  }

  /** Runs all that match anew, dead ones unless the filter says otherwise; with `dryRun` it only counts them. */
  redeliverMany(
    filter: RedeliverFilter,
    { dryRun = false, signal }: Abortable & { dryRun?: boolean } = {},
  ): Promise<RedeliverAnswer> {
    const json = { filter, dry_run: dryRun };
    return this.#caller.json({ method: "POST", path: `${this.#base}/redeliveries`, json, signal });
  }

  /** How many are in which state. */
  counts({ signal }: Abortable = {}): Promise<DeliveryCounts> {
    return this.#caller.json({ method: "GET", path: `${this.#base}/deliveries/counts`, signal });
  }

  /** Sends an event that is marked as a test, to one endpoint or to all. */
  sendTestEvent(options: { endpoint_id?: number } = {}, { signal }: Abortable = {}): Promise<TestEvent> {
    return this.#caller.json({ method: "POST", path: `${this.#base}/test-events`, json: options, signal });
  }

  /** The subscribed URLs, masked, with their health. */
  async endpoints({ signal }: Abortable = {}): Promise<Endpoint[]> {
    const path = `${this.#base}/endpoints`;
    return (await this.#caller.json<{ endpoints: Endpoint[] }>({ method: "GET", path, signal })).endpoints;
  }

  #one(deliveryId: string): string {
    return `${this.#base}/deliveries/${encodeURIComponent(deliveryId)}`;
  }
}
