import { type RawSearch, textIn } from "./search-params.ts";

/** How far back; `from` and `to` say it to the minute. */
export const SPANS = ["15m", "1h", "24h", "7d"] as const;

/** A filter by time, as it stands in the address bar: a span that moves with the clock, or fixed bounds. */
export interface TimeSearch {
  since?: (typeof SPANS)[number];
  /** ISO 8601. */
  from?: string;
  to?: string;
}

const SPAN_MS: Readonly<Record<(typeof SPANS)[number], number>> = {
  "15m": 15 * 60_000,
  "1h": 3_600_000,
  "24h": 24 * 3_600_000,
  "7d": 7 * 24 * 3_600_000,
};

/** Reads the address bar; what makes no sense is left out. */
export function readTimeSearch(raw: RawSearch): TimeSearch {
  const since = textIn(raw, "since");
  return { since: SPANS.find((span) => span === since), from: timeIn(raw, "from"), to: timeIn(raw, "to") };
}

export function isTimeFiltered({ since, from, to }: TimeSearch): boolean {
  return [since, from, to].some((filter) => filter !== undefined);
}

/** What the service is asked for. A span counts back from `nowMs`, to the minute, so that it does not change with each refresh. */
export function timeBounds({ since, from, to }: TimeSearch, nowMs: number): { from?: string; to?: string } {
  const minute = Math.floor(nowMs / 60_000) * 60_000;
  return { from: from ?? (since && new Date(minute - SPAN_MS[since]).toISOString()), to };
}

/** What takes the filter away. */
export const ANY_TIME = { since: undefined, from: undefined, to: undefined } as const satisfies TimeSearch;

function timeIn(raw: RawSearch, name: string): string | undefined {
  const text = textIn(raw, name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
