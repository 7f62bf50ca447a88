import { RETRY_AFTER_MAX_MS, RETRY_JITTER_MAX_MS, ROUND_LENGTH_MS } from "../config/limits.ts";
import type { AttemptOutcome, SettleReason } from "./delivery-state.ts";

/** When to try again, as data (interface, "Delivery rules" 3 and 4; decisions, section 4). Times in milliseconds. */
export interface RetryPolicy {
  /** Attempt n of a round starts so long after the first one. */
  roundOffsetsMs: readonly number[];
  /** Pause before the second, third ... round. */
  roundDelaysMs: readonly number[];
}

/** Where a delivery stands in its rounds when an attempt starts. */
export interface RoundPosition {
  /** From 1. */
  round: number;
  /** Attempts already made in this round. */
  attemptsInRound: number;
  roundStartedAtMs: number | null;
}

/** What becomes of a delivery after an attempt. */
export type NextStep =
  | { state: "delivered" }
  | { state: "dead"; reason: SettleReason }
  | { state: "pending"; runAtMs: number; position: RoundPosition };

/**
 * When this attempt's round began. A delivery that waited for its endpoint, or for this service, goes on in its round
 * as if no time had passed: the waiting spends neither attempts nor the round's minute.
 */
export function roundStart(policy: RetryPolicy, position: RoundPosition, attemptStartedAtMs: number): number {
  const { attemptsInRound, roundStartedAtMs } = position;
  if (attemptsInRound === 0 || roundStartedAtMs === null) return attemptStartedAtMs;
  if (attemptStartedAtMs - roundStartedAtMs <= ROUND_LENGTH_MS) return roundStartedAtMs;
  return attemptStartedAtMs - (policy.roundOffsetsMs[attemptsInRound] ?? 0);
}

/** Pure: the same arguments give the same step. `random` is from 0 to 1 and spreads the retries of many deliveries. */
export function nextStep(
  policy: RetryPolicy,
  position: RoundPosition,
  outcome: Pick<AttemptOutcome, "failure" | "retryAfterMs" | "startedAtMs">,
  nowMs: number,
  random: number,
): NextStep {
  if (outcome.failure === undefined) return { state: "delivered" };
  const notBeforeMs = nowMs + Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  const startedAtMs = roundStart(policy, position, outcome.startedAtMs);
  const attemptsInRound = position.attemptsInRound + 1;
  const offsetMs = policy.roundOffsetsMs[attemptsInRound];
  if (offsetMs !== undefined) {
    const scheduledMs = Math.max(startedAtMs + offsetMs + random * RETRY_JITTER_MAX_MS, nowMs);
    // A receiver that asked for patience gets it in the same round; one that was only slow has used the minute up.
    if (scheduledMs - startedAtMs <= ROUND_LENGTH_MS) {
      const runAtMs = Math.max(scheduledMs, notBeforeMs);
      return {
        state: "pending",
        runAtMs,
        position: { round: position.round, attemptsInRound, roundStartedAtMs: startedAtMs },
      };
    }
  }
  const delayMs = policy.roundDelaysMs[position.round - 1];
  if (delayMs === undefined) return { state: "dead", reason: "attempts_exhausted" };
  const runAtMs = Math.max(nowMs + delayMs, notBeforeMs);
  return {
    state: "pending",
    runAtMs,
    position: { round: position.round + 1, attemptsInRound: 0, roundStartedAtMs: null },
  };
}
