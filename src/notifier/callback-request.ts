import { HmacSha256 } from "../lib/hmac-sha256.ts";
import { SECOND } from "../lib/units.ts";
import type { Project } from "../projects/project.ts";
import type { LeasedDelivery } from "./delivery-state.ts";
import type { CallbackRequest } from "./sender.ts";

/** The body of a callback (interface, "Notification payload"): exactly these keys, the last two only where enabled. */
export interface NotificationPayload {
  analysis_result_url: string;
  session_uid: string;
  source: string;
  store_number?: string;
  client_session_id?: string;
}

/** The POST of an attempt that starts at `nowMs`; its `webhook-id` is the same over all attempts of the delivery. */
export function callbackRequest(
  delivery: LeasedDelivery,
  project: Project,
  service: { source: string; userAgent: string },
  nowMs: number,
): CallbackRequest {
  const body = JSON.stringify(payloadOf(delivery, project, service.source));
  const timestamp = Math.floor(nowMs / SECOND);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": service.userAgent,
    "webhook-id": delivery.deliveryId,
    "webhook-timestamp": String(timestamp),
  };
  if (project.signingSecrets.length > 0) {
    headers["webhook-signature"] = signatures(project.signingSecrets, delivery.deliveryId, timestamp, body);
  }
  const { callbackAuth } = project;
  // The project's header goes last: it may replace one of ours, such as User-Agent, but not appear twice.
  if (callbackAuth) headers[callbackAuth.headerName.toLowerCase()] = callbackAuth.headerValue;
  return { url: delivery.url, headers, body };
}

function payloadOf(delivery: LeasedDelivery, project: Project, source: string): NotificationPayload {
  const { payloadFields } = project.settings;
  const payload: NotificationPayload = {
    analysis_result_url: delivery.analysisResultUrl,
    session_uid: delivery.sessionUid,
    source,
  };
  if (delivery.storeNumber !== null && payloadFields.includes("store_number"))
    payload.store_number = delivery.storeNumber;
  if (delivery.clientSessionId !== null && payloadFields.includes("client_session_id")) {
    payload.client_session_id = delivery.clientSessionId;
  }
  return payload;
}

/** Standard Webhooks: one signature for each valid secret, so that receivers can change theirs at any time. */
export function signatures(secrets: readonly string[], id: string, timestampSeconds: number, body: string): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return secrets.map((secret) => `v1,${keyOf(secret).sign(signed)}`).join(" ");
}

const KEYS_REMEMBERED_MAX = 1_000;
const keys = new Map<string, HmacSha256>();

/** Decoded once for each secret. */
function keyOf(secret: string): HmacSha256 {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = new HmacSha256(Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
  if (keys.size >= KEYS_REMEMBERED_MAX) keys.clear();
  keys.set(secret, key);
  return key;
}
