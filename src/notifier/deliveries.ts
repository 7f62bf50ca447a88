import type { AuditNote } from "../audit/audit.ts";
import { retentionMs } from "../config/config.ts";
import { REDELIVERY_BATCH_MAX } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { uuidv7Floor, uuidv7Time } from "../lib/ids.ts";
import { maskUrl, withoutQuery } from "./callback-url.ts";
import * as reads from "./deliveries-reads.ts";
import type { DeliveryState } from "./delivery-state.ts";
import { type EventRow, selectEvents } from "./events-reads.ts";
import { countRedeliverable, type RedeliveryFilter, redeliver } from "./redelivery-store.ts";

/** Which deliveries; what is undefined does not narrow (decisions, section 8). */
export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  /** As registered, as masked in lists, or without its query. */
  url?: string | undefined;
  sessionUid?: string | undefined;
  /** When the delivery began: from inclusive, to exclusive; milliseconds since the epoch. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** A page and where the next one begins; undefined after the last. */
export interface Page<Row> {
  rows: Row[];
  nextBefore: string | undefined;
}

export type DeliveryWithAttempts = reads.DeliveryRow & { tries: reads.AttemptRow[] };

/** What came of asking for a redelivery. */
export type RedeliveryAnswer =
  | { ok: true; delivery: reads.DeliveryRow }
  | { ok: false; reason: "not_found" | "not_settled" | "cancelled" | "endpoint_removed" | "too_old" };

