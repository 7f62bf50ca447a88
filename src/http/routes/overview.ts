import { Type } from "typebox";
import { RANGE_NAMES, type Range } from "../../console/outcomes.ts";
import type { Overviews } from "../../console/overview.ts";
import type { ProjectSummaries } from "../../console/project-summaries.ts";
import { FAILURE_CLASSES } from "../../notifier/delivery-state.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const Milliseconds = (description: string) => nullable(Type.Integer(), description, 42);
const Rate = nullable(Type.Number(), "Delivered attempts among those made, 0 to 1; null where there was none", 0.998);
const latencies = {
  p50_ms: Milliseconds("Half of the attempts ended within this time"),
  p95_ms: Milliseconds("19 of 20 attempts ended within this time"),
  p99_ms: Milliseconds("99 of 100 attempts ended within this time"),
};

const workFields = {
  pending: Type.Integer({ description: "Deliveries that wait, for their first attempt or the next", examples: [12] }),
  leased: Type.Integer({ description: "Deliveries in the hands of a process", examples: [3] }),
  dead: Type.Integer({ description: "Deliveries that are kept and dead", examples: [0] }),
  failing_endpoints: Type.Integer({ examples: [0] }),
  oldest_due_seconds: nullable(Type.Number(), "How long the oldest delivery that is due has been waiting", null),
};
const Now = Type.Object(
  {
    deliveries_per_minute: Type.Integer({ description: "Of the last sixty seconds", examples: [1_800] }),
    success_rate: Rate,
    ...latencies,
    ...workFields,
    jobs_running: Type.Integer({ examples: [1] }),
    jobs_queued: Type.Integer({ examples: [0] }),
    rows_per_second: Type.Integer({ description: "Of the running jobs together", examples: [21_000] }),
  },
  { title: "OverviewNow", description: "Success rate and times are those of the last 15 minutes" },
);
const counts = {
  delivered: Type.Integer({ description: "Attempts that were acknowledged", examples: [1_482] }),
  failed_attempts: Type.Integer({ examples: [7] }),
  dead: Type.Integer({ description: "Deliveries given up", examples: [0] }),
};
const Totals = Type.Object(
  {
    ...counts,
    success_rate: Rate,
    ...latencies,
    failures: Type.Partial(Type.Object(Object.fromEntries(FAILURE_CLASSES.map((name) => [name, Type.Integer()]))), {
      description: "Failed attempts by class; only those that occurred",
      examples: [{ timed_out: 7 }],
    }),
  },
  { title: "OutcomeTotals" },
);
const Bucket = Type.Object(
  { time: Timestamp, seconds: Type.Integer({ examples: [60] }), ...counts, p95_ms: latencies.p95_ms },
  { title: "OutcomeBucket" },
);

const Project = Type.String({ examples: ["acme"] });
const endedJob = {
  project: Project,
  async_job_id: Type.String({ examples: ["0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"] }),
  entity_type: Type.String({ examples: ["store"] }),
  file_name: Type.String({ examples: ["stores.csv"] }),
  time: Timestamp,
};
const AttentionItem = Type.Union(
  [
    Type.Object({
      kind: Type.Literal("endpoint_failing"),
      project: Project,
      url: Type.String({ description: "Query values are masked" }),
      endpoint_id: Type.Integer(),
      since: Timestamp,
      consecutive_failures: Type.Integer(),
      waiting: Type.Integer({ description: "Deliveries that wait for it; 100,000 stands for more" }),
    }),
    Type.Object({
      kind: Type.Literal("deliveries_dead"),
      project: Project,
      count: Type.Integer(),
      since: Timestamp,
    }),
    Type.Object({ kind: Type.Literal("job_failed"), failure_reason: Type.String(), ...endedJob }),
    Type.Object({
      kind: Type.Literal("job_rejections"),
      rejected: Type.Integer(),
      items: Type.Integer(),
      ...endedJob,
    }),
    Type.Object({
      kind: Type.Literal("token_expiring"),
      project: Project,
      token_id: Type.String(),
      user_name: Type.String(),
      expires_at: Timestamp,
    }),
  ],
  { title: "Attention" },
);
const OverviewView = Type.Object(
  {
    time: Timestamp,
    range: Type.Enum([...RANGE_NAMES]),
    now: Now,
    totals: Totals,
    buckets: Type.Array(Bucket, { description: "From the oldest to the present one, quiet ones included" }),
    attention: Type.Array(AttentionItem, {
      description:
        "The worst first: failing endpoints; what died within a week and can be redelivered; uploads of a week that failed or " +
        "had many rows refused, unless a later one was done; tokens that expire within 30 days",
    }),
  },
  { title: "Overview" },
);
const RangeQuery = Type.Object({
  range: Type.Enum([...RANGE_NAMES], { description: "How far back the chart looks", default: "1h" }),
});
const Counts = Type.Object({ time: Timestamp, ...workFields }, { title: "DeliveryCounts" });
const Summary = Type.Object(
  {
    project: Project,
    pending: Type.Integer({ description: "Deliveries in the queue", examples: [12] }),
    dead: Type.Integer({ description: "Deliveries that are kept and dead", examples: [0] }),
    failing_endpoints: Type.Integer({ examples: [0] }),
    stores: Type.Integer({ description: "Stores that are not deleted", examples: [1_200] }),
    sparkline: Type.Array(Type.Object({ time: Timestamp, delivered: Type.Integer(), failed: Type.Integer() }), {
      description: "Attempts of the last 24 hours, hour by hour",
    }),
    last_event_time: nullable(Timestamp, "When the newest event was published", null),
    last_job_time: nullable(Timestamp, "When the newest upload was accepted", null),
  },
  { title: "ProjectSummary" },
);

