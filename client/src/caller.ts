import { errorOf, type ShelfwireError, UnreachableError } from "./errors.ts";
import {
  type AnswerOf,
  type LooseInput,
  methodOf,
  type OperationId,
  type OperationInput,
  pathOf,
  type QueryValue,
} from "./operation.ts";
import { pause, pauseBefore } from "./retry-pause.ts";

export interface CallerOptions {
  /** Where the service listens, such as `https://shelfwire.example`; a path in it is kept. */
  baseUrl: string;
  /** Sent as `Authorization: Auth-Token <token>`. */
  token?: string;
  /** In a browser, in place of a token: the cookie of a session that was begun in the console. */
  session?: boolean;
  /** Of that session; sent as `X-CSRF-Token` with whatever changes something. */
  csrfToken?: string | (() => string);
  /** Another `fetch`, such as one with a proxy. */
  fetch?: typeof fetch;
  /** How often a call that may be repeated is repeated; 4 by default, 0: never. */
  retries?: number;
  /** Until the head of the answer has come, per attempt; 60 s by default. Uploads have no limit. */
  timeoutMs?: number;
}

export interface Call {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** A path below the base URL, or a complete URL that the service gave. */
  path: string;
  query?: Record<string, QueryValue>;
  /** Sent as JSON. */
  json?: unknown;
  /** Made anew for each attempt, as a stream can be read once only. */
  body?: () => { body: BodyInit; headers: Record<string, string> };
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** A POST that can be repeated without harm, as it carries a key of its own. */
  repeatable?: boolean;
  timeoutMs?: number;
}

const RETRIES = 4;
const TIMEOUT_MS = 60_000;
/** Methods whose repetition changes nothing (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(["GET", "PUT", "DELETE"]);
/** Answers after which a repetition may succeed. */
const PASSING = new Set([429, 502, 503, 504]);
/** Of these it is certain that nothing was done, so that any call may be repeated. */
const REFUSED_UNDONE = new Set([429, 503]);

/** Sends calls: credentials, retries with growing pauses and `Retry-After`, time limit, typed errors. */
export class Caller {
  readonly baseUrl: string;
  readonly #options: CallerOptions;

  /** Throws `TypeError` where the base URL is none. */
  constructor(options: CallerOptions) {
    if (!URL.canParse(options.baseUrl) || !/^https?:/i.test(options.baseUrl)) {
      throw new TypeError(`not an http or https URL: ${options.baseUrl}`);
    }
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#options = options;
  }

  /** The answer of an operation of the API document, typed by it. */
  async operate<Id extends OperationId>(id: Id, input: OperationInput<Id> & LooseInput): Promise<AnswerOf<Id>> {
    const response = await this.send(callOf(id, input));
    return answerOf<Id>(await response.text());
  }

  /** As `operate`, but undefined where the service answers 404. */
  operateOrNone<Id extends OperationId>(
    id: Id,
    input: OperationInput<Id> & LooseInput,
  ): Promise<AnswerOf<Id> | undefined> {
    return this.operate(id, input).catch(noneWhenMissing);
  }

  /** The parsed body of a successful answer; the caller says what it is (the door where answers are typed). */
  async json<T>(call: Call): Promise<T> {
    const response = await this.send(call);
    return response.json();
  }

  /** As `json`, but undefined where the service answers 404. */
  async jsonOrNone<T>(call: Call): Promise<T | undefined> {
    return this.json<T>(call).catch(noneWhenMissing);
  }

  /** The answer, once it is successful. Throws `ShelfwireError`, `UnreachableError`, or the signal's reason. */
  async send(call: Call): Promise<Response> {
    const retries = this.#options.retries ?? RETRIES;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(call);
      if (outcome instanceof Response) return outcome;
      const waitMs = pauseBefore(attempt + 1, outcome instanceof UnreachableError ? undefined : outcome.retryAfterMs);
      if (attempt > retries || !mayRepeat(call, outcome) || waitMs === "too long") throw outcome;
      await pause(waitMs, call.signal);
    }
  }

  /** The complete URL of a path, or of a link that the service gave. */
  urlOf(path: string, query: Call["query"] = {}): URL {
    const url = new URL(URL.canParse(path) ? path : this.#place(path));
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) url.searchParams.append(name, String(one));
      }
    }
    return url;
  }

  /** A link may carry the path of the base URL already. */
  #place(path: string): string {
    const { origin, pathname } = new URL(this.baseUrl);
    const prefix = pathname.replace(/\/+$/, "");
    return prefix !== "" && path.startsWith(`${prefix}/`) ? `${origin}${path}` : `${this.baseUrl}${path}`;
  }

  async #attempt(call: Call): Promise<Response | ShelfwireError | UnreachableError> {
    const url = this.urlOf(call.path, call.query);
    const timeout = new AbortController();
    const timeoutMs = call.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const timer = Number.isFinite(timeoutMs)
      ? setTimeout(() => timeout.abort(new DOMException("no answer in time", "TimeoutError")), timeoutMs)
      : undefined;
    const signal = call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal;
    try {
      const send = this.#options.fetch ?? fetch;
      const response = await send(url, { ...this.#requestOf(call, url), signal });
      return response.ok ? response : await errorOf(response);
    } catch (error) {
      call.signal?.throwIfAborted();
      return new UnreachableError(this.baseUrl, error);
    } finally {
      clearTimeout(timer);
    }
  }

  #requestOf(call: Call, url: URL): RequestInit & { duplex?: "half" } {
    const headers: Record<string, string> = { accept: "application/json", ...call.headers };
    // A signed link may lead to another host; the token stays at home.
    const isOurs = url.origin === new URL(this.baseUrl).origin;
    const { token, session = false, csrfToken } = this.#options;
    if (token && isOurs) headers.authorization = `Auth-Token ${token}`;
    if (session && isOurs && csrfToken !== undefined && call.method !== "GET") {
      headers["x-csrf-token"] = typeof csrfToken === "string" ? csrfToken : csrfToken();
    }
    const request: RequestInit = { method: call.method, headers, ...(session && { credentials: "same-origin" }) };
    const made = call.body?.();
    if (made) return { ...request, headers: { ...headers, ...made.headers }, body: made.body, duplex: "half" };
    if (call.json === undefined) return request;
    headers["content-type"] = "application/json";
    return { ...request, body: JSON.stringify(call.json) };
  }
}

function callOf(id: OperationId, { path, ...rest }: LooseInput): Call {
  return { ...rest, method: methodOf(id), path: pathOf(id, path) };
}

/** The door where answers get the type that the API document gives them. */
function answerOf<Id extends OperationId>(text: string): AnswerOf<Id> {
  return JSON.parse(text === "" ? "null" : text);
}

/** For `catch`: a 404 becomes undefined, anything else is thrown on. */
export function noneWhenMissing(error: unknown): undefined {
  if (typeof error === "object" && error !== null && "statusCode" in error && error.statusCode === 404)
    return undefined;
  throw error;
}

function mayRepeat(call: Call, outcome: ShelfwireError | UnreachableError): boolean {
  const harmless = IDEMPOTENT.has(call.method) || call.repeatable === true;
  if (outcome instanceof UnreachableError) return harmless;
  return harmless ? PASSING.has(outcome.statusCode) : REFUSED_UNDONE.has(outcome.statusCode);
}
