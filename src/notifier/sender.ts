import type { Dispatcher } from "undici";
import { ANSWER_BYTES_KEPT_MAX, ANSWER_BYTES_READ_MAX, ATTEMPT_TIMEOUT_MS } from "../config/limits.ts";
import { SECOND } from "../lib/units.ts";
import { callbackTarget } from "./callback-target.ts";
import type { FailureClass } from "./delivery-state.ts";
import { AttemptFailure } from "./guarded-connector.ts";
import type { OriginPools } from "./origin-pools.ts";

/** One POST to a callback URL. */
export interface CallbackRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came of it; times are the caller's to take. */
export interface SendResult {
  failure: FailureClass | undefined;
  status: number | undefined;
  answer: string | undefined;
  retryAfterMs: number | undefined;
}

/**
 * Sends one callback and reads its answer within the limits (interface, endpoint 8; decisions, section 4). Always
 * resolves. Uses the client's lowest interface: measured at several times the throughput of its request functions.
 */
export function send(pools: OriginPools, request: CallbackRequest, nowMs: number): Promise<SendResult> {
  const { origin, path } = callbackTarget(request.url);
  return new Promise((resolve) => {
    const handler = new AnswerReader(resolve, nowMs);
    const options: Dispatcher.DispatchOptions = {
      method: "POST",
      path,
      headers: request.headers,
      body: request.body,
    };
    try {
      pools.of(origin).dispatch(options, handler);
    } catch (error) {
      handler.fail(error);
    }
  });
}

/** Reads one answer; the first thing that settles it counts. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: SendResult) => void;
  readonly #nowMs: number;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #done = false;
  #status: number | undefined;
  #retryAfterMs: number | undefined;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;

  constructor(resolve: (result: SendResult) => void, nowMs: number) {
    this.#resolve = resolve;
    this.#nowMs = nowMs;
    this.#timer = setTimeout(() => this.#abort("timed_out"), ATTEMPT_TIMEOUT_MS);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time was up before there was a socket.
    if (this.#done) controller.abort(new AttemptFailure("timed_out"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Informational answers come before the real one.
    if (status < 200) return;
    this.#status = status;
    if (status === 429 || status === 503) this.#retryAfterMs = parseRetryAfter(headers["retry-after"], this.#nowMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length;
    if (this.#keptBytes < ANSWER_BYTES_KEPT_MAX) {
      // A copy: the chunk's memory is the socket's.
      const part = Buffer.from(chunk.subarray(0, ANSWER_BYTES_KEPT_MAX - this.#keptBytes));
      this.#kept.push(part);
      this.#keptBytes += part.length;
    }
    if (this.#readBytes > ANSWER_BYTES_READ_MAX) this.#abort("answer_too_large");
  }

  onResponseEnd(): void {
    this.#settle(failureOfStatus(this.#status));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** The attempt ended with an error of ours or of the connection. */
  fail(error: unknown): void {
    this.#settle(error instanceof AttemptFailure ? error.failure : failureOfError(error));
  }

  #abort(failure: FailureClass): void {
    this.#settle(failure);
    this.#controller?.abort(new AttemptFailure(failure));
  }

  #settle(failure: FailureClass | undefined): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    this.#resolve({ failure, status: this.#status, answer: this.#answer(), retryAfterMs: this.#retryAfterMs });
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

function failureOfError(error: unknown): FailureClass {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timed_out";
  return code === "UND_ERR_HEADERS_OVERFLOW" ? "answer_too_large" : "connect_failed";
}

/** Seconds, or a date (RFC 9110, 10.2.3); undefined for anything else. */
export function parseRetryAfter(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * SECOND;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
