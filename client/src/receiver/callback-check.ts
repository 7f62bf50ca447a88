import type { NotificationPayload } from "../types.ts";
import { type ApiKey, hasApiKey } from "./api-key.ts";
import { type AnyHeaders, headerOf } from "./headers.ts";
import { readNotification } from "./notification.ts";
import { type RawBody, rawBytes } from "./raw-body.ts";
import { type SignatureCheck, type SignatureFault, verifySignature } from "./signature.ts";

/** A request in plain values. */
export interface PlainRequest {
  /** POST unless told otherwise. */
  method?: string;
  /** With its query, absolute or not; needed for an API key in the query. */
  url?: string;
  headers: AnyHeaders;
  /** The bytes as they came, not parsed. */
  body: RawBody;
}

export interface Callback {
  /** `webhook-id`: the same over all attempts of one delivery, and its `delivery_id` in the API. */
  id: string;
  /** When this attempt was sent; signed where there is a signature. */
  timestamp: Date;
}

export type RefusalReason =
  | SignatureFault
  | "api_key_wrong"
  | "payload_invalid"
  | "body_too_large"
  | "method_not_allowed";

export interface Refusal {
  reason: RefusalReason;
  message: string;
  /** The `webhook-id`, where there is one. */
  id: string | undefined;
}

export interface CheckOptions {
  secrets?: readonly string[];
  apiKey?: ApiKey;
  toleranceSeconds?: number;
  now?: () => number;
}

export type CallbackCheck =
  | { ok: true; payload: NotificationPayload; callback: Callback }
  | { ok: false; refusal: Refusal };

/** Far above any notification. */
export const BODY_BYTES_MAX = 256 * 1_024;

/** Whether a request is a notification from the service, and what it says. Throws `TypeError` for a parsed body. */
export async function checkCallback(request: PlainRequest, options: CheckOptions): Promise<CallbackCheck> {
  const { headers } = request;
  const id = headerOf(headers, "webhook-id");
  if ((request.method ?? "POST") !== "POST") return refused("method_not_allowed", "callbacks are sent by POST", id);
  if (options.apiKey && !hasApiKey(request, options.apiKey)) {
    return refused("api_key_wrong", "the API key is missing or not the one expected", id);
  }
  const body = rawBytes(request.body);
  if (body.length > BODY_BYTES_MAX) return tooLarge(headers);
  const signed = await checkOrigin({ ...options, headers, body });
  if (!signed.ok) return refused(signed.reason, signed.message, id);
  const read = readNotification(body);
  if (!read.ok) return refused("payload_invalid", read.message, id);
  return { ok: true, payload: read.payload, callback: { id: signed.id, timestamp: signed.timestamp } };
}

export function tooLarge(headers: AnyHeaders): { ok: false; refusal: Refusal } {
  return refused(
    "body_too_large",
    `a notification has at most ${BODY_BYTES_MAX} bytes`,
    headerOf(headers, "webhook-id"),
  );
}

/** With an API key alone there is no signature to check, only an id that copies are known by. */
async function checkOrigin(
  callback: CheckOptions & { headers: AnyHeaders; body: Uint8Array },
): Promise<SignatureCheck> {
  const { secrets = [], headers, body, toleranceSeconds, now } = callback;
  if (secrets.length > 0) return verifySignature({ headers, body, secrets, toleranceSeconds, now: now?.() });
  const id = headerOf(headers, "webhook-id");
  if (!id) return { ok: false, reason: "headers_missing", message: "without webhook-id" };
  const seconds = Number(headerOf(headers, "webhook-timestamp"));
  return { ok: true, id, timestamp: new Date(Number.isFinite(seconds) ? seconds * 1_000 : Number.NaN) };
}

function refused(reason: RefusalReason, message: string, id: string | undefined): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, message, id } };
}
