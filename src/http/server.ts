/**
 * The HTTP server: what all routes share. A route file exports `xyzRoutes(server, deps)`; each route names who may
 * use it (`config.access`) and carries schemas, which are enforced here and describe the API to its readers. Errors
 * leave in one form, and a path answers the methods that it does not have with 405.
 */
import { randomUUID } from "node:crypto";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { Ajv } from "ajv";
import formatsPlugin from "ajv-formats";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from "fastify";
import type { Audit } from "../audit/audit.ts";
import type { HttpConfig } from "../config/config.ts";
import { JSON_BODY_BYTES_MAX, REQUEST_HEADER_BYTES_MAX, REQUEST_TIMEOUT_MS } from "../config/limits.ts";
import type { Logger } from "../lib/log.ts";
import { problem } from "../lib/problems.ts";
import { decorateWithNotes } from "./audit-notes.ts";
import type { Authentication } from "./authentication.ts";
import { limitBodyTime } from "./body-timeout.ts";
import { compressAnswers } from "./compression.ts";
import { answerError, pathOf } from "./errors.ts";
import { answerBrokenRequest, createListener } from "./listener.ts";
import { guardMethods } from "./method-guard.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** In place of the usual parser of JSON bodies; throws a `ProblemError`. */
    parseJson?: (text: string) => unknown;
  }
}

export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Builds the server; `register` adds the routes, and gets the list in which they gather. It does not listen yet. */
export function createServer(
  deps: { config: HttpConfig; authentication: Authentication; audit: Audit; log: Logger },
  register: (server: Server, registered: readonly RouteOptions[]) => void,
): Server {
  const { config, authentication, audit, log } = deps;
  const loggerInstance: FastifyBaseLogger = log;
  const server: Server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_BODY_BYTES_MAX,
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    // Long names get the same answers as short ones; the head of the request bounds them.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: REQUEST_HEADER_BYTES_MAX },
    serverFactory: (handler) => createListener(config, log, handler),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>();

  checkStrictly(server);
  readBodies(server);
  server.decorateRequest("caller");
  server.decorateRequest("namedProject");
  decorateWithNotes(server, audit);
  server.addHook("onRequest", async (request, reply) => {
    refuseWithoutHost(request);
    request.caller = { kind: "anybody" };
    request.namedProject = undefined;
    reply.header("x-content-type-options", "nosniff").header("cache-control", "no-store");
    await authentication.check(request, reply);
    limitBodyTime(request, reply);
  });
  server.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) throw new Error(`route ${route.url} does not say who may use it`);
  });
  server.addHook("onResponse", async (request, reply) => {
    const facts = {
      method: request.method,
      address: request.ip,
      path: pathOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
    };
    request.log.debug(facts, "request served");
  });
  server.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply));
  server.setNotFoundHandler({}, (request, reply) => {
    answerError(problem("not_found_because", `There is nothing at ${pathOf(request)}`), request, reply);
  });
  compressAnswers(server);
  guardMethods(server, (registered) => register(server, registered));
  return server;
}

/**
 * JSON only. Many clients name the type of a body that they do not send, with DELETE for one: nothing is no mistake
 * where nothing is expected, and elsewhere the schema says what is missing.
 */
function readBodies(server: Server): void {
  server.removeContentTypeParser(["application/json", "text/plain"]);
  const parse = server.getDefaultJsonParser("error", "error");
  const parseOwn = async (request: FastifyRequest, text: string) => request.routeOptions.config.parseJson?.(text);
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null, undefined);
    else if (request.routeOptions.config.parseJson !== undefined) {
      parseOwn(request, String(text)).then((body) => done(null, body), done);
    } else parse(request, String(text), done);
  });
}

/** RFC 9112, 3.2. */
function refuseWithoutHost(request: FastifyRequest): void {
  if (request.raw.httpVersionMinor === 1 && request.headers.host === undefined) {
    throw problem("bad_request", "The header Host is missing");
  }
}

/** Bodies are taken as they are: no number for a string, no unknown member dropped. Query strings are text by nature. */
function checkStrictly(server: Server): void {
  const options = { allErrors: true, strict: false, removeAdditional: false } as const;
  const exact = new Ajv({ ...options, coerceTypes: false, useDefaults: false });
  const coercing = new Ajv({ ...options, coerceTypes: "array", useDefaults: true });
  for (const ajv of [exact, coercing]) {
    formatsPlugin.default(ajv);
    // The format alone lets leap seconds pass, which are no date here.
    const [isDateTime] = [ajv.formats["date-time"]].map((format) => Object(format).validate);
    ajv.addFormat("date-time", (text: string) => isDateTime(text) && !Number.isNaN(Date.parse(text)));
  }
  server.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "body" ? exact : coercing).compile(schema));
}
