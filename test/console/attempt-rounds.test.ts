import type { Attempt } from "@shelfwire/client";
import { describe, expect, it } from "vitest";
import { roundsOf, scaleOf } from "../../console/src/pages/deliveries/attempt-rounds.ts";

const START_MS = Date.parse("2026-03-01T08:00:00.000Z");

function attempt(number: number, seconds: number, rest: Partial<Attempt> = {}): Attempt {
  return {
    number,
    round: 1,
    start_time: new Date(START_MS + seconds * 1_000).toISOString(),
    duration_ms: 40,
    outcome: "status_rejected",
    status_code: 503,
    answer: null,
    ...rest,
  };
}

describe("the attempts of a delivery by round", () => {
  it("places the attempts of a round by their distance from its start", () => {
    const [round, ...rest] = roundsOf([attempt(1, 0), attempt(2, 1.2), attempt(3, 3.1)]);
    expect(rest).toEqual([]);
    expect(round).toMatchObject({ run: 1, round: 1, pauseMs: undefined, spanMs: 3_140 });
    expect(round?.attempts.map(({ offsetMs }) => offsetMs)).toEqual([0, 1_200, 3_100]);
  });

  it("tells the pause before the second round", () => {
    const rounds = roundsOf([attempt(1, 0), attempt(2, 900, { round: 2 })]);
    expect(rounds.map(({ run, round, pauseMs }) => [run, round, pauseMs])).toEqual([
      [1, 1, undefined],
      [1, 2, 899_960],
    ]);
  });

  it("begins a new run where a dead delivery was sent again, though its round is the first again", () => {
    const rounds = roundsOf([
      attempt(1, 0),
      attempt(2, 900, { round: 2 }),
      attempt(3, 5_000),
      attempt(4, 5_001, { outcome: "delivered" }),
    ]);
    expect(rounds.map(({ run, round, attempts }) => [run, round, attempts.length])).toEqual([
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 2],
    ]);
  });

  it("begins a new run after a success, however soon it follows", () => {
    const rounds = roundsOf([attempt(1, 0, { outcome: "delivered" }), attempt(2, 3)]);
    expect(rounds.map(({ run }) => run)).toEqual([1, 2]);
  });

  it("keeps an attempt that Retry-After moved by ten minutes in its round", () => {
    expect(roundsOf([attempt(1, 0), attempt(2, 600)])).toHaveLength(1);
  });

  it("orders attempts by their number, and has nothing to show before the first", () => {
    expect(roundsOf([attempt(2, 1), attempt(1, 0)])[0]?.attempts.map(({ attempt: { number } }) => number)).toEqual([
      1, 2,
    ]);
    expect(roundsOf([])).toEqual([]);
  });

  it("scales all rounds alike, to a minute or to the longest", () => {
    expect(scaleOf(roundsOf([attempt(1, 0)]))).toBe(60_000);
    expect(scaleOf(roundsOf([attempt(1, 0), attempt(2, 600)]))).toBe(600_040);
  });
});
