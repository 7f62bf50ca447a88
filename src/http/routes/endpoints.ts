import { type Static, Type } from "typebox";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Subscriptions } from "../../notifier/subscriptions.ts";
import type { EndpointRow } from "../../notifier/subscriptions-reads.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const NullableTime = Type.Union([Timestamp, Type.Null()]);

const EndpointView = Type.Object(
  {
    endpoint_id: Type.Integer({ description: "Tells endpoints apart whose masked URLs are the same" }),
    url: Type.String({ description: "Query values are masked" }),
    health: Type.Enum(["healthy", "failing"]),
    consecutive_failures: Type.Integer({ description: "Failed attempts in a row" }),
    failing_since: NullableTime,
    next_probe_time: NullableTime,
  },
  { title: "Endpoint" },
);
const EndpointList = Type.Object({ endpoints: Type.Array(EndpointView) });

/** The health of a project's callback URLs, for the operator and for the project itself (decisions, section 4). */
export function endpointRoutes(server: Server, { subscriptions }: { subscriptions: Subscriptions }): void {
  const schema = { params: ProjectParams, response: { 200: EndpointList, ...errorAnswers(401, 403, 404) } };

  server.get(
    "/api/operator/projects/:project_name/endpoints",
    { config: { access: "operator" }, schema },
    async (request) => viewOf(await subscriptions.endpoints(operatorProject(request).projectId)),
  );

  server.get(
    "/api/notifier/public/:project_name/endpoints",
    { config: { access: "project" }, schema },
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
