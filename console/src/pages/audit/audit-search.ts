import { type RawSearch, textIn } from "../../parts/search-params.ts";
import { type AuditAction, isAuditAction } from "./audit-words.ts";

export interface AuditSearch {
  action?: AuditAction;
  user?: string;
  project?: string;
}

export function readAuditSearch(search: RawSearch): AuditSearch {
  const action = textIn(search, "action");
  return {
    action: isAuditAction(action) ? action : undefined,
    user: textIn(search, "user"),
    project: textIn(search, "project"),
  };
}
