/**
 * Receives callbacks: checks the signature over the raw body, reads the payload, drops copies by `webhook-id`, and calls
 * your handler once for each notification. `handle` speaks the `Request` and `Response` of workers, Deno, Bun and many
 * frameworks; `node` those of Node and Express; `receive` plain values, for whatever else.
 */
import type { NotificationPayload } from "../types.ts";
import type { ApiKey } from "./api-key.ts";
import {
  BODY_BYTES_MAX,
  type Callback,
  type CallbackCheck,
  checkCallback,
  type PlainRequest,
  type Refusal,
  type RefusalReason,
  tooLarge,
} from "./callback-check.ts";
import { bodyOfNode, type NodeAnswer, type NodeRequest } from "./node-request.ts";
import { rawBytes } from "./raw-body.ts";
import { MemorySeenIds, type SeenIds } from "./seen-ids.ts";

export interface ReceiverOptions {
  /** The project's signing secrets, `whsec_...`; several while one is rotated. */
  secrets?: readonly string[];
  /** The key in the callback URL's query, or in a header that the operator has set up. */
  apiKey?: ApiKey;
  /**
   * Called once for each notification; the answer waits for it. The service gives up after ten seconds, so put what
   * takes longer into a queue of yours. What it throws goes to `onError`, and the service sends the notification again.
   */
  onNotification: (payload: NotificationPayload, callback: Callback) => void | Promise<void>;
  /** Where handled ids are remembered; in the memory of this process by default. */
  seen?: SeenIds;
  /** How far the time of an attempt may lie from now; 300 s by default. */
  toleranceSeconds?: number;
  /** What was refused and why; for your log. */
  onRefused?: (refusal: Refusal) => void;
  /** What your handler threw, or a mistake in setting up; written to the console by default. */
  onError?: (error: unknown) => void;
  /** Milliseconds since the epoch; the machine's clock by default. */
  now?: () => number;
}

export interface PlainAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Its functions may be handed on by themselves: `app.post("/shelf", receiver.node)`. */
export interface Receiver {
  receive(request: PlainRequest): Promise<PlainAnswer>;
  handle(request: Request): Promise<Response>;
  node(request: NodeRequest, answer: NodeAnswer): Promise<void>;
}

/** The first copy is still being handled; the service asks again after this, and learns then how it went. */
const RUNNING_RETRY_SECONDS = 2;

const STATUSES: Record<RefusalReason, number> = {
  method_not_allowed: 405,
  body_too_large: 413,
  payload_invalid: 400,
  api_key_wrong: 401,
  headers_missing: 401,
  timestamp_invalid: 401,
  timestamp_too_old: 401,
  timestamp_in_future: 401,
  signature_wrong: 401,
};

/** Throws `TypeError` where neither a secret nor an API key is given: anybody could then send notifications. */
export function createReceiver(options: ReceiverOptions): Receiver {
  if (!options.secrets?.length && options.apiKey === undefined) {
    throw new TypeError("createReceiver needs secrets, an apiKey, or both");
  }
  const receiving: Receiving = {
    ...options,
    seen: options.seen ?? new MemorySeenIds(),
    onError: options.onError ?? ((error) => console.error(error)),
  };
  return {
    receive: (request) => answerTo(() => checkCallback(request, receiving), receiving),
    handle: (request) => handleRequest(request, receiving),
    node: (request, answer) => handleNode(request, answer, receiving),
  };
}

type Receiving = ReceiverOptions & Required<Pick<ReceiverOptions, "seen" | "onError">>;

async function handleRequest(request: Request, receiving: Receiving): Promise<Response> {
  const { method, url, headers } = request;
  const answer = await answerTo(async () => {
    if (Number(headers.get("content-length")) > BODY_BYTES_MAX) return tooLarge(headers);
    return checkCallback({ method, url, headers, body: await request.arrayBuffer() }, receiving);
  }, receiving);
  return new Response(answer.body || null, { status: answer.status, headers: answer.headers });
}

async function handleNode(request: NodeRequest, answer: NodeAnswer, receiving: Receiving): Promise<void> {
  const { method, headers } = request;
  const url = request.originalUrl ?? request.url;
  const plain = await answerTo(async () => {
    const read = await bodyOfNode(request, BODY_BYTES_MAX);
    if (read === "too large") return tooLarge(headers);
    return checkCallback({ method, url, headers, body: rawBytes(read.body) }, receiving);
  }, receiving);
  answer.writeHead(plain.status, plain.headers);
  answer.end(plain.body);
}

async function answerTo(check: () => Promise<CallbackCheck>, receiving: Receiving): Promise<PlainAnswer> {
  try {
    const checked = await check();
    if (checked.ok) return await handleOnce(checked.payload, checked.callback, receiving);
    receiving.onRefused?.(checked.refusal);
    return answerToRefused(checked.refusal);
  } catch (error) {
    receiving.onError(error);
    return said(500, "The receiver could not handle this");
  }
}

async function handleOnce(
  payload: NotificationPayload,
  callback: Callback,
  { seen, onNotification }: Receiving,
): Promise<PlainAnswer> {
  const state = await seen.begin(callback.id);
  switch (state) {
    case "handled":
      return { status: 204, headers: {}, body: "" };
    case "running":
      return said(503, "This notification is being handled", { "retry-after": String(RUNNING_RETRY_SECONDS) });
    case "new":
      break;
    default:
      throw new TypeError(`SeenIds.begin answered ${String(state satisfies never)}`);
  }
  try {
    await onNotification(payload, callback);
  } catch (error) {
    await seen.forget(callback.id);
    throw error;
  }
  await seen.finish(callback.id);
  return { status: 204, headers: {}, body: "" };
}

function answerToRefused({ reason, message }: Refusal): PlainAnswer {
  const headers: Record<string, string> = {};
  if (reason === "method_not_allowed") headers.allow = "POST";
  // What is left of the body is not read.
  if (reason === "body_too_large") headers.connection = "close";
  return said(STATUSES[reason], message, headers);
}

function said(status: number, message: string, headers: Record<string, string> = {}): PlainAnswer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: `${message}\n` };
}
