/**
 * The life of a delivery. `pending` and `leased` stand in the queue, the others in the history; docs/delivery.md draws
 * it, and a test compares the drawing, this table and the CHECKs of the database.
 */
export const QUEUED_STATES = ["pending", "leased"] as const;
export const SETTLED_STATES = ["delivered", "dead", "cancelled"] as const;
export const DELIVERY_STATES = [...QUEUED_STATES, ...SETTLED_STATES] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const NEXT_STATES = {
  pending: ["leased", "dead", "cancelled"],
  leased: ["delivered", "pending", "dead", "cancelled"],
  delivered: ["pending"],
  dead: ["pending"],
  cancelled: [],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>;

/** Why one HTTP try did not succeed (closed list; the console and the metrics have a word for each). */
export const FAILURE_CLASSES = [
  "dns_failed",
  "address_forbidden",
  "connect_failed",
  "tls_failed",
  "timed_out",
  "answer_too_large",
  "redirected",
  "status_rejected",
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** Why a delivery is dead or cancelled. */
export type SettleReason = "attempts_exhausted" | "endpoint_down" | "endpoint_removed";

/** What one attempt came to. */
export interface AttemptOutcome {
  /** Undefined: the receiver acknowledged with 2xx. */
  failure: FailureClass | undefined;
  status: number | undefined;
  /** At most 4 KiB of what the receiver answered. */
  answer: string | undefined;
  /** From `Retry-After` of a 429 or 503. */
  retryAfterMs: number | undefined;
  startedAtMs: number;
  durationMs: number;
}

/** A delivery that this process holds, with all that an attempt needs. */
export interface LeasedDelivery {
  deliveryId: string;
  projectId: number;
  endpointId: number;
  sessionUid: string;
  analysisResultUrl: string;
  storeNumber: string | null;
  clientSessionId: string | null;
  url: string;
  leaseToken: string;
  round: number;
  roundStartedAtMs: number | null;
  attemptsInRound: number;
  attempts: number;
}
