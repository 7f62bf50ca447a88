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

/** A delivery's state; one that failed before and will be tried again is told from a fresh one. */
export function DeliveryStatusBadge({ delivery }: { delivery: Pick<Delivery, "status" | "attempts_made"> }) {
  const { status, attempts_made } = delivery;
  const isFresh = status === "pending" && attempts_made === 0;
  const word = status === "pending" && attempts_made > 0 ? "retrying" : statusWord(status);
  return <StatusBadge tone={isFresh ? "calm" : (TONES[status] ?? "calm")}>{word}</StatusBadge>;
}
