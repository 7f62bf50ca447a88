import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "../db/database.ts";
import { ProblemError, problem } from "../lib/problems.ts";

/** The one error form of the API (decisions, section 1). */
export interface ErrorBody {
  statusCode: number;
  message: string | string[];
  error: string;
  request_id?: string;
}

/** Answers any error in the one form; what nobody expected becomes a 500 that tells nothing but a number to quote. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = knownProblem(error);
  if (known === undefined)
    request.log.error({ err: error, url: pathOf(request), address: request.ip }, "request failed unexpectedly");
  else if (known.status >= 500)
    request.log.warn({ err: error, url: pathOf(request), address: request.ip }, "request cannot be served now");
  const answer = known ?? problem("internal");
  // The rest of a body that nobody will read must not arrive on this connection.
  if (!request.raw.complete && request.raw.method !== "GET") reply.header("connection", "close");
  reply.code(answer.status).headers(answer.headers).type("application/json; charset=utf-8");
  reply.send(JSON.stringify(errorBody(answer, answer.status >= 500 ? request.id : undefined)));
}

export function errorBody(answer: ProblemError, requestId?: string): ErrorBody {
  return {
    statusCode: answer.status,
    message: answer.messages,
    error: STATUS_CODES[answer.status] ?? "Error",
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** The request's path without its query, which may hold a signature. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "";
}

/** PostgreSQL's code for text that it cannot keep; all other text is valid when it gets there. */
const NUL_REFUSED = "22021";

function knownProblem(error: FastifyError | Error): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (isDatabaseUnavailable(error)) return problem("unavailable", "", { "retry-after": "5" });
  if ("code" in error && error.code === NUL_REFUSED)
    return problem("bad_request", "Texts must not contain the character U+0000");
  if (!("statusCode" in error) || typeof error.statusCode !== "number") return undefined;
  if ("validation" in error && Array.isArray(error.validation)) {
    return problem("bad_request", sentencesOf(error.validation, String(error.validationContext ?? "body")));
  }
  const code = "code" in error ? error.code : undefined;
  switch (error.statusCode) {
    case 413:
      return problem("too_large", "The request body is larger than this endpoint accepts");
    case 415:
      return problem(
        "unsupported_media_type",
        "The content type is not one that this endpoint reads; send application/json",
      );
    case 400:
      return problem(
        "bad_request",
        code === "FST_ERR_CTP_EMPTY_JSON_BODY" ? "The request body is empty; expected JSON" : clientSentence(error),
      );
    case 414:
    case 404:
      return problem("not_found");
    default:
      return undefined;
  }
}

function clientSentence(error: Error): string {
  if (error instanceof SyntaxError) return `The request body is not valid JSON: ${error.message}`;
  return error.message;
}

interface Validation {
  instancePath: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
}

/** `body.url_list[0] must be string`, each once. */
function sentencesOf(validations: Validation[], context: string): string[] {
  // The branches of an alternative complain one by one; the alternative itself says nothing that helps.
  const telling = validations.filter(
    ({ keyword, params, instancePath }) =>
      keyword !== "anyOf" &&
      !(
        params.type === "null" &&
        validations.some(
          (other) =>
            other.params.type !== "null" && other.keyword !== "anyOf" && other.instancePath.startsWith(instancePath),
        )
      ),
  );
  const sentences = (telling.length > 0 ? telling : validations).map((validation) => {
    const where = validation.instancePath
      .split("/")
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll("~1", "/").replaceAll("~0", "~")}`))
      .join("");
    return `${context}${where} ${complaintOf(validation)}`;
  });
  return [...new Set(sentences)].slice(0, 20);
}

function complaintOf({ keyword, params, message }: Validation): string {
  switch (keyword) {
    case "additionalProperties":
      return `must not have the member ${JSON.stringify(params.additionalProperty)}`;
    case "required":
      return `must have the member ${JSON.stringify(params.missingProperty)}`;
    case "enum":
      return `must be one of ${Array.isArray(params.allowedValues) ? params.allowedValues.join(", ") : "the allowed values"}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    default:
      return message ?? "is not valid";
  }
}
