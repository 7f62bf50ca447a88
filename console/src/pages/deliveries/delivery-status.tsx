import type { Delivery, DeliveryStatus } from "@shelfwire/client";
import { StatusBadge, type Tone } from "../../parts/status-badge.tsx";

const TONES: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: "warn",
  leased: "running",
  delivered: "good",
  dead: "bad",
  cancelled: "calm",
};
const WORDS: Readonly<Record<DeliveryStatus, string>> = {
  pending: "pending",
  leased: "sending",
  delivered: "delivered",
  dead: "dead",
  cancelled: "cancelled",
};

/** The word of a state; `leased` is the service's own, people read "sending". */
export function statusWord(status: DeliveryStatus): string {
  return WORDS[status] ?? status;
}

/** How long after its time a delivery that was not tried must be waiting for its endpoint: due ones start within a second. */
const LATE_MS = 5_000;

/** Whether it is due and held back, as its endpoint is down and another delivery is the probe. */
export function isWaiting({
  status,
  next_attempt_time: next,
}: Pick<Delivery, "status" | "next_attempt_time">): boolean {
  return status === "pending" && next !== null && Date.parse(next) < Date.now() - LATE_MS;
}

/** A delivery's state; one that failed before and will be tried again is told from a fresh one. */
export function DeliveryStatusBadge({ delivery }: { delivery: Delivery }) {
  const { status, attempts_made } = delivery;
  if (isWaiting(delivery)) return <StatusBadge tone="warn">waiting</StatusBadge>;
  const isFresh = status === "pending" && attempts_made === 0;
  const word = status === "pending" && attempts_made > 0 ? "retrying" : statusWord(status);
  return <StatusBadge tone={isFresh ? "calm" : (TONES[status] ?? "calm")}>{word}</StatusBadge>;
}