interface Deps {
  db: Database;
  clock: Clock;
  retentionDays: number;
  /** Says that there is new work in the queue. */
  announce: () => Promise<void> | void;
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What was published and what became of it: lists, single deliveries with their attempts, redelivery. */
export class Deliveries {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Newest first; `before` is the `nextBefore` of the page before. */
  async list(
    projectId: number,
    filter: DeliveryFilter,
    page: { before: string | undefined; limit: number },
  ): Promise<Page<reads.DeliveryRow>> {
    const endpointIds = await this.#endpointIds(projectId, filter.url);
    const { fromId, toId } = boundsOf(filter);
    const scope: reads.DeliveryScope = {
      state: filter.state,
      endpointIds: endpointIds?.map(({ endpointId }) => endpointId),
      sessionUid: filter.sessionUid,
      fromId,
      toId: page.before !== undefined && page.before < toId ? page.before : toId,
    };
    const most = page.limit + 1;
    const rows = await reads.selectDeliveries(this.#deps.db, projectId, scope, most);
    return pageOf(rows, page.limit, (row) => row.delivery_id);
  }

  /** Undefined where the project has no such delivery. */
  async one(projectId: number, deliveryId: string): Promise<DeliveryWithAttempts | undefined> {
    const row = await this.#find(projectId, deliveryId);
    return row && { ...row, tries: await reads.selectAttempts(this.#deps.db, projectId, deliveryId) };
  }

  /** What was published, newest first. */
  async events(projectId: number, page: { before: string | undefined; limit: number }): Promise<Page<EventRow>> {
    const before = page.before ?? LAST_ID;
    const rows = await selectEvents(this.#deps.db, projectId, { before, most: page.limit + 1 });
    return pageOf(rows, page.limit, (row) => row.event_uid);
  }

  /** An explicit new run of a dead or delivered delivery; it keeps its id, and its attempts are counted on. */
  async redeliver(projectId: number, deliveryId: string, note?: AuditNote): Promise<RedeliveryAnswer> {
    const before = await this.#find(projectId, deliveryId);
    if (before === undefined) return { ok: false, reason: "not_found" };
    if (before.state === "cancelled") return { ok: false, reason: "cancelled" };
    if (before.endpoint_removed) return { ok: false, reason: "endpoint_removed" };
    // Shown while it is there, but not run again: its day may be dropped before it is through.
    const keptSinceMs = this.#deps.clock.now() - retentionMs(this.#deps.retentionDays);
    if (uuidv7Time(deliveryId) < keptSinceMs) return { ok: false, reason: "too_old" };
    const filter = { state: null, endpointId: null, sessionUid: null, fromId: deliveryId, toId: idAfter(deliveryId) };
    const put = await this.#deps.db.tx(async (tx) => {
      const ids = await redeliver(tx, projectId, filter, this.#now(), 1);
      if (ids.length > 0) await note?.(tx);
      return ids;
    });
    if (put.length === 0) return { ok: false, reason: "not_settled" };
    // Described before the announcement: afterwards it may be delivered already.
    const delivery = await this.#find(projectId, deliveryId);
    await this.#deps.announce();
    return delivery === undefined ? { ok: false, reason: "not_found" } : { ok: true, delivery };
  }

  /** How many deliveries match and can be redelivered, and how many of them were put into the queue. */
  async redeliverMany(
    projectId: number,
    filter: DeliveryFilter & { state: "dead" | "delivered" },
    dryRun: boolean,
    note?: AuditNote,
  ): Promise<{ matched: number; redelivered: number }> {
    const endpoints = await this.#endpointIds(projectId, filter.url);
    const nowMs = this.#deps.clock.now();
    // Neither what is past its retention nor what begins from now on.
    const fromMs = Math.max(filter.fromMs ?? 0, nowMs - retentionMs(this.#deps.retentionDays));
    const { fromId, toId } = boundsOf({ ...filter, fromMs, toMs: filter.toMs ?? nowMs + 1 });
    const filters = (endpoints?.filter(({ removed }) => !removed) ?? [{ endpointId: null }]).map(
      ({ endpointId }): RedeliveryFilter => ({
        state: filter.state,
        endpointId,
        sessionUid: filter.sessionUid ?? null,
        fromId,
        toId,
      }),
    );
    let matched = 0;
    let redelivered = 0;
    // The work is many transactions; the entry stands before the first of them, so that none of it goes unrecorded.
    if (!dryRun) await note?.(this.#deps.db);
    for (const each of filters) {
      const count = await countRedeliverable(this.#deps.db, projectId, each);
      matched += count;
      if (!dryRun) redelivered += await this.#redeliverMatching(projectId, each, count);
    }
    return { matched, redelivered };
  }

  /** In batches, and never more than were counted: a delivery that is delivered again meanwhile would match anew. */
  async #redeliverMatching(projectId: number, filter: RedeliveryFilter, count: number): Promise<number> {
    let done = 0;
    let fromId = filter.fromId;
    while (done < count) {
      const most = Math.min(REDELIVERY_BATCH_MAX, count - done);
      const put = await redeliver(this.#deps.db, projectId, { ...filter, fromId }, this.#now(), most);
      if (put.length === 0) break;
      done += put.length;
      fromId = idAfter(put.toSorted().at(-1) ?? fromId);
      await this.#deps.announce();
    }
    return done;
  }

  async #find(projectId: number, deliveryId: string): Promise<reads.DeliveryRow | undefined> {
    const scope = { state: undefined, endpointIds: undefined, sessionUid: undefined };
    const bounds = { fromId: deliveryId, toId: idAfter(deliveryId) };
    const [row] = await reads.selectDeliveries(this.#deps.db, projectId, { ...scope, ...bounds }, 1);
    return row;
  }

  /** The endpoints that the URL of a filter means; undefined where there is no such filter. */
  async #endpointIds(
    projectId: number,
    url: string | undefined,
  ): Promise<{ endpointId: number; removed: boolean }[] | undefined> {
    if (url === undefined) return undefined;
    const all = await reads.selectEndpointUrls(this.#deps.db, projectId);
    return all
      .filter((endpoint) => [endpoint.url, maskUrl(endpoint.url), withoutQuery(endpoint.url)].includes(url))
      .map((endpoint) => ({ endpointId: endpoint.endpoint_id, removed: endpoint.removed }));
  }

  #now(): Date {
    return new Date(this.#deps.clock.now());
  }
}

/** The id that follows: an exclusive bound that lets `id` itself through. */
export function idAfter(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  if (digits.length > 32) return LAST_ID;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function boundsOf(filter: DeliveryFilter): { fromId: string; toId: string } {
  return {
    fromId: filter.fromMs === undefined ? FIRST_ID : uuidv7Floor(Math.max(0, filter.fromMs)),
    toId: filter.toMs === undefined ? LAST_ID : uuidv7Floor(Math.max(0, filter.toMs)),
  };
}

function pageOf<Row>(rows: Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextBefore: rows.length > limit && last !== undefined ? idOf(last) : undefined };
}
