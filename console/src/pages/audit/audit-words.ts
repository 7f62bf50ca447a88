/** What was done, in words; an action that is not listed is shown by its name. */
export const ACTION_WORDS: Record<string, string> = {
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

/** A detail's value on one line. */
export function detailText(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}
