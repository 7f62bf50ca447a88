import { ANSWER_BYTES_KEPT_MAX, ANSWER_BYTES_READ_MAX } from "../config/limits.ts";
import { SECOND } from "../lib/units.ts";
import { AnswerParser, type ReadState } from "./answer-parser.ts";
import { type CallbackTarget, callbackTarget } from "./callback-target.ts";
import type { Connection, Exchange } from "./connection.ts";
import type { Connections } from "./connections.ts";
import type { Deadlines, Expiring } from "./deadlines.ts";
import type { AttemptOutcome, FailureClass } from "./delivery-state.ts";

/** One POST to a callback URL. */
export interface CallbackRequest {
  url: string;
  /** Names and values in ASCII. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends one callback at `nowMs` and reads its answer within the limits (interface, endpoint 8; decisions, section 4).
 * `onEnd` is called once, in a later turn of the event loop.
 */
export function send(
  connections: Connections,
  request: CallbackRequest,
  nowMs: number,
  onEnd: (outcome: AttemptOutcome) => void,
): void {
  const target = callbackTarget(request.url);
  connections.start(target.origin, requestText(target, request), new PostExchange(connections.deadlines, nowMs, onEnd));
}

/** Head and body as they go over the wire. */
function requestText({ requestHead }: CallbackTarget, { headers, body }: CallbackRequest): string | Buffer {
  const bodyBytes = Buffer.byteLength(body);
  let text = requestHead;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  text += `content-length: ${bodyBytes}\r\n\r\n${body}`;
  return bodyBytes === body.length ? text : Buffer.from(text, "utf8");
}

/** Reads one answer; the first thing that settles it counts. */
class PostExchange implements Exchange, Expiring {
  readonly #onEnd: (outcome: AttemptOutcome) => void;
  readonly #startedAtMs: number;
  readonly #started = performance.now();
  readonly #parser = new AnswerParser((part) => this.#keep(part));
  readonly #deadline: Set<Expiring>;
  #connection: Connection | undefined;
  #isOver = false;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;

  constructor(deadlines: Deadlines, startedAtMs: number, onEnd: (outcome: AttemptOutcome) => void) {
    this.#startedAtMs = startedAtMs;
    this.#onEnd = onEnd;
    this.#deadline = deadlines.add(this);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get keepsAlive(): boolean {
    return this.#parser.keepsAlive;
  }

  get keepAliveSeconds(): number | undefined {
    return this.#parser.keepAliveSeconds;
  }

  started(connection: Connection): void {
    this.#connection = connection;
  }

  read(chunk: Buffer): ReadState {
    const state = this.#parser.read(chunk);
    return this.#readBytes > ANSWER_BYTES_READ_MAX ? "too_large" : state;
  }

  close(): ReadState {
    return this.#parser.close();
  }

  expire(): void {
    this.end("timed_out");
    this.#connection?.abort();
  }

  end(failure: FailureClass | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deadline.delete(this);
    const { status, retryAfter } = this.#parser;
    const maySay = status === 429 || status === 503;
    this.#onEnd({
      failure: failure ?? failureOfStatus(status),
      status,
      answer: this.#answer(),
      retryAfterMs: maySay ? parseRetryAfter(retryAfter, this.#startedAtMs) : undefined,
      startedAtMs: this.#startedAtMs,
      durationMs: Math.round(performance.now() - this.#started),
    });
  }

  #keep(part: Buffer): void {
    this.#readBytes += part.length;
    if (this.#keptBytes >= ANSWER_BYTES_KEPT_MAX) return;
    // A copy: the part's memory is the socket's.
    const kept = Buffer.from(part.subarray(0, ANSWER_BYTES_KEPT_MAX - this.#keptBytes));
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #answer(): string | undefined {
    if (this.#keptBytes === 0) return undefined;
    // PostgreSQL keeps no NUL in text; what is no UTF-8 is shown as such.
    return Buffer.concat(this.#kept).toString("utf8").replaceAll("\0", "\ufffd");
  }
}

function failureOfStatus(status: number | undefined): FailureClass | undefined {
  if (status === undefined) return "connect_failed";
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? "redirected" : "status_rejected";
}

/** Seconds, or a date (RFC 9110, 10.2.3); undefined for anything else. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
