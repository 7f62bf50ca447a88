import { oneIn, type RawSearch } from "../../parts/search-params.ts";

export const PROJECT_TABS = ["settings", "tokens", "lookups"] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** Which part of the project is open; its settings unless chosen. */
export function readProjectSearch(search: RawSearch): { tab?: ProjectTab } {
  return { tab: oneIn(search, "tab", PROJECT_TABS) };
}
