import type { StoreCluster } from "@shelfwire/client";
import { areaOf, clusterRadius, type MapView, projectionOf, type Size } from "./map-view.ts";

/** How far circles may lie over each other, in pixels. */
const OVERLAP = 4;

interface Placed {
  cluster: StoreCluster;
  x: number;
  y: number;
}

/** The same stores in circles that do not hide each other: a smaller one goes into the larger one that it would touch. */
export function apart(clusters: readonly StoreCluster[], view: MapView, size: Size): StoreCluster[] {
  const project = projectionOf(view, size);
  const placed: Placed[] = [];
  for (const cluster of clusters.toSorted((one, other) => other.count - one.count)) {
    const [x, y] = project([cluster.longitude, cluster.latitude]) ?? [Number.NaN, Number.NaN];
    const radius = clusterRadius(cluster.count);
    const near = placed.find((one) => {
      return Math.hypot(one.x - x, one.y - y) < clusterRadius(one.cluster.count) + radius - OVERLAP;
    });
    if (near === undefined) placed.push({ cluster, x, y });
    else near.cluster = joined(near.cluster, cluster);
  }
  return placed.map(({ cluster }) => cluster);
}

/** The larger one keeps its place. */
function joined(large: StoreCluster, small: StoreCluster): StoreCluster {
  const [west, south, east, north] = areaOf(large);
  const [otherWest, otherSouth, otherEast, otherNorth] = areaOf(small);
  return {
    ...large,
    count: large.count + small.count,
    bounds: [
      Math.min(west, otherWest),
      Math.min(south, otherSouth),
      Math.max(east, otherEast),
      Math.max(north, otherNorth),
    ],
    store_number: null,
    store_name: null,
  };
}
