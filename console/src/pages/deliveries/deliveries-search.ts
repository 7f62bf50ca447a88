import type { DeliveryFilter, DeliveryStatus } from "@shelfwire/client";
import { oneIn, type RawSearch, textIn } from "../../parts/search-params.ts";
import { isTimeFiltered, readTimeSearch, type TimeSearch, timeBounds } from "../../parts/time-span.ts";

/** The states that the filter offers, in the order of a delivery's life. */
export const STATUSES = ["pending", "leased", "delivered", "dead", "cancelled"] as const satisfies DeliveryStatus[];

/** What the page shows, as it stands in the address bar. */
export interface DeliveriesSearch extends TimeSearch {
  status?: DeliveryStatus;
  /** Masked, or without its query. */
  url?: string;
  session?: string;
  /** Where the page begins, as the service gave it; none: the newest. */
  cursor?: string;
  /** The delivery whose detail is open. */
  open?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the address bar; what makes no sense is left out. */
export function readDeliveriesSearch(raw: RawSearch): DeliveriesSearch {
  return {
    status: oneIn(raw, "status", STATUSES),
    url: textIn(raw, "url"),
    session: textIn(raw, "session"),
    ...readTimeSearch(raw),
    cursor: textIn(raw, "cursor"),
    open: textIn(raw, "open"),
  };
}

/** Whether the filters may hide something. */
export function isFiltered(search: DeliveriesSearch): boolean {
  const { status, url, session } = search;
  return isTimeFiltered(search) || [status, url, session].some((filter) => filter !== undefined);
}

/** What the service is asked for. */
export function filterOf(search: DeliveriesSearch, nowMs: number): DeliveryFilter {
  const { status, url, session } = search;
  return { status, url, session_uid: session?.toLowerCase(), ...timeBounds(search, nowMs) };
}

/** The service knows sessions by UUID only: why this text cannot be one, or undefined. */
export function sessionMistake(text: string): string | undefined {
  return text === "" || UUID.test(text)
    ? undefined
    : "A session is a UUID, such as 0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10";
}
