import { type Static, Type } from "typebox";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Subscriptions } from "../../notifier/subscriptions.ts";
import type { EndpointRow } from "../../notifier/subscriptions-reads.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
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
  },
  { title: "Endpoint" },
);
const EndpointList = Type.Object({ endpoints: Type.Array(EndpointView) });

/** The health of a project's callback URLs, for the operator and for the project itself (decisions, section 4). */
export function endpointRoutes(server: Server, { subscriptions }: { subscriptions: Subscriptions }): void {
  const schema = {
    summary: "Health of the callback URLs",
    description:
      "An endpoint is `failing` after 10 failed attempts in a row. One delivery then probes it by its own schedule, the others " +
      "wait; the first success makes it `healthy` again.",
    params: ProjectParams,
    response: { 200: EndpointList, ...errorAnswers(401, 403) },
    answers: { 200: { description: "One for each URL of the subscription" } },
  };

  server.get(
    "/api/operator/projects/:project_name/endpoints",
    {
      config: { access: "operator" },
      schema: { operationId: "listProjectEndpoints", tags: ["Operations"], ...schema },
    },
    async (request) => viewOf(await subscriptions.endpoints(operatorProject(request).projectId)),
  );

  server.get(
    "/api/notifier/public/:project_name/endpoints",
    { config: { access: "project" }, schema: { operationId: "listEndpoints", tags: ["Deliveries"], ...schema } },
    async (request) => viewOf(await subscriptions.endpoints(callerProject(request).project.projectId)),
  );
}

function viewOf(rows: EndpointRow[]): Static<typeof EndpointList> {
  const endpoints = rows.map((row) => ({
    endpoint_id: row.endpoint_id,
    url: maskUrl(row.url),
    health: row.health,
    consecutive_failures: row.consecutive_failures,
    failing_since: row.failing_since?.toISOString() ?? null,
    next_probe_time: row.next_probe_at?.toISOString() ?? null,
  }));
  return { endpoints };
}
