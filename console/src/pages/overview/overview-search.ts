import { oneIn, type RawSearch } from "../../parts/search-params.ts";

export const RANGES = ["1h", "24h", "7d", "30d"] as const;
export type Range = (typeof RANGES)[number];

/** How far back the chart reaches; 24 h unless chosen. */
export function readOverviewSearch(search: RawSearch): { range?: Range } {
  return { range: oneIn(search, "range", RANGES) };
}
