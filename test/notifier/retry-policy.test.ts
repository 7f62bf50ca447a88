import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../src/lib/units.ts";
import { nextStep, type RetryPolicy, type RoundPosition, roundStart } from "../../src/notifier/retry-policy.ts";

const START = Date.UTC(2040, 5, 1, 12);
const OFFSETS = [0, 1, 2, 4, 7, 11, 17, 25, 36, 50].map((seconds) => seconds * SECOND);
const policy: RetryPolicy = { roundOffsetsMs: OFFSETS, roundDelaysMs: [15 * MINUTE] };
const FIRST: RoundPosition = { round: 1, attemptsInRound: 0, roundStartedAtMs: null };

describe('retry policy (interface, "Delivery rules" 3 and 4; decisions, section 4)', () => {
  it("makes 10 attempts at their offsets, returns to the queue, and makes 10 more 15 minutes later; then it is dead", () => {
    const { startedAtMs, last } = runOut({ attemptMs: 5 });
    const secondRound = START + 50 * SECOND + 5 + 15 * MINUTE;
    expect(startedAtMs).toEqual([
      ...OFFSETS.map((offset) => START + offset),
      ...OFFSETS.map((offset) => secondRound + offset),
    ]);
    expect(last).toEqual({ state: "dead", reason: "attempts_exhausted" });
  });

  it("starts no attempt later than 60 s after its round's first, however slow the receiver is", () => {
    const { startedAtMs, last } = runOut({ attemptMs: 10 * SECOND, random: 1 });
    const rounds = [
      startedAtMs.filter((at) => at < START + 5 * MINUTE),
      startedAtMs.filter((at) => at >= START + 5 * MINUTE),
    ];
    for (const round of rounds) expect((round.at(-1) ?? 0) - (round[0] ?? 0)).toBeLessThanOrEqual(60 * SECOND);
    expect(rounds.map((round) => round.length)).toEqual([7, 7]);
    expect(last).toEqual({ state: "dead", reason: "attempts_exhausted" });
  });

  it("adds a little jitter, never less than the offset", () => {
    const step = nextStep(
      policy,
      FIRST,
      { failure: "timed_out", retryAfterMs: undefined, startedAtMs: START },
      START,
      1,
    );
    if (step.state !== "pending") throw new Error(step.state);
    expect(step.runAtMs).toBeGreaterThan(START + 1 * SECOND);
    expect(step.runAtMs).toBeLessThanOrEqual(START + 1.5 * SECOND);
  });

  it("is delivered by the first success", () => {
    const outcome = { failure: undefined, retryAfterMs: undefined, startedAtMs: START };
    expect(nextStep(policy, FIRST, outcome, START, 0)).toEqual({ state: "delivered" });
  });

  it.each([
    ["moves the next attempt", 30 * SECOND, 30 * SECOND],
    ["is held to 10 minutes", 3_600 * SECOND, 600 * SECOND],
    ["does not bring it forward", 0, 1 * SECOND],
  ])("Retry-After %s", (_, retryAfterMs, expectedMs) => {
    const step = nextStep(policy, FIRST, { failure: "status_rejected", retryAfterMs, startedAtMs: START }, START, 0);
    expect(step).toMatchObject({
      state: "pending",
      runAtMs: START + expectedMs,
      position: { round: 1, attemptsInRound: 1 },
    });
  });

  it("goes on in its round after waiting for a failing endpoint, without having spent attempts or the minute", () => {
    const position = { round: 1, attemptsInRound: 3, roundStartedAtMs: START };
    const hoursLater = START + 5 * 3_600 * SECOND;
    expect(roundStart(policy, position, hoursLater)).toBe(hoursLater - 4 * SECOND);
    const outcome = { failure: "connect_failed", retryAfterMs: undefined, startedAtMs: hoursLater } as const;
    expect(nextStep(policy, position, outcome, hoursLater, 0)).toMatchObject({
      state: "pending",
      runAtMs: hoursLater + 3 * SECOND,
      position: { round: 1, attemptsInRound: 4 },
    });
  });

  it("ends for every policy, receiver and delay, within its attempts, and never runs in the past", () => {
    const offsets = fc
      .uniqueArray(fc.integer({ min: 1, max: 60_000 }), { maxLength: 9 })
      .map((rest) => [0, ...rest.sort((a, b) => a - b)]);
    const policies = fc.record({
      roundOffsetsMs: offsets,
      roundDelaysMs: fc.array(fc.integer({ min: 0, max: 900_000 }), { maxLength: 3 }),
    });
    const delays = fc.infiniteStream(
      fc.record({
        attemptMs: fc.integer({ min: 0, max: 10_000 }),
        lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 7_200_000 })),
        retryAfterMs: fc.option(fc.integer({ min: 0, max: 9_000_000 }), { nil: undefined }),
        random: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(policies, delays, (anyPolicy, stream) => {
        let position = FIRST;
        let nowMs = START;
        const most = anyPolicy.roundOffsetsMs.length * (anyPolicy.roundDelaysMs.length + 1);
        for (let attempts = 1; ; attempts += 1) {
          expect(attempts).toBeLessThanOrEqual(most);
          const { attemptMs, lateMs, retryAfterMs, random } = stream.next().value ?? {
            attemptMs: 0,
            lateMs: 0,
            retryAfterMs: undefined,
            random: 0,
          };
          const startedAtMs = nowMs + lateMs;
          const endedAtMs = startedAtMs + attemptMs;
          const step = nextStep(
            anyPolicy,
            position,
            { failure: "timed_out", retryAfterMs, startedAtMs },
            endedAtMs,
            random,
          );
          if (step.state === "dead") return;
          if (step.state !== "pending") throw new Error(step.state);
          expect(step.runAtMs).toBeGreaterThanOrEqual(endedAtMs);
          expect(step.position.attemptsInRound > 0).toBe(step.position.roundStartedAtMs !== null);
          expect(step.position.round).toBeGreaterThanOrEqual(position.round);
          nowMs = step.runAtMs;
          position = step.position;
        }
      }),
    );
  });
});

/** Fails every attempt, each started when it is due, until the delivery is dead. */
function runOut({ attemptMs, random = 0 }: { attemptMs: number; random?: number }) {
  const startedAtMs: number[] = [];
  let position = FIRST;
  let nowMs = START;
  while (true) {
    startedAtMs.push(nowMs);
    const outcome = { failure: "status_rejected", retryAfterMs: undefined, startedAtMs: nowMs } as const;
    const step = nextStep(policy, position, outcome, nowMs + attemptMs, random);
    if (step.state !== "pending") return { startedAtMs, last: step };
    nowMs = step.runAtMs;
    position = step.position;
  }
}
