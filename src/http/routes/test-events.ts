import { type Static, Type } from "typebox";
import type { AuditNote } from "../../audit/audit.ts";
import { problem } from "../../lib/problems.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import type { Project } from "../../projects/project.ts";
import { callerProject, OPERATOR_NAME, operatorProject } from "../authentication.ts";
import { DeliveryView, deliveryView } from "../delivery-views.ts";
import { errorAnswers, ProjectParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const TestEventOrder = Type.Object(
  {
    endpoint_id: Type.Optional(
      Type.Integer({ description: "From the list of endpoints; all of them without it", examples: [17] }),
    ),
  },
  { additionalProperties: false, title: "TestEventOrder" },
);
const TestEvent = Type.Object(
  {
    event_id: Type.String({ examples: ["test-3f2a7c9e-5b1d-4e8a-9c60-7d2f1b0a8e34"] }),
    session_uid: Type.String({ examples: ["3f2a7c9e-5b1d-4e8a-9c60-7d2f1b0a8e34"] }),
    wave_type: Type.String({ examples: ["primary"] }),
    deliveries: Type.Array(DeliveryView),
  },
  { title: "TestEvent" },
);

/** Events for trying out receivers, for the operator and the project itself. */
export function testEventRoutes(server: Server, { notifier }: { notifier: Notifier }): void {
  const schema = {
    summary: "Send a test event",
    description:
      "The callback is like any other; the result that its `analysis_result_url` leads to says that it is a test and that no " +
      "session was analysed. Its event_id begins with `test-`.",
    params: ProjectParams,
    body: TestEventOrder,
    response: { 202: TestEvent, ...errorAnswers(400, 401, 403, 404, 409) },
    answers: {
      202: { description: "Published" },
      404: { description: "There is no such endpoint", messages: ["The subscription has no such endpoint"] },
      409: { description: "There is nobody to send it to", messages: ["The project has no subscription"] },
    },
  };

  server.post(
    "/api/notifier/public/:project_name/test-events",
    { config: { access: "project" }, schema: { operationId: "sendTestEvent", tags: ["Deliveries"], ...schema } },
    async (request, reply) => {
      const { project, userName } = callerProject(request);
      const order = { endpointId: request.body.endpoint_id, userName };
      reply.code(202);
      return send(notifier, project, order, request.note("test_event.send"));
    },
  );

  server.post(
    "/api/operator/projects/:project_name/test-events",
    {
      config: { access: "operator" },
      schema: { operationId: "sendProjectTestEvent", tags: ["Operations"], ...schema },
    },
    async (request, reply) => {
      const order = { endpointId: request.body.endpoint_id, userName: OPERATOR_NAME };
      reply.code(202);
      return send(notifier, operatorProject(request), order, request.note("test_event.send"));
    },
  );
}

async function send(
  notifier: Notifier,
  project: Project,
  order: { endpointId: number | undefined; userName: string },
  note: AuditNote,
): Promise<Static<typeof TestEvent>> {
  const sent = await notifier.sendTestEvent(project, order, note);
  if (!sent.ok) {
    throw sent.reason === "no_subscription"
      ? problem("conflict", "The project has no subscription")
      : problem("not_found_because", "The subscription has no such endpoint");
  }
  const { eventId: event_id, sessionUid, waveType: wave_type } = sent;
  const page = await notifier.deliveries.list(project.projectId, { sessionUid }, { before: undefined, limit: 100 });
  return { event_id, session_uid: sessionUid, wave_type, deliveries: page.rows.map(deliveryView) };
}
