import type { Job, JobStatus } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { useLiveInterval } from "../../parts/live.tsx";
import { projectApi } from "../../session/api.ts";
import { filterOf, JOB_STATUSES, type JobSearch, type JobsSearch } from "./jobs-search.ts";

export const PAGE_ROWS = 50;
const RUNNING_MS = 1_000;
const IDLE_MS = 5_000;

/** Whether the job may still change. */
export function isUnderWay({ status }: Job): boolean {
  return status === "queued" || status === "in progress";
}

/** A page of jobs, the newest first; followed closely while one of them is under way. */
export function useJobs(project: string, search: JobsSearch) {
  const runningMs = useLiveInterval(RUNNING_MS);
  const idleMs = useLiveInterval(IDLE_MS);
  return useQuery({
    queryKey: ["jobs", project, search],
    queryFn: ({ signal }) => {
      const query = { ...filterOf(search, Date.now()), page: search.page, per_page: PAGE_ROWS };
      return projectApi(project).listJobs(query, { signal });
    },
    refetchInterval: ({ state }) => (state.data?.jobs.some(isUnderWay) ? runningMs : idleMs),
  });
}

/** How many jobs there are by status, of those that the other filters let through. */
export function useJobCounts(project: string, { status: _, page: __, ...others }: JobsSearch) {
  return useQuery({
    queryKey: ["job-counts", project, others],
    queryFn: async ({ signal }) => {
      const filter = filterOf(others, Date.now());
      const counted = JOB_STATUSES.map(async (status): Promise<[JobStatus, number]> => {
        const page = await projectApi(project).listJobs({ ...filter, status, per_page: 1 }, { signal });
        return [status, page.metadata.total_count];
      });
      return new Map(await Promise.all(counted));
    },
    refetchInterval: useLiveInterval(IDLE_MS),
  });
}

/** One job, followed until it has ended; null where the project has no such job. */
export function useJob(project: string, jobId: string) {
  const runningMs = useLiveInterval(RUNNING_MS / 2);
  return useQuery({
    queryKey: ["job", project, jobId],
    queryFn: async ({ signal }) => (await projectApi(project).getJob(jobId, { signal })) ?? null,
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? runningMs : false),
  });
}

/** A page of a job's rejections, of one kind and field where the search says so. */
export function useRejections(project: string, jobId: string, search: JobSearch) {
  const { code, field, page } = search;
  return useQuery({
    queryKey: ["rejections", project, jobId, search],
    queryFn: ({ signal }) =>
      projectApi(project).listRejections(jobId, { code, field, page, per_page: PAGE_ROWS }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The kinds of a job's rejections with their counts. */
export function useRejectionGroups(project: string, jobId: string) {
  return useQuery({
    queryKey: ["rejection-groups", project, jobId],
    queryFn: ({ signal }) => projectApi(project).rejectionGroups(jobId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });
}
