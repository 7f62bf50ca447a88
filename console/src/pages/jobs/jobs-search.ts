import type { EntityType, JobFilter, JobStatus } from "@shelfwire/client";
import { oneIn, type RawSearch, textIn, wholeIn } from "../../parts/search-params.ts";
import { ANY_TIME, isTimeFiltered, readTimeSearch, type TimeSearch, timeBounds } from "../../parts/time-span.ts";

export const JOB_STATUSES = ["queued", "in progress", "done", "failed"] as const satisfies JobStatus[];
export const ENTITY_TYPES = ["store", "user", "route"] as const satisfies EntityType[];

/** What the list of jobs shows, as it stands in the address bar. */
export interface JobsSearch extends TimeSearch {
  status?: JobStatus;
  entity?: EntityType;
  /** In the id, file name, user name or failure reason. */
  q?: string;
  /** Counts from 0. */
  page?: number;
}

export function readJobsSearch(raw: RawSearch): JobsSearch {
  return {
    status: oneIn(raw, "status", JOB_STATUSES),
    entity: oneIn(raw, "entity", ENTITY_TYPES),
    q: textIn(raw, "q"),
    ...readTimeSearch(raw),
    page: wholeIn(raw, "page"),
  };
}

/** What takes every filter away. */
export const NO_FILTERS: Partial<JobsSearch> = { status: undefined, entity: undefined, q: undefined, ...ANY_TIME };

/** Whether the filters may hide something. */
export function isFiltered(search: JobsSearch): boolean {
  const { status, entity, q } = search;
  return isTimeFiltered(search) || [status, entity, q].some((filter) => filter !== undefined);
}

/** What the service is asked for; `status` apart, all of it narrows the counts of the states too. */
export function filterOf(search: JobsSearch, nowMs: number): JobFilter {
  const { status, entity, q } = search;
  return { status, entity_type: entity, q, ...timeBounds(search, nowMs) };
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
