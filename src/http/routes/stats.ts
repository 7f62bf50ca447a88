import { Type } from "typebox";
import { STATS_MINUTES_MAX, STATS_MINUTES_STANDARD } from "../../config/limits.ts";
import { type JobState, STATUS_TEXTS } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import type { DeliveryFigures } from "../../notifier/delivery-figures.ts";
import type { ProjectQueueRow } from "../../notifier/delivery-figures-reads.ts";
import { operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const JOB_STATES: readonly JobState[] = ["queued", "in_progress", "done", "failed"];

const queueFields = {
  project: Type.String({ examples: ["acme"] }),
  deliveries: Type.Object({
    pending: Type.Integer({ description: "Waiting, for their first attempt or the next", examples: [12] }),
    leased: Type.Integer({ description: "In the hands of a process", examples: [3] }),
  }),
  endpoints: Type.Object({ healthy: Type.Integer({ examples: [2] }), failing: Type.Integer({ examples: [0] }) }),
};
const countFields = {
  events: Type.Integer({ description: "Published", examples: [1_500] }),
  delivered: Type.Integer({ description: "Deliveries that were acknowledged", examples: [1_482] }),
  dead: Type.Integer({ description: "Deliveries that will not be tried again by themselves", examples: [3] }),
  cancelled: Type.Integer({ description: "Deliveries whose URL was unsubscribed", examples: [0] }),
  queued: Type.Integer({ description: "Deliveries that are still to be made", examples: [15] }),
};
const AllStats = Type.Object(
  { time: Timestamp, projects: Type.Array(Type.Object(queueFields, { title: "ProjectQueue" })) },
  { title: "ServiceStats" },
);
const projectFields = {
  time: Timestamp,
  ...queueFields,
  recent: Type.Object(countFields, { description: "What was published within the minutes, and what has become of it" }),
  minutes: Type.Array(Type.Object({ time: Timestamp, ...countFields })),
  jobs: Type.Record(Type.String(), Type.Integer(), {
    description: "Jobs by status",
    examples: [{ queued: 0, "in progress": 1, done: 42, failed: 0 }],
  }),
};
const ProjectStats = Type.Object(projectFields, { title: "ProjectStats" });
const StatsQuery = Type.Object({
  minutes: Type.Integer({
    description: "How far back to count what was published",
    minimum: 1,
    maximum: STATS_MINUTES_MAX,
    default: STATS_MINUTES_STANDARD,
  }),
});

/** Operator API: figures for the console (decisions, section 8). */
export function statsRoutes(server: Server, deps: { clock: Clock; figures: DeliveryFigures; jobs: Jobs }): void {
  const { clock, figures, jobs } = deps;
  const config = { access: "operator" } as const;
  const time = () => new Date(clock.now()).toISOString();

  server.get(
    "/api/operator/stats",
    {
      config,
      schema: {
        operationId: "getServiceStats",
        tags: ["Operations"],
        summary: "Figures of the service",
        response: { 200: AllStats, ...errorAnswers(401) },
        answers: { 200: { description: "What every project has in the queue" } },
      },
    },
    async () => ({ time: time(), projects: (await figures.queues()).map(queueView) }),
  );

  server.get(
    "/api/operator/projects/:project_name/stats",
    {
      config,
      schema: {
        operationId: "getProjectStats",
        tags: ["Operations"],
        summary: "Figures of a project",
        answers: { 200: { description: "Minutes stand from the oldest to the present one" } },
        params: ProjectParams,
        querystring: StatsQuery,
        response: { 200: ProjectStats, ...errorAnswers(400, 401, 404) },
      },
    },
    async (request) => {
      const { projectId, name } = operatorProject(request);
      const none = { project: name, pending: 0, leased: 0, endpoints_healthy: 0, endpoints_failing: 0 };
      const queue = queueView((await figures.queueOf(projectId)) ?? none);
      const minutes = (await figures.minutes(projectId, request.query.minutes)).map(({ startMs, ...counts }) => ({
        time: new Date(startMs).toISOString(),
        ...counts,
      }));
      return { time: time(), ...queue, recent: sumOf(minutes), minutes, jobs: await jobCounts(jobs, projectId) };
    },
  );
}

function queueView(row: ProjectQueueRow) {
  return {
    project: row.project,
    deliveries: { pending: row.pending, leased: row.leased },
    endpoints: { healthy: row.endpoints_healthy, failing: row.endpoints_failing },
  };
}

type Counts = Record<keyof typeof countFields, number>;

function sumOf(minutes: readonly Counts[]): Counts {
  const total = { events: 0, delivered: 0, dead: 0, cancelled: 0, queued: 0 };
  for (const minute of minutes) {
    total.events += minute.events;
    total.delivered += minute.delivered;
    total.dead += minute.dead;
    total.cancelled += minute.cancelled;
    total.queued += minute.queued;
  }
  return total;
}

async function jobCounts(jobs: Jobs, projectId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const state of JOB_STATES) {
    const { total } = await jobs.list(projectId, { state, entityType: undefined }, { offset: 0, limit: 1 });
    counts[STATUS_TEXTS[state]] = total;
  }
  return counts;
}
