import type { EntityType, JobStatus } from "@shelfwire/client";
import { oneIn, type RawSearch, textIn, wholeIn } from "../../parts/search-params.ts";

export const JOB_STATUSES = ["queued", "in progress", "done", "failed"] as const satisfies JobStatus[];
export const ENTITY_TYPES = ["store", "user", "route"] as const satisfies EntityType[];

/** What the list of jobs shows, as it stands in the address bar. */
export interface JobsSearch {
  status?: JobStatus;
  entity?: EntityType;
  /** Counts from 0. */
  page?: number;
}

export function readJobsSearch(raw: RawSearch): JobsSearch {
  return {
    status: oneIn(raw, "status", JOB_STATUSES),
    entity: oneIn(raw, "entity", ENTITY_TYPES),
    page: wholeIn(raw, "page"),
  };
}

/** What the page of one job shows: which of its rejections. */
export interface JobSearch {
  /** A kind of rejection; with `field`, one group. */
  code?: string;
  field?: string;
  /** Counts from 0. */
  page?: number;
}

export function readJobSearch(raw: RawSearch): JobSearch {
  return { code: textIn(raw, "code"), field: textIn(raw, "field"), page: wholeIn(raw, "page") };
}
