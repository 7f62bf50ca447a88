import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { HISTORY_PAGE_MAX, HISTORY_PAGE_STANDARD, PUBLISH_BODY_BYTES_MAX } from "../../config/limits.ts";
import type { SignedLinks } from "../../files/signed-links.ts";
import { problem } from "../../lib/problems.ts";
import type { EventRow } from "../../notifier/events-reads.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import { operatorProject } from "../authentication.ts";
import { pathOf } from "../errors.ts";
import { cursorOf, idOfCursor } from "../history-cursor.ts";
import { errorAnswers, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const PATH = "/api/operator/projects/:project_name/analysis-results";
/** JSON lines have several names; all of them are one. */
const JSON_LINES = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

/** For the reader of the API's description; the handler checks, so that messages name the element by its index. */
const NewResult = Type.Object({
  session_uid: Type.String({ format: "uuid" }),
  wave_type: Type.String({ description: "One of the project's wave types, except all" }),
  analysis_result_url: Type.Optional(Type.String({ format: "uri" })),
  analysis_result: Type.Optional(Type.Unknown({ description: "In place of the URL: Shelfwire stores and serves it" })),
  store_number: Type.Optional(Type.String()),
  client_session_id: Type.Optional(Type.String()),
  event_id: Type.Optional(Type.String({ description: "A second publish with it within 24 h changes nothing" })),
});
const NewResults = Type.Union([NewResult, Type.Array(NewResult, { minItems: 1, maxItems: 1_000 })]);

const Accepted = Type.Object({
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  events: Type.Array(Type.Object({ event_id: Type.String(), deliveries: Type.Integer() })),
});

const NullableText = Type.Union([Type.String(), Type.Null()]);
const EventView = Type.Object({
  event_id: Type.String(),
  session_uid: Type.String(),
  wave_type: Type.String(),
  analysis_result_url: Type.String(),
  store_number: NullableText,
  client_session_id: NullableText,
  publish_time: Timestamp,
  deliveries: Type.Integer(),
});
const EventPage = Type.Object({ events: Type.Array(EventView), next_cursor: Type.String() });

const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: HISTORY_PAGE_MAX, default: HISTORY_PAGE_STANDARD }),
});

interface Deps {
  notifier: Notifier;
  links: SignedLinks;
}

/** Publishing, what was published, and the results that are served here (decisions, section 3). */
export function analysisResultRoutes(server: Server, deps: Deps): void {
  acceptJsonLines(server);
  publishRoute(server, deps);
  listRoute(server, deps);
  storedResultRoute(server, deps);
}

function publishRoute(server: Server, { notifier }: Deps): void {
  server.post(
    PATH,
    {
      config: { access: "operator", parseJson: parseBody },
      bodyLimit: PUBLISH_BODY_BYTES_MAX,
      attachValidation: true,
      schema: {
        params: ProjectParams,
        body: NewResults,
        response: { 202: Accepted, ...errorAnswers(400, 401, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const project = operatorProject(request);
      const checked = notifier.checkPublish(project, request.body);
      if (!checked.ok) throw problem("bad_request", checked.messages);
      const answer = await notifier.publish(project, checked);
      reply.code(202);
      return {
        accepted: answer.accepted,
        duplicates: answer.duplicates,
        events: answer.events.map(({ eventId, deliveries }) => ({ event_id: eventId, deliveries })),
      };
    },
  );
}

function listRoute(server: Server, { notifier }: Deps): void {
  server.get(
    PATH,
    {
      config: { access: "operator" },
      schema: {
        params: ProjectParams,
        querystring: PageQuery,
        response: { 200: EventPage, ...errorAnswers(400, 401, 404) },
      },
    },
    async (request) => {
      const { projectId } = operatorProject(request);
      const { cursor, limit } = request.query;
      const { rows, nextBefore } = await notifier.deliveries.events(projectId, { before: idOfCursor(cursor), limit });
      return { events: rows.map(viewOf), next_cursor: cursorOf(nextBefore) };
    },
  );
}

/** The signature in the link is the only key: receivers of a callback have no token. */
function storedResultRoute(server: Server, { notifier, links }: Deps): void {
  server.get(
    "/api/analysis-results/:event_uid",
    {
      config: { access: "signed" },
      schema: {
        params: Type.Object({ event_uid: Type.String() }),
        querystring: Type.Object({ signature: Type.Optional(Type.String()) }),
        response: { 200: Type.Unknown(), ...errorAnswers(403, 404) },
      },
    },
    async (request, reply) => {
      const path = pathOf(request);
      if (links.verify(path, request.query) !== "valid") throw problem("forbidden_resource", path);
      const body = await notifier.inlineResult(request.params.event_uid);
      if (body === undefined) throw problem("not_found");
      return reply.type("application/json; charset=utf-8").send(body);
    },
  );
}

function viewOf(event: EventRow) {
  return {
    event_id: event.event_id ?? event.event_uid,
    session_uid: event.session_uid,
    wave_type: event.wave_type,
    analysis_result_url: event.analysis_result_url,
    store_number: event.store_number,
    client_session_id: event.client_session_id,
    publish_time: event.published_at.toISOString(),
    deliveries: event.deliveries,
  };
}

/** Only the publish takes JSON lines; elsewhere they are a content type like any other that is not read. */
function acceptJsonLines(server: Server): void {
  server.addContentTypeParser(JSON_LINES, { parseAs: "string" }, async (request: FastifyRequest, text: string) => {
    if (request.routeOptions.url !== PATH) {
      throw problem("unsupported_media_type", "This endpoint does not read JSON lines; send application/json");
    }
    const lines = text.split("\n").map((line, i) => ({ text: line.trim(), number: i + 1 }));
    return lines.filter((line) => line.text !== "").map(parseLine);
  });
}

function parseBody(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw problem("bad_request", `The request body is not valid JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

/** A result that is stored here is served as it came: numbers that JavaScript would write otherwise keep their text. */
function parseExactly(text: string): unknown {
  // Asking for each number is slow, and most publishes carry a URL in place of the result.
  if (!text.includes('"analysis_result"')) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value,
  );
}

function parseLine(line: { text: string; number: number }, index: number): unknown {
  try {
    return parseExactly(line.text);
  } catch {
    throw problem("bad_request", `[${index}] is not valid JSON (line ${line.number})`);
  }
}
