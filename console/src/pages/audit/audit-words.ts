import type { AuditEntry } from "@shelfwire/client";
import { counted } from "../../parts/figures.ts";

export type AuditAction = AuditEntry["action"];

/** What was done, in words. */
export const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  "project.create": "Project created",
  "project.change": "Settings changed",
  "project.delete": "Project removed",
  "token.create": "Token issued",
  "token.revoke": "Token revoked",
  "lookup.replace": "Lookup replaced",
  "lookup.add": "Lookup values added",
  "subscription.put": "Subscription set",
  "subscription.delete": "Subscription deleted",
  "delivery.redeliver": "Delivery redelivered",
  "deliveries.redeliver": "Deliveries redelivered",
  "job.upload": "File uploaded",
  "job.cancel": "Job cancelled",
  "test_event.send": "Test event sent",
  "session.open": "Signed in",
  "session.close": "Signed out",
  "session.refuse": "Sign-in refused",
};

export function isAuditAction(text: string | null | undefined): text is AuditAction {
  return typeof text === "string" && Object.hasOwn(ACTION_WORDS, text);
}

/** What was done, and how often where that was counted; an action that is not listed is shown by its name. */
export function actionText({ action, details }: AuditEntry): string {
  const words = ACTION_WORDS[action] ?? action;
  const attempts = details?.attempts;
  return typeof attempts === "number" && attempts > 1 ? `${words} ${counted(attempts, "time")}` : words;
}

export function whoText({ kind, user_name }: AuditEntry["actor"]): string {
  if (kind === "operator") return "Operator";
  return kind === "unknown" ? "Unknown" : user_name;
}

/** A detail's name: why sign-ins were refused in words, others as they are. */
export function detailName(name: string): string {
  return DETAIL_WORDS[name] ?? name;
}

const DETAIL_WORDS: Readonly<Record<string, string>> = {
  attempts: "Attempts",
  unknown_token: "Token that nobody has",
  expired_token: "Expired token",
  revoked_token: "Revoked token",
  throttled: "Too many before",
  other_origin: "From another site",
};

/** A detail's value on one line. */
export function detailText(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}
