import { type RawSearch, textIn } from "../../parts/search-params.ts";

export interface AuditSearch {
  action?: string;
  user?: string;
  project?: string;
}

export function readAuditSearch(search: RawSearch): AuditSearch {
  return { action: textIn(search, "action"), user: textIn(search, "user"), project: textIn(search, "project") };
}
