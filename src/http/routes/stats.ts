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
  project: Type.String(),
  deliveries: Type.Object({ pending: Type.Integer(), leased: Type.Integer() }),
  endpoints: Type.Object({ healthy: Type.Integer(), failing: Type.Integer() }),
};
const countFields = {
  events: Type.Integer(),
  delivered: Type.Integer(),
  dead: Type.Integer(),
  cancelled: Type.Integer(),
  queued: Type.Integer(),
};
const AllStats = Type.Object({ time: Timestamp, projects: Type.Array(Type.Object(queueFields)) });
const ProjectStats = Type.Object({
  time: Timestamp,
  ...queueFields,
  recent: Type.Object(countFields, { description: "What was published within the minutes, and what has become of it" }),
  minutes: Type.Array(Type.Object({ time: Timestamp, ...countFields })),
  jobs: Type.Record(Type.String(), Type.Integer(), { description: "Jobs by status" }),
});
const StatsQuery = Type.Object({
  minutes: Type.Integer({ minimum: 1, maximum: STATS_MINUTES_MAX, default: STATS_MINUTES_STANDARD }),
});

/** Operator API: figures for the console (decisions, section 8). */
export function statsRoutes(server: Server, deps: { clock: Clock; figures: DeliveryFigures; jobs: Jobs }): void {
  const { clock, figures, jobs } = deps;
  const config = { access: "operator" } as const;
  const time = () => new Date(clock.now()).toISOString();

  server.get(
    "/api/operator/stats",
    { config, schema: { response: { 200: AllStats, ...errorAnswers(401) } } },
    async () => ({ time: time(), projects: (await figures.queues()).map(queueView) }),
  );

  server.get(
    "/api/operator/projects/:project_name/stats",
    {
      config,
      schema: {
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
