import type { DeliveryFilter, DeliveryStatus } from "@shelfwire/client";
import { oneIn, type RawSearch, textIn } from "../../parts/search-params.ts";

/** The states that the filter offers, in the order of a delivery's life. */
export const STATUSES = ["pending", "leased", "delivered", "dead", "cancelled"] as const satisfies DeliveryStatus[];
/** How far back; `from` and `to` say it to the minute. */
export const SPANS = ["15m", "1h", "24h", "7d"] as const;

/** What the page shows, as it stands in the address bar. */
export interface DeliveriesSearch {
  status?: DeliveryStatus;
  /** Masked, or without its query. */
  url?: string;
  session?: string;
  since?: (typeof SPANS)[number];
  /** ISO 8601. */
  from?: string;
  to?: string;
  /** Where the page begins, as the service gave it; none: the newest. */
  cursor?: string;
  /** The delivery whose detail is open. */
  open?: string;
}

const SPAN_MS: Readonly<Record<(typeof SPANS)[number], number>> = {
  "15m": 15 * 60_000,
  "1h": 3_600_000,
  "24h": 24 * 3_600_000,
  "7d": 7 * 24 * 3_600_000,
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the address bar; what makes no sense is left out. */
export function readDeliveriesSearch(raw: RawSearch): DeliveriesSearch {
  return {
    status: oneIn(raw, "status", STATUSES),
    url: textIn(raw, "url"),
    session: textIn(raw, "session"),
    since: oneIn(raw, "since", SPANS),
    from: timeIn(raw, "from"),
    to: timeIn(raw, "to"),
    cursor: textIn(raw, "cursor"),
    open: textIn(raw, "open"),
  };
}

/** Whether the filters may hide something. */
export function isFiltered({ status, url, session, since, from, to }: DeliveriesSearch): boolean {
  return [status, url, session, since, from, to].some((filter) => filter !== undefined);
}

/** What the service is asked for. A span counts back from `nowMs`, to the minute, so that it does not change with each refresh. */
export function filterOf(search: DeliveriesSearch, nowMs: number): DeliveryFilter {
  const { status, url, session, since, from, to } = search;
  const minute = Math.floor(nowMs / 60_000) * 60_000;
  const spanStart = since && new Date(minute - SPAN_MS[since]).toISOString();
  return { status, url, session_uid: session?.toLowerCase(), from: from ?? spanStart, to };
}

/** The service knows sessions by UUID only: why this text cannot be one, or undefined. */
export function sessionMistake(text: string): string | undefined {
  return text === "" || UUID.test(text)
    ? undefined
    : "A session is a UUID, such as 0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10";
}

function timeIn(raw: RawSearch, name: string): string | undefined {
  const text = textIn(raw, name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
