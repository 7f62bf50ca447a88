import type { FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { HISTORY_PAGE_MAX, HISTORY_PAGE_STANDARD } from "../../config/limits.ts";
import { uuidv7Time } from "../../lib/ids.ts";
import { problem } from "../../lib/problems.ts";
import { maskUrl } from "../../notifier/callback-url.ts";
import type { Deliveries, DeliveryFilter, DeliveryWithAttempts, RedeliveryAnswer } from "../../notifier/deliveries.ts";
import type { DeliveryRow } from "../../notifier/deliveries-reads.ts";
import { DELIVERY_STATES } from "../../notifier/delivery-state.ts";
import { callerProject, operatorProject } from "../authentication.ts";
import { cursorOf, idOfCursor } from "../history-cursor.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableNumber = Type.Union([Type.Integer(), Type.Null()]);
const NullableTime = Type.Union([Timestamp, Type.Null()]);

const deliveryFields = {
  delivery_id: Type.String({ description: "Also the webhook-id of its callbacks" }),
  event_id: Type.String(),
  session_uid: Type.String(),
  wave_type: Type.String(),
  url: Type.String({ description: "Query values are masked" }),
  status: Type.Enum([...DELIVERY_STATES]),
  reason: NullableText,
  attempts_made: Type.Integer(),
  round: Type.Integer(),
  last_failure: NullableText,
  last_status_code: NullableNumber,
  next_attempt_time: NullableTime,
  creation_time: Timestamp,
  complete_time: NullableTime,
};
const DeliveryView = Type.Object(deliveryFields, { title: "Delivery" });

const AttemptView = Type.Object({
  number: Type.Integer(),
  round: Type.Integer(),
  start_time: Timestamp,
  duration_ms: Type.Integer(),
  outcome: Type.String({ description: "delivered, or the class of failure" }),
  status_code: NullableNumber,
  answer: NullableText,
});
const DeliveryWithAttemptsView = Type.Object({ ...deliveryFields, attempts: Type.Array(AttemptView) });
const DeliveryPage = Type.Object({ deliveries: Type.Array(DeliveryView), next_cursor: Type.String() });

const narrowing = {
  url: Type.Optional(Type.String()),
  session_uid: Type.Optional(Type.String({ format: "uuid" })),
  from: Type.Optional(Type.String({ format: "date-time" })),
  to: Type.Optional(Type.String({ format: "date-time" })),
};
const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum([...DELIVERY_STATES])),
  ...narrowing,
  cursor: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: HISTORY_PAGE_MAX, default: HISTORY_PAGE_STANDARD }),
});
const RedeliveryOrder = Type.Object(
  {
    filter: Type.Optional(
      Type.Object(
        { status: Type.Optional(Type.Enum(["dead", "delivered"])), ...narrowing },
        { additionalProperties: false },
      ),
    ),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const RedeliveryCount = Type.Object({ matched: Type.Integer(), redelivered: Type.Integer() });
const DeliveryParams = Type.Object({ ...ProjectParams.properties, delivery_id: Type.String() });

/** Who asks: the operator sees what receivers answered; a project does not, lest callbacks be used to read a network. */
interface Audience {
  access: "operator" | "project";
  base: string;
  projectIdOf: (request: FastifyRequest) => number;
  showsAnswers: boolean;
}

const OPERATOR: Audience = {
  access: "operator",
  base: "/api/operator/projects/:project_name",
  projectIdOf: (request) => operatorProject(request).projectId,
  showsAnswers: true,
};
const PROJECT: Audience = {
  access: "project",
  base: "/api/notifier/public/:project_name",
  projectIdOf: (request) => callerProject(request).project.projectId,
  showsAnswers: false,
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
  { access, base, projectIdOf, showsAnswers }: Audience,
  deliveries: Deliveries,
): void {
  const config = { access };
  server.get(
    `${base}/deliveries`,
    {
      config,
      schema: {
        params: ProjectParams,
        querystring: ListQuery,
        response: { 200: DeliveryPage, ...errorAnswers(400, 401, 403, 404) },
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
        params: DeliveryParams,
        response: { 200: DeliveryWithAttemptsView, ...errorAnswers(401, 403, 404) },
      },
    },
    async (request) => {
      const found = await deliveries.one(projectIdOf(request), deliveryIdOf(request.params));
      if (found === undefined) throw noSuchDelivery();
      return { ...viewOf(found), attempts: attemptsOf(found, showsAnswers) };
    },
  );
}

function redeliveryRoutes(server: Server, { access, base, projectIdOf }: Audience, deliveries: Deliveries): void {
  const config = { access };
  server.post(
    `${base}/deliveries/:delivery_id/redeliveries`,
    {
      config,
      schema: { params: DeliveryParams, response: { 202: DeliveryView, ...errorAnswers(401, 403, 404, 409) } },
    },
    async (request, reply) => {
      const answer = await deliveries.redeliver(projectIdOf(request), deliveryIdOf(request.params));
      reply.code(202);
      return viewOf(redelivered(answer));
    },
  );

  server.post(
    `${base}/redeliveries`,
    {
      config,
      schema: {
        params: ProjectParams,
        body: RedeliveryOrder,
        response: { 200: RedeliveryCount, 202: RedeliveryCount, ...errorAnswers(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { filter = {}, dry_run: dryRun = false } = request.body;
      const wanted = { ...filterOf(filter), state: filter.status ?? ("dead" as const) };
      reply.code(dryRun ? 200 : 202);
      return deliveries.redeliverMany(projectIdOf(request), wanted, dryRun);
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
