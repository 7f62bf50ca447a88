import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { uuidv7Time } from "../../lib/ids.ts";
import { problem } from "../../lib/problems.ts";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Deliveries, DeliveryFilter, DeliveryWithAttempts, RedeliveryAnswer } from "../../notifier/deliveries.ts";
import type { DeliveryRow } from "../../notifier/deliveries-reads.ts";
import { DELIVERY_STATES } from "../../notifier/delivery-state.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { cursorOf, cursorQuery, idOfCursor, NextCursor } from "../history-cursor.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const deliveryFields = {
  delivery_id: Type.String({
    description: "Also the webhook-id of its callbacks",
    examples: ["0199e3b4-8d11-7a3c-b1f2-6a0d4c9e5b77"],
  }),
  event_id: Type.String({ description: "As published, or made by the service", examples: ["result-4711"] }),
  session_uid: Type.String({ examples: ["3f2a7c9e-5b1d-4e8a-9c60-7d2f1b0a8e34"] }),
  wave_type: Type.String({ examples: ["primary"] }),
  url: Type.String({
    description: "Query values are masked",
    examples: ["https://receiver.example/callbacks?api_key=****"],
  }),
  status: Type.Enum([...DELIVERY_STATES], { examples: ["delivered"] }),
  reason: nullable(Type.String(), "Why it is dead or cancelled", null),
  attempts_made: Type.Integer({ examples: [1] }),
  round: Type.Integer({ description: "Rounds of attempts, from 1", examples: [1] }),
  last_failure: nullable(Type.String(), "Class of the last attempt's failure", null),
  last_status_code: nullable(Type.Integer(), "Of the receiver's last answer", 204),
  next_attempt_time: nullable(Timestamp, "Where one is to come", null),
  creation_time: Timestamp,
  complete_time: nullable(Timestamp, "When it was delivered, cancelled or given up", "2026-11-21T08:30:01.204Z"),
};
const DeliveryView = Type.Object(deliveryFields, { title: "Delivery" });

const AttemptView = Type.Object(
  {
    number: Type.Integer({ description: "Counted from 1", examples: [1] }),
    round: Type.Integer({ examples: [1] }),
    start_time: Timestamp,
    duration_ms: Type.Integer({ examples: [87] }),
    outcome: Type.String({ description: "`delivered`, or the class of failure", examples: ["delivered"] }),
    status_code: nullable(Type.Integer(), "Of the receiver's answer", 204),
    answer: nullable(Type.String(), "The first 4 KiB of the receiver's answer; the operator alone sees it", null),
  },
  { title: "Attempt" },
);
const DeliveryWithAttemptsView = Type.Object(
  { ...deliveryFields, attempts: Type.Array(AttemptView) },
  { title: "DeliveryWithAttempts" },
);
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
  projectIdOf: (request: FastifyRequest) => number;
  showsAnswers: boolean;
  /** Each operation has a name of its own for each of the two. */
  nameOf: (verb: string, noun: string) => string;
  tags: string[];
}

const OPERATOR: Audience = {
  access: "operator",
  base: "/api/operator/projects/:project_name",
  projectIdOf: (request) => operatorProject(request).projectId,
  showsAnswers: true,
  nameOf: (verb, noun) => `${verb}Project${noun}`,
  tags: ["Operations"],
};
const PROJECT: Audience = {
  access: "project",
  base: "/api/notifier/public/:project_name",
  projectIdOf: (request) => callerProject(request).project.projectId,
  showsAnswers: false,
  nameOf: (verb, noun) => `${verb}${noun}`,
  tags: ["Deliveries"],
};

/** Deliveries, their attempts and redelivery, for the operator and for the project itself (decisions, section 8). */
export function deliveryRoutes(server: Server, deps: { deliveries: Deliveries }): void {
  for (const audience of [OPERATOR, PROJECT]) {
    readRoutes(server, audience, deps.deliveries);
    redeliveryRoutes(server, audience, deps.deliveries);
  }
}

function readRoutes(
  server: Server,
  { access, base, projectIdOf, showsAnswers, nameOf, tags }: Audience,
  deliveries: Deliveries,
): void {
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
      const page = await deliveries.list(projectIdOf(request), filter, { before: idOfCursor(cursor), limit });
      return { deliveries: page.rows.map(viewOf), next_cursor: cursorOf(page.nextBefore) };
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
      const found = await deliveries.one(projectIdOf(request), deliveryIdOf(request.params));
      if (found === undefined) throw noSuchDelivery();
      return { ...viewOf(found), attempts: attemptsOf(found, showsAnswers) };
    },
  );
}

function redeliveryRoutes(
  server: Server,
  { access, base, projectIdOf, nameOf, tags }: Audience,
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
      const answer = await deliveries.redeliver(projectIdOf(request), deliveryId, note);
      reply.code(202);
      return viewOf(redelivered(answer));
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
      return deliveries.redeliverMany(projectIdOf(request), wanted, dryRun, note);
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

function viewOf(row: DeliveryRow): Static<typeof DeliveryView> {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id ?? row.event_uid,
    session_uid: row.session_uid,
    wave_type: row.wave_type ?? "",
    url: maskUrl(row.url),
    status: row.state,
    reason: row.reason,
    attempts_made: row.attempts,
    round: row.round,
    last_failure: row.last_failure,
    last_status_code: row.last_status,
    next_attempt_time: row.state === "pending" ? (row.run_at?.toISOString() ?? null) : null,
    creation_time: new Date(uuidv7Time(row.delivery_id)).toISOString(),
    complete_time: row.settled_at?.toISOString() ?? null,
  };
}

function attemptsOf(delivery: DeliveryWithAttempts, showsAnswers: boolean): Static<typeof AttemptView>[] {
  return delivery.tries.map((attempt) => ({
    number: attempt.attempt_number,
    round: attempt.round,
    start_time: attempt.started_at.toISOString(),
    duration_ms: attempt.duration_ms,
    outcome: attempt.outcome,
    status_code: attempt.status,
    answer: showsAnswers ? attempt.answer : null,
  }));
}
