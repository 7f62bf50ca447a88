import type { NotificationPayload } from "../types.ts";
import { rawBytes } from "./raw-body.ts";

export type NotificationCheck = { ok: true; payload: NotificationPayload } | { ok: false; message: string };

const REQUIRED = ["analysis_result_url", "session_uid", "source"] as const;
const OPTIONAL = ["store_number", "client_session_id"] as const;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads the body of a callback (interface, "Notification payload"). Members that are new are kept, as the payload may
 * grow; `store_number` and `client_session_id` are there only where the operator has enabled them.
 */
export function readNotification(body: string | Uint8Array | ArrayBuffer): NotificationCheck {
  const value = parsed(rawBytes(body));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: "the body is no JSON object" };
  }
  const faults = [
    ...REQUIRED.filter((name) => typeof Reflect.get(value, name) !== "string").map(
      (name) => `${name} must be a string`,
    ),
    ...OPTIONAL.filter((name) => !isStringOrNone(Reflect.get(value, name))).map((name) => `${name} must be a string`),
  ];
  if (faults.length > 0 || !isPayload(value)) return { ok: false, message: faults.join("; ") };
  if (!URL.canParse(value.analysis_result_url)) return { ok: false, message: "analysis_result_url must be a URL" };
  if (!UUID.test(value.session_uid)) return { ok: false, message: "session_uid must be a UUID" };
  return { ok: true, payload: value };
}

/** The door where a callback's body gets its type; what it says was checked before. */
function isPayload(value: object): value is NotificationPayload {
  return REQUIRED.every((name) => typeof Reflect.get(value, name) === "string");
}

function isStringOrNone(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
