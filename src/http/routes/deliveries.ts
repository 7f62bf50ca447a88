import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { problem } from "../../lib/problems.ts";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Deliveries, DeliveryFilter, RedeliveryAnswer } from "../../notifier/deliveries.ts";
import type { DeliveryRow } from "../../notifier/deliveries-reads.ts";
import { DELIVERY_STATES } from "../../notifier/delivery-state.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import type { Project } from "../../projects/project.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { attemptsOf, DeliveryView, DeliveryWithAttemptsView, deliveryView } from "../delivery-views.ts";
import { cursorOf, cursorQuery, idOfCursor, NextCursor } from "../history-cursor.ts";
import { errorAnswers, ProjectParams } from "../schemas.ts";
import type { Server } from "../server.ts";

const DeliveryPage = Type.Object(
  { deliveries: Type.Array(DeliveryView), next_cursor: NextCursor },
  { title: "DeliveryPage" },
);

const narrowing = {
  url: Type.Optional(
    Type.String({
      description: "Of this URL: as registered, as masked in lists, or without its query",
      examples: ["https://receiver.example/callbacks"],
    }),
  ),
  session_uid: Type.Optional(Type.String({ format: "uuid", description: "Of this session" })),
  from: Type.Optional(Type.String({ format: "date-time", description: "Made at this time or later" })),
  to: Type.Optional(Type.String({ format: "date-time", description: "Made before this time" })),
};
const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum([...DELIVERY_STATES], { description: "Of this status" })),
  ...narrowing,
  ...cursorQuery,
});
const RedeliveryOrder = Type.Object(
  {
    filter: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(Type.Enum(["dead", "delivered"], { description: "`dead` by default" })),
          ...narrowing,
        },
        { additionalProperties: false, examples: [{ status: "dead", from: "2026-11-20T00:00:00Z" }] },
      ),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: "Count only", examples: [false] })),
  },
  { additionalProperties: false, title: "RedeliveryOrder" },
);
const RedeliveryCount = Type.Object(
  {
    matched: Type.Integer({ description: "What the filter finds", examples: [12] }),
    redelivered: Type.Integer({ description: "What went back to the queue", examples: [12] }),
  },
  { title: "RedeliveryCount" },
);
const DeliveryParams = Type.Object({
  ...ProjectParams.properties,
  delivery_id: Type.String({
    description: "From the list of deliveries",
    examples: ["0199e3b4-8d11-7a3c-b1f2-6a0d4c9e5b77"],
  }),
});
const NO_DELIVERY = { description: "The project has no such delivery", messages: ["The project has no such delivery"] };

/** Who asks: the operator sees what receivers answered; a project does not, lest callbacks be used to read a network. */
interface Audience {
  access: "operator" | "project";
  base: string;
  projectOf: (request: FastifyRequest) => Project;
  showsAnswers: boolean;
  /** Each operation has a name of its own for each of the two. */
  nameOf: (verb: string, noun: string) => string;
  tags: string[];
}

const OPERATOR: Audience = {
  access: "operator",
  base: "/api/operator/projects/:project_name",
  projectOf: operatorProject,
  showsAnswers: true,
  nameOf: (verb, noun) => `${verb}Project${noun}`,
  tags: ["Operations"],
};
const PROJECT: Audience = {
  access: "project",
  base: "/api/notifier/public/:project_name",
  projectOf: (request) => callerProject(request).project,
  showsAnswers: false,
  nameOf: (verb, noun) => `${verb}${noun}`,
  tags: ["Deliveries"],
};

/** Deliveries, their attempts and redelivery, for the operator and for the project itself (decisions, section 8). */
export function deliveryRoutes(server: Server, { notifier }: { notifier: Notifier }): void {
  for (const audience of [OPERATOR, PROJECT]) {
    readRoutes(server, audience, notifier);
    redeliveryRoutes(server, audience, notifier.deliveries);
  }
}

