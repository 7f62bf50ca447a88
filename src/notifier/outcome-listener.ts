import type { FailureClass } from "./delivery-state.ts";

/** Hears how attempts come out, once that is written; it must be quick and never throw. */
export interface OutcomeListener {
  /** One attempt; `failure` is undefined where the receiver acknowledged. */
  attempted(projectId: number, endpointId: number, failure: FailureClass | undefined, durationMs: number): void;
  /** So many deliveries will not be tried again by themselves. */
  died(projectId: number, endpointId: number, deliveries: number): void;
}
