/**
 * The one table of errors that the HTTP API answers (interface, "Errors"; decisions, section 1). A handler throws
 * `problem(code)`; anything else that is thrown is a fault of ours and answers 500.
 */
type Sentence = string | ((detail: string) => string);

export const PROBLEMS = {
  bad_request: { status: 400, sentence: (detail) => detail },
  error_parsing_request: { status: 400, sentence: "Error Parsing Request" },
  empty_file: { status: 400, sentence: "Received file is empty" },
  unknown_field: { status: 400, sentence: (name) => `Unknown Field: ${name}` },
  incorrect_token: { status: 401, sentence: "Incorrect or expired token" },
  forbidden_resource: { status: 403, sentence: (path) => `A forbidden resource has been requested ${path}` },
  csrf_refused: { status: 403, sentence: "The request does not name the session's CSRF token" },
  link_expired: { status: 403, sentence: "The link has expired; read the job's status for a new one" },
  not_found: { status: 404, sentence: "Not Found" },
  not_found_because: { status: 404, sentence: (detail) => detail },
  method_not_allowed: { status: 405, sentence: (allowed) => `Method Not Allowed; allowed: ${allowed}` },
  request_timeout: { status: 408, sentence: "The request did not arrive in time" },
  conflict: { status: 409, sentence: (detail) => detail },
  gone: { status: 410, sentence: (detail) => detail },
  too_large: { status: 413, sentence: (detail) => detail },
  unsupported_media_type: { status: 415, sentence: (detail) => detail },
  too_many_requests: { status: 429, sentence: (detail) => detail },
  internal: { status: 500, sentence: "Shelfwire internal error" },
  console_not_built: { status: 503, sentence: "The console is not built; run `npm run build -w console` and restart" },
  unavailable: { status: 503, sentence: "Shelfwire cannot reach its database; try again shortly" },
} as const satisfies Record<string, { status: number; sentence: Sentence }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** An expected failure with its status and its sentence or sentences, as the client will read them. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly messages: string | string[];
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, messages: string | string[], headers: Record<string, string>) {
    super(Array.isArray(messages) ? messages.join("; ") : messages);
    this.name = "ProblemError";
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.messages = messages;
    this.headers = headers;
  }
}

/**
 * Makes the error to throw. `detail` fills the sentence of the code; a list of sentences replaces it (the API then
 * answers `message` as an array).
 */
export function problem(
  code: ProblemCode,
  detail: string | string[] = "",
  headers: Record<string, string> = {},
): ProblemError {
  if (Array.isArray(detail)) return new ProblemError(code, detail, headers);
  const sentence: Sentence = PROBLEMS[code].sentence;
  return new ProblemError(code, typeof sentence === "string" ? sentence : sentence(detail), headers);
}
