import type { StoreCluster } from "@shelfwire/client";
import { describe, expect, it } from "vitest";
import { apart } from "../../console/src/pages/entities/merge-clusters.ts";

const VIEW = { longitude: 0, latitude: 0, zoom: 2 };
const SIZE = { width: 800, height: 500 };

function cluster(longitude: number, count: number): StoreCluster {
  return {
    longitude,
    latitude: 0,
    count,
    bounds: [longitude, 0, longitude, 0],
    store_number: count === 1 ? `at ${longitude}` : null,
    store_name: null,
  };
}

describe("circles on the map", () => {
  it("go into the larger one that they would touch, with their bounds", () => {
    const [joined, ...rest] = apart([cluster(2, 1), cluster(0, 40)], VIEW, SIZE);
    expect(rest).toEqual([]);
    expect(joined).toEqual({ ...cluster(0, 41), bounds: [0, 0, 2, 0] });
  });

  it("become several of what were single stores at the same place", () => {
    expect(apart([cluster(5, 1), cluster(5, 1)], VIEW, SIZE)).toMatchObject([{ count: 2, store_number: null }]);
  });

  it("stay where there is room, and lose no store", () => {
    const far = [cluster(-60, 3), cluster(0, 2_000), cluster(60, 1)];
    expect(apart(far, VIEW, SIZE).map(({ count }) => count)).toEqual([2_000, 3, 1]);
    const crowd = Array.from({ length: 300 }, (_, i) => cluster(i % 90, 1 + (i % 7)));
    const total = (list: readonly StoreCluster[]) => list.reduce((sum, { count }) => sum + count, 0);
    expect(total(apart(crowd, VIEW, SIZE))).toBe(total(crowd));
  });
});