/** Figures at a glance: of the service for the operator, of a project for the operator and its own people. */
export function overviewRoutes(
  server: Server,
  { overviews, summaries }: { overviews: Overviews; summaries: ProjectSummaries },
): void {
  const overviewSchema = {
    querystring: RangeQuery,
    response: { 200: OverviewView, ...errorAnswers(400, 401, 403) },
    answers: { 200: { description: "Figures lag a few seconds behind: processes gather them in memory" } },
  };

  server.get(
    "/api/operator/overview",
    {
      config: { access: "operator" },
      schema: {
        operationId: "getOverview",
        tags: ["Operations"],
        summary: "The service at a glance",
        ...overviewSchema,
      },
    },
    async (request) => overviews.read(null, rangeOf(request.query.range)),
  );

  server.get(
    "/api/notifier/public/:project_name/overview",
    {
      config: { access: "project" },
      schema: {
        operationId: "getProjectOverview",
        tags: ["Deliveries"],
        summary: "The project at a glance",
        params: ProjectParams,
        ...overviewSchema,
      },
    },
    async (request) => overviews.read(callerProject(request).project.projectId, rangeOf(request.query.range)),
  );

  server.get(
    "/api/operator/project-summaries",
    {
      config: { access: "operator" },
      schema: {
        operationId: "listProjectSummaries",
        tags: ["Operations"],
        summary: "All projects at a glance",
        response: { 200: Type.Object({ projects: Type.Array(Summary) }), ...errorAnswers(401, 403) },
        answers: { 200: { description: "Sorted by name" } },
      },
    },
    async () => ({ projects: await summaries.read() }),
  );
}

/** How many deliveries are where; cheaper than the overview, to be asked for often. */
export function deliveryCountRoutes(server: Server, { overviews }: { overviews: Overviews }): void {
  const schema = {
    summary: "Count what is queued and dead",
    params: ProjectParams,
    response: { 200: Counts, ...errorAnswers(401, 403) },
    answers: { 200: { description: "As of now" } },
  };
  const view = async (projectId: number) => {
    const { jobs_running: _, jobs_queued: __, rows_per_second: ___, ...work } = await overviews.work(projectId);
    return { time: new Date().toISOString(), ...work };
  };

  server.get(
    "/api/notifier/public/:project_name/deliveries/counts",
    {
      config: { access: "project" },
      schema: { operationId: "countDeliveries", tags: ["Deliveries"], ...schema },
    },
    async (request) => view(callerProject(request).project.projectId),
  );

  server.get(
    "/api/operator/projects/:project_name/deliveries/counts",
    {
      config: { access: "operator" },
      schema: { operationId: "countProjectDeliveries", tags: ["Operations"], ...schema },
    },
    async (request) => view(operatorProject(request).projectId),
  );
}

function rangeOf(text: string): Range {
  return RANGE_NAMES.find((range) => range === text) ?? "1h";
}
