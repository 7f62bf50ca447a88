import { STATUS_CODES } from "node:http";
import type { Access } from "../authentication.ts";
import { type HeaderName, wireName } from "./headers.ts";
import { compact, type JsonObject } from "./json.ts";

interface StandardError {
  name: string;
  description: string;
  messages: (string | string[])[];
  headers?: HeaderName[];
}

const RATE: HeaderName[] = ["RateLimit", "RateLimit-Policy"];

/** What an error means wherever a route says nothing else. */
export const STANDARD_ERRORS: Readonly<Record<number, StandardError>> = {
  400: {
    name: "BadRequest",
    description: "The request is not what this endpoint takes; each message names the place and what was expected",
    messages: [["query.limit must be <= 1000"], "The request body is not valid JSON: Unexpected end of JSON input"],
  },
  401: {
    name: "Unauthorized",
    description: "No token, or one that is malformed, unknown, revoked or expired",
    messages: ["Incorrect or expired token"],
    headers: ["WWW-Authenticate"],
  },
  403: {
    name: "Forbidden",
    description:
      "The token is for something else: another project, or not for the operator's side. A project that does not exist answers the same",
    messages: ["A forbidden resource has been requested /api/v4/acme/entity/store"],
  },
  404: { name: "NotFound", description: "There is no such thing", messages: ["Not Found"] },
  409: {
    name: "Conflict",
    description: "The state of the thing does not allow it",
    messages: ["There is a project acme already"],
  },
  410: {
    name: "Gone",
    description: "It was there; the time for which it is kept is over",
    messages: ["The files of this job were removed, because the time for which they are kept is over"],
  },
  413: {
    name: "ContentTooLarge",
    description: "The body is larger than this endpoint takes; the connection closes",
    messages: ["The request body is larger than this endpoint accepts"],
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body's content type is not one that this endpoint reads",
    messages: ["The content type is not one that this endpoint reads; send application/json"],
  },
  429: {
    name: "TooManyRequests",
    description: "More requests in this second than the token may make; nothing was done",
    messages: ["More than 150 requests a second with this token; wait and try again"],
    headers: [...RATE, "Retry-After"],
  },
  500: {
    name: "InternalError",
    description: "A fault of the service; quote `request_id` to its operator",
    messages: ["Shelfwire internal error"],
  },
  503: {
    name: "Unavailable",
    description: "The service cannot reach its database; nothing was done",
    messages: ["Shelfwire cannot reach its database; try again shortly"],
    headers: ["Retry-After"],
  },
};

/** Statuses that follow from what the route is. */
export function errorsOf({ method, path, access }: { method: string; path: string; access: Access }): number[] {
  const named = path.includes("{project_name}");
  // Any request may lack its Host, or have a path that cannot be decoded.
  const statuses: number[] = [400];
  if (method !== "get") statuses.push(413, 415);
  if (access !== "public") statuses.push(500, 503);
  if (access === "project") statuses.push(401, 429, ...(named ? [403] : []));
  if (access === "operator") statuses.push(401, 403, ...(named ? [404] : []));
  if (path.includes("{version_number}")) statuses.push(404);
  return statuses;
}

/** Any answer that belongs to no single operation. */
export const OTHER_ERROR = {
  description:
    "Any other error has the same form: 405 for a method that the path does not have, with those it has in `Allow`; 408 for a " +
    "request that does not arrive in time; 431 for a header of more than 16 KiB",
  headers: headerRefs(["Allow"]),
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/ErrorBody" },
      example: {
        statusCode: 405,
        message: "Method Not Allowed; allowed: GET, HEAD, OPTIONS",
        error: "Method Not Allowed",
      },
    },
  },
};

/** Headers that every answer of the route has. */
export function headersOf(access: Access): HeaderName[] {
  return access === "project" ? RATE : [];
}

/** The answer of an error as the document has it. */
export function errorAnswer(
  status: number,
  said: { description?: string; messages?: (string | string[])[]; headers?: HeaderName[] } = {},
) {
  const standard = STANDARD_ERRORS[status];
  const messages = said.messages ?? standard?.messages ?? [];
  return compact({
    description: said.description ?? standard?.description ?? STATUS_CODES[status] ?? "Error",
    headers: headerRefs([...(standard?.headers ?? []), ...(said.headers ?? [])]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ErrorBody" },
        ...errorExamples(status, messages),
      },
    },
  });
}

/** `headers` of an answer, by reference; undefined where there are none. */
export function headerRefs(names: readonly HeaderName[]): JsonObject | undefined {
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [wireName(name), { $ref: `#/components/headers/${name}` }]));
}

function errorExamples(status: number, messages: (string | string[])[]): JsonObject {
  const error = STATUS_CODES[status] ?? "Error";
  const bodies = messages.map((message) => ({
    statusCode: status,
    message,
    error,
    ...(status >= 500 && { request_id: "5c0f3a1e-8a52-4c39-9d0b-6f7c1e2a3b4d" }),
  }));
  if (bodies.length === 0) return {};
  if (bodies.length === 1) return { example: bodies[0] };
  return { examples: Object.fromEntries(bodies.map((value, i) => [`message${i + 1}`, { value }])) };
}
