import { type Static, Type } from "typebox";
import { uuidv7Time } from "../lib/ids.ts";
import { maskUrl } from "../notifier/callback-url.ts";
import type { DeliveryWithAttempts } from "../notifier/deliveries.ts";
import type { DeliveryRow } from "../notifier/deliveries-reads.ts";
import { DELIVERY_STATES } from "../notifier/delivery-state.ts";
import { nullable, Timestamp } from "./schemas.ts";

const deliveryFields = {
  delivery_id: Type.String({
    description: "Also the webhook-id of its callbacks",
    examples: ["0199e3b4-8d11-7a3c-b1f2-6a0d4c9e5b77"],
  }),
  event_id: Type.String({ description: "As published, or made by the service", examples: ["result-4711"] }),
  session_uid: Type.String({ examples: ["3f2a7c9e-5b1d-4e8a-9c60-7d2f1b0a8e34"] }),
  wave_type: Type.String({ examples: ["primary"] }),
  url: Type.String({
    description: "Query values are masked",
    examples: ["https://receiver.example/callbacks?api_key=****"],
  }),
  status: Type.Enum([...DELIVERY_STATES], { examples: ["delivered"] }),
  reason: nullable(Type.String(), "Why it is dead or cancelled", null),
  attempts_made: Type.Integer({ examples: [1] }),
  round: Type.Integer({ description: "Rounds of attempts, from 1", examples: [1] }),
  last_failure: nullable(Type.String(), "Class of the last attempt's failure", null),
  last_status_code: nullable(Type.Integer(), "Of the receiver's last answer", 204),
  next_attempt_time: nullable(Timestamp, "Where one is to come", null),
  creation_time: Timestamp,
  complete_time: nullable(Timestamp, "When it was delivered, cancelled or given up", "2026-11-21T08:30:01.204Z"),
};
/** One line of the list. */
export const DeliveryView = Type.Object(deliveryFields, { title: "Delivery" });

const AttemptView = Type.Object(
  {
    number: Type.Integer({ description: "Counted from 1", examples: [1] }),
    round: Type.Integer({ examples: [1] }),
    start_time: Timestamp,
    duration_ms: Type.Integer({ examples: [87] }),
    outcome: Type.String({ description: "`delivered`, or the class of failure", examples: ["delivered"] }),
    status_code: nullable(Type.Integer(), "Of the receiver's answer", 204),
    answer: nullable(Type.String(), "The first 4 KiB of the receiver's answer; the operator alone sees it", null),
  },
  { title: "Attempt" },
);
const RequestView = Type.Object(
  {
    method: Type.String({ examples: ["POST"] }),
    url: Type.String({ description: "Query values are masked" }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: "Those of the last attempt; secrets are masked",
    }),
    body: Type.String({ description: "As it is sent, with the project's settings of now" }),
  },
  { title: "CallbackRequest" },
);
/** All of one. */
export const DeliveryWithAttemptsView = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(AttemptView),
    request: nullable(RequestView, "Null where the event is past its retention", null),
  },
  { title: "DeliveryWithAttempts" },
);
/** A line of the list. */
export function deliveryView(row: DeliveryRow): Static<typeof DeliveryView> {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id ?? row.event_uid,
    session_uid: row.session_uid,
    wave_type: row.wave_type ?? "",
    url: maskUrl(row.url),
    status: row.state,
    reason: row.reason,
    attempts_made: row.attempts,
    round: row.round,
    last_failure: row.last_failure,
    last_status_code: row.last_status,
    next_attempt_time: row.state === "pending" ? (row.run_at?.toISOString() ?? null) : null,
    creation_time: new Date(uuidv7Time(row.delivery_id)).toISOString(),
    complete_time: row.settled_at?.toISOString() ?? null,
  };
}

/** The attempts, with what receivers answered only for those who may see it. */
export function attemptsOf(delivery: DeliveryWithAttempts, showsAnswers: boolean): Static<typeof AttemptView>[] {
  return delivery.tries.map((attempt) => ({
    number: attempt.attempt_number,
    round: attempt.round,
    start_time: attempt.started_at.toISOString(),
    duration_ms: attempt.duration_ms,
    outcome: attempt.outcome,
    status_code: attempt.status,
    answer: showsAnswers ? attempt.answer : null,
  }));
}
