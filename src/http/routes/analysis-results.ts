import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { PUBLISH_BODY_BYTES_MAX, PUBLISH_TEXT_LENGTH_MAX, RESULTS_PER_PUBLISH_MAX } from "../../config/limits.ts";
import type { SignedLinks } from "../../files/signed-links.ts";
import { problem } from "../../lib/problems.ts";
import type { EventRow } from "../../notifier/events-reads.ts";
import type { Notifier } from "../../notifier/notifier.ts";
import { operatorProject } from "../authentication.ts";
import { pathOf } from "../errors.ts";
import { cursorOf, cursorQuery, idOfCursor, NextCursor } from "../history-cursor.ts";
import { errorAnswers, nullable, ProjectParams, Timestamp } from "../schemas.ts";
import type { Server } from "../server.ts";

const PATH = "/api/operator/projects/:project_name/analysis-results";
/** JSON lines have several names; all of them are one. */
const JSON_LINES = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

const SESSION = "3f2a7c9e-5b1d-4e8a-9c60-7d2f1b0a8e34";
const RESULT_URL = "https://results.example/3f2a7c9e.json";

/** For the reader of the API's description; the handler checks, so that messages name the element by its index. */
const ResultText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: PUBLISH_TEXT_LENGTH_MAX, description, examples: [example] }));
const NewResult = Type.Object(
  {
    session_uid: Type.String({ format: "uuid", examples: [SESSION] }),
    wave_type: Type.String({ description: "One of the project's wave types, except `all`", examples: ["primary"] }),
    analysis_result_url: Type.Optional(
      Type.String({ format: "uri", description: "Where the result is (http or https)", examples: [RESULT_URL] }),
    ),
    analysis_result: Type.Optional(
      Type.Unknown({ description: "In place of the URL, any JSON value: Shelfwire stores and serves it" }),
    ),
    store_number: ResultText("Stands in callbacks where the project has it enabled", "0042"),
    client_session_id: ResultText("Stands in callbacks where the project has it enabled", "visit-7781"),
    event_id: ResultText("A second publish with it within 24 h changes nothing", "result-4711"),
  },
  {
    title: "AnalysisResult",
    additionalProperties: false,
    description: "With exactly one of `analysis_result_url` and `analysis_result`",
    examples: [
      { session_uid: SESSION, wave_type: "primary", analysis_result_url: RESULT_URL, event_id: "result-4711" },
      { session_uid: SESSION, wave_type: "primary", analysis_result: { facings: 12, share_of_shelf: 0.34 } },
    ],
  },
);
const NewResults = Type.Union([NewResult, Type.Array(NewResult, { minItems: 1, maxItems: RESULTS_PER_PUBLISH_MAX })]);
const ResultLines = Type.String({
  description: `One analysis result a line, at most ${RESULTS_PER_PUBLISH_MAX}; \`application/jsonl\` and the like are taken as well`,
  examples: [`{"session_uid":"${SESSION}","wave_type":"primary","analysis_result_url":"${RESULT_URL}"}\n`],
});

const EventId = Type.String({ description: "As published, or made by the service", examples: ["result-4711"] });
const DeliveryCount = Type.Integer({ description: "URLs that want it", examples: [2] });
const Accepted = Type.Object(
  {
    accepted: Type.Integer({ examples: [1] }),
    duplicates: Type.Integer({
      description: "Of these, known by their `event_id`; they change nothing",
      examples: [0],
    }),
    events: Type.Array(Type.Object({ event_id: EventId, deliveries: DeliveryCount }), {
      description: "In the order of the request",
    }),
  },
  { title: "PublishAnswer" },
);

const EventView = Type.Object(
  {
    event_id: EventId,
    session_uid: Type.String({ examples: [SESSION] }),
    wave_type: Type.String({ examples: ["primary"] }),
    analysis_result_url: Type.String({ examples: [RESULT_URL] }),
    store_number: nullable(Type.String(), "As published", "0042"),
    client_session_id: nullable(Type.String(), "As published", null),
    publish_time: Timestamp,
    deliveries: DeliveryCount,
  },
  { title: "Event" },
);
const EventPage = Type.Object({ events: Type.Array(EventView), next_cursor: NextCursor }, { title: "EventPage" });

const PageQuery = Type.Object(cursorQuery);

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
      // checkPublish looks at each element, in the words of the contract; a second check would only take its time.
      validatorCompiler: ({ httpPart, ...part }) =>
        httpPart === "body" ? acceptAll : (server.validatorCompiler?.({ httpPart, ...part }) ?? acceptAll),
      schema: {
        operationId: "publishAnalysisResults",
        tags: ["Publishing"],
        summary: "Publish analysis results",
        description:
          "One, or up to 1,000. Answers when everything is committed. One bad element refuses the request whole, with its " +
          "index; nothing of it is stored then.",
        params: ProjectParams,
        body: NewResults,
        requestBodies: { "application/json": NewResults, "application/x-ndjson": ResultLines },
        response: { 202: Accepted, ...errorAnswers(400, 401, 404, 413, 415, 503) },
        answers: {
          202: { description: "Committed; an event that no URL wants is stored with zero deliveries" },
          400: {
            messages: [
              ["[3] session_uid must be a UUID", "[3] wave_type must be one of primary, recalculate"],
              ["must have exactly one of analysis_result_url and analysis_result"],
            ],
          },
        },
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

/** For the body: `checkPublish` looks at each element, in words of its own; a check before it would only take time. */
function acceptAll(): boolean {
  return true;
}

function listRoute(server: Server, { notifier }: Deps): void {
  server.get(
    PATH,
    {
      config: { access: "operator" },
      schema: {
        operationId: "listAnalysisResults",
        tags: ["Publishing"],
        summary: "List what was published",
        answers: { 200: { description: "Newest first" } },
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
        operationId: "getAnalysisResult",
        tags: ["Publishing"],
        summary: "Fetch a result that is stored here",
        description:
          "The `analysis_result_url` of a result that was published as a value. The link is the only key to it.",
        params: Type.Object({
          event_uid: Type.String({ description: "From the link", examples: ["0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"] }),
        }),
        querystring: Type.Object({ signature: Type.Optional(Type.String({ description: "From the link" })) }),
        response: {
          200: Type.Unknown({ examples: [{ facings: 12, share_of_shelf: 0.34 }] }),
          ...errorAnswers(403, 404),
        },
        answers: {
          200: { description: "The result as it was published, any JSON value" },
          403: {
            description: "The link is not one that the service has given out",
            messages: [
              "A forbidden resource has been requested /api/analysis-results/0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24",
            ],
          },
        },
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