function readRoutes(
  server: Server,
  { access, base, projectOf, showsAnswers, nameOf, tags }: Audience,
  notifier: Notifier,
): void {
  const { deliveries } = notifier;
  const config = { access };
  server.get(
    `${base}/deliveries`,
    {
      config,
      schema: {
        operationId: nameOf("list", "Deliveries"),
        tags,
        summary: "List deliveries",
        params: ProjectParams,
        querystring: ListQuery,
        response: { 200: DeliveryPage, ...errorAnswers(400, 401, 403) },
        answers: { 200: { description: "Newest first" } },
      },
    },
    async (request) => {
      const { status, cursor, limit } = request.query;
      const filter = { ...filterOf(request.query), state: status };
      const page = await deliveries.list(projectOf(request).projectId, filter, { before: idOfCursor(cursor), limit });
      return { deliveries: page.rows.map(deliveryView), next_cursor: cursorOf(page.nextBefore) };
    },
  );

  server.get(
    `${base}/deliveries/:delivery_id`,
    {
      config,
      schema: {
        operationId: nameOf("get", "Delivery"),
        tags,
        summary: "Read a delivery with its attempts",
        params: DeliveryParams,
        response: { 200: DeliveryWithAttemptsView, ...errorAnswers(401, 403, 404) },
        answers: { 200: { description: "The delivery" }, 404: NO_DELIVERY },
      },
    },
    async (request) => {
      const found = await deliveries.one(projectOf(request).projectId, deliveryIdOf(request.params));
      if (found === undefined) throw noSuchDelivery();
      return {
        ...deliveryView(found),
        attempts: attemptsOf(found, showsAnswers),
        request: (await notifier.requestOf(projectOf(request), found)) ?? null,
      };
    },
  );
}

function redeliveryRoutes(
  server: Server,
  { access, base, projectOf, nameOf, tags }: Audience,
  deliveries: Deliveries,
): void {
  const config = { access };
  server.post(
    `${base}/deliveries/:delivery_id/redeliveries`,
    {
      config,
      schema: {
        operationId: nameOf("redeliver", "Delivery"),
        tags,
        summary: "Send a delivery again",
        description: "Of a dead delivery or a delivered one; it keeps its id, so that receivers can tell.",
        params: DeliveryParams,
        response: { 202: DeliveryView, ...errorAnswers(401, 403, 404, 409) },
        answers: {
          202: { description: "Back in the queue" },
          404: NO_DELIVERY,
          409: {
            messages: [
              "The delivery is still in the queue",
              "The delivery was cancelled: its URL is no longer subscribed",
              "The URL of the delivery is no longer subscribed",
              "The delivery is past its retention",
            ],
          },
        },
      },
    },
    async (request, reply) => {
      const deliveryId = deliveryIdOf(request.params);
      const note = request.note("delivery.redeliver", { target: deliveryId });
      const answer = await deliveries.redeliver(projectOf(request).projectId, deliveryId, note);
      reply.code(202);
      return deliveryView(redelivered(answer));
    },
  );

  server.post(
    `${base}/redeliveries`,
    {
      config,
      schema: {
        operationId: nameOf("redeliver", "Deliveries"),
        tags,
        summary: "Send many deliveries again",
        params: ProjectParams,
        body: RedeliveryOrder,
        response: { 200: RedeliveryCount, 202: RedeliveryCount, ...errorAnswers(400, 401, 403) },
        answers: { 200: { description: "Counted only" }, 202: { description: "Back in the queue" } },
      },
    },
    async (request, reply) => {
      const { filter = {}, dry_run: dryRun = false } = request.body;
      const wanted = { ...filterOf(filter), state: filter.status ?? ("dead" as const) };
      reply.code(dryRun ? 200 : 202);
      const details = { ...filter, ...(filter.url !== undefined && { url: maskUrl(filter.url) }) };
      const note = request.note("deliveries.redeliver", { details });
      return deliveries.redeliverMany(projectOf(request).projectId, wanted, dryRun, note);
    },
  );
}

function filterOf(query: { url?: string; session_uid?: string; from?: string; to?: string }): DeliveryFilter {
  return {
    url: query.url,
    sessionUid: query.session_uid,
    fromMs: query.from === undefined ? undefined : Date.parse(query.from),
    toMs: query.to === undefined ? undefined : Date.parse(query.to),
  };
}

function deliveryIdOf({ delivery_id: id }: { delivery_id: string }): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw noSuchDelivery();
  return id.toLowerCase();
}

function noSuchDelivery() {
  return problem("not_found_because", "The project has no such delivery");
}

function redelivered(answer: RedeliveryAnswer): DeliveryRow {
  if (answer.ok) return answer.delivery;
  switch (answer.reason) {
    case "not_found":
      throw noSuchDelivery();
    case "not_settled":
      throw problem("conflict", "The delivery is still in the queue");
    case "cancelled":
      throw problem("conflict", "The delivery was cancelled: its URL is no longer subscribed");
    case "endpoint_removed":
      throw problem("conflict", "The URL of the delivery is no longer subscribed");
    case "too_old":
      throw problem("conflict", "The delivery is past its retention");
    default:
      return answer.reason satisfies never;
  }
}
