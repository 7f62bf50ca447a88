import { describe, expect, it } from "vitest";
import { LATENCY_COUNTS, latencyPercentile, latencyPlace } from "../../src/console/latency-histogram.ts";

describe("the histogram of latencies", () => {
  it("finds a percentile within a third of the true one, from 1 ms to 10 s", () => {
    for (const scale of [2, 30, 400, 9_000]) {
      const times = Array.from({ length: 1_000 }, (_, i) => (scale * (i + 1)) / 1_000);
      for (const share of [0.5, 0.95, 0.99]) {
        const found = latencyPercentile(countsOf(times), share) ?? 0;
        expect(Math.abs(found - Math.max(1, scale * share))).toBeLessThanOrEqual(Math.max(1, scale * share * 0.34));
      }
    }
  });

  it("says nothing where nothing was measured, and ten seconds for what took longer", () => {
    expect(latencyPercentile(countsOf([]), 0.5)).toBeNull();
    expect(latencyPercentile(countsOf([60_000]), 0.5)).toBe(10_000);
  });

  it("counts every time in exactly one place, in order", () => {
    const places = [0, 1, 1.5, 2, 10, 10_000, 10_001, 1e9].map(latencyPlace);
    expect(places).toEqual([0, 0, 1, 1, 6, LATENCY_COUNTS - 2, LATENCY_COUNTS - 1, LATENCY_COUNTS - 1]);
  });
});

function countsOf(times: readonly number[]): number[] {
  const counts = new Array<number>(LATENCY_COUNTS).fill(0);
  for (const time of times) {
    const place = latencyPlace(time);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
