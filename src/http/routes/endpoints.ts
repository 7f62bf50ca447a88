import { type Static, Type } from "typebox";
import type { EndpointFigures } from "../../console/endpoint-figures.ts";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Subscriptions } from "../../notifier/subscriptions.ts";
import type { EndpointRow } from "../../notifier/subscriptions-reads.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const EndpointView = Type.Object(
  {
    endpoint_id: Type.Integer({ description: "Tells endpoints apart whose masked URLs are the same", examples: [17] }),
    url: Type.String({
      description: "Query values are masked",
      examples: ["https://receiver.example/callbacks?api_key=****"],
    }),
    health: Type.Enum(["healthy", "failing"]),
    consecutive_failures: Type.Integer({ description: "Failed attempts in a row", examples: [0] }),
    failing_since: Type.Union([Timestamp, Type.Null()], { examples: [null] }),
    next_probe_time: Type.Union([Timestamp, Type.Null()], { examples: [null] }),
    recent: Type.Object(
      {
        minutes: Type.Integer({ examples: [60] }),
        attempts: Type.Integer({ examples: [120] }),
        delivered: Type.Integer({ examples: [119] }),
        success_rate: nullable(Type.Number(), "Delivered attempts among those made, 0 to 1", 0.99),
        p50_ms: nullable(Type.Integer(), "Half of the attempts ended within this time", 42),
        p95_ms: nullable(Type.Integer(), "19 of 20 attempts ended within this time", 180),
        buckets: Type.Array(Type.Object({ time: Timestamp, delivered: Type.Integer(), failed: Type.Integer() }), {
          description: "Minute by minute, the present one last",
        }),
      },
      { title: "EndpointRecent", description: "The attempts of the last minutes" },
    ),
    last_attempt: nullable(
      Type.Object({
        time: Timestamp,
        outcome: Type.String({ description: "`delivered`, or the class of failure" }),
        status_code: Type.Union([Type.Integer(), Type.Null()]),
        duration_ms: Type.Integer(),
      }),
      "Null where there was none yet",
      null,
    ),
  },
  { title: "Endpoint" },
);
const EndpointList = Type.Object({ endpoints: Type.Array(EndpointView) });

interface Deps {
  subscriptions: Subscriptions;
  figuresOf: (projectId: number) => Promise<{ of(endpointId: number): EndpointFigures }>;
}

/** The health of a project's callback URLs, for the operator and for the project itself (decisions, section 4). */
export function endpointRoutes(server: Server, { subscriptions, figuresOf }: Deps): void {
  const schema = {
    summary: "Health of the callback URLs",
    description:
      "An endpoint is `failing` after 10 failed attempts in a row. One delivery then probes it by its own schedule, the others " +
      "wait; the first success makes it `healthy` again.",
    params: ProjectParams,
    response: { 200: EndpointList, ...errorAnswers(401, 403) },
    answers: { 200: { description: "One for each URL of the subscription" } },
  };

  async function view(projectId: number) {
    const [rows, figures] = await Promise.all([subscriptions.endpoints(projectId), figuresOf(projectId)]);
    return viewOf(rows, figures);
  }

  server.get(
    "/api/operator/projects/:project_name/endpoints",
    {
      config: { access: "operator" },
      schema: { operationId: "listProjectEndpoints", tags: ["Operations"], ...schema },
    },
    async (request) => view(operatorProject(request).projectId),
  );

  server.get(
    "/api/notifier/public/:project_name/endpoints",
    { config: { access: "project" }, schema: { operationId: "listEndpoints", tags: ["Deliveries"], ...schema } },
    async (request) => view(callerProject(request).project.projectId),
  );
}

function viewOf(
  rows: EndpointRow[],
  figures: { of(endpointId: number): EndpointFigures },
): Static<typeof EndpointList> {
  const endpoints = rows.map((row) => ({
    endpoint_id: row.endpoint_id,
    url: maskUrl(row.url),
    health: row.health,
    consecutive_failures: row.consecutive_failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    next_probe_time: row.next_probe_at?.toISOString() ?? null,
    ...figures.of(row.endpoint_id),
  }));
  return { endpoints };
}
