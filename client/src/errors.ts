/** The service answered with an error (interface, "Errors"). The text never holds the token or a query string. */
export class ShelfwireError extends Error {
  readonly statusCode: number;
  /** All sentences of the answer; one that is no list is a list of one. */
  readonly messages: string[];
  /** The reason phrase of the answer, such as `Bad Request`. */
  readonly error: string;
  /** Number to quote when an unexpected fault is reported. */
  readonly requestId: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(answer: {
    statusCode: number;
    messages: string[];
    error: string;
    requestId?: string;
    retryAfterMs?: number;
  }) {
    super(answer.messages.join("; ") || answer.error || `status ${answer.statusCode}`);
    this.name = "ShelfwireError";
    this.statusCode = answer.statusCode;
    this.messages = answer.messages;
    this.error = answer.error;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** No answer came: nothing listens there, the name is unknown, the connection broke, or it took too long. */
export class UnreachableError extends Error {
  /** The address of the service, without path and query. */
  readonly baseUrl: string;
  /** The system's word for it, such as `ECONNREFUSED`, where there is one. */
  readonly code: string | undefined;

  constructor(baseUrl: string, cause: unknown) {
    const code = codeOf(cause);
    super(`No answer from ${baseUrl}${code === undefined ? "" : ` (${code})`}`, { cause });
    this.name = "UnreachableError";
    this.baseUrl = baseUrl;
    this.code = code;
  }
}

/** Reads the one error form; an answer in another form (a proxy's page) still gives a usable error. */
export async function errorOf(response: Response): Promise<ShelfwireError> {
  const body = await jsonOf(response);
  const message = member(body, "message");
  const messages = (Array.isArray(message) ? message : [message]).filter((one) => typeof one === "string");
  const requestId = member(body, "request_id");
  return new ShelfwireError({
    statusCode: response.status,
    messages,
    error: textOf(member(body, "error")) ?? response.statusText,
    requestId: textOf(requestId),
    retryAfterMs: retryAfterOf(response),
  });
}

/** `Retry-After` in milliseconds, given in seconds or as a date. */
export function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The first code found in a chain of causes; a refused connection to several addresses hides it in a list. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 5; depth += 1) {
    const code = textOf(member(at, "code"));
    if (code !== undefined) return code;
    if (member(at, "name") === "TimeoutError") return "timed out";
    const errors = member(at, "errors");
    at = member(at, "cause") ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
