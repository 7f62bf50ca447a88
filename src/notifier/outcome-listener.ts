import type { AttemptOutcome } from "./delivery-state.ts";

/** Hears how attempts come out, once that is written; it must be quick and never throw. */
export interface OutcomeListener {
  /** One attempt. */
  attempted(projectId: number, endpointId: number, outcome: AttemptOutcome): void;
  /** So many deliveries will not be tried again by themselves. */
  died(projectId: number, endpointId: number, deliveries: number): void;
}
