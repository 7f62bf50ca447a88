import { Tooltip } from "@mantine/core";
import type { StoreCluster } from "@shelfwire/client";
import { count, shortCount } from "../../parts/figures.ts";
import { areaOf, clusterRadius, type MapView, projectionOf, type Size, viewOf, ZOOM_MAX } from "./map-view.ts";
import { apart } from "./merge-clusters.ts";
import styles from "./store-map.module.css";

/** A single store is a small dot, which a finger hits all the same. */
const HIT_RADIUS = 12;

/** Circles over the map, as buttons: a store opens its detail, several are zoomed in to. */
export function MapClusters(props: {
  view: MapView;
  size: Size;
  clusters: readonly StoreCluster[];
  onView: (view: MapView) => void;
  onOpen: (key: string) => void;
}) {
  const { view, size, clusters, onView, onOpen } = props;
  const project = projectionOf(view, size);
  return (
    <ul className={styles.clusters}>
      {apart(clusters, view, size).map((cluster) => {
        const [x, y] = project([cluster.longitude, cluster.latitude]) ?? [-99, -99];
        const radius = Math.max(HIT_RADIUS, clusterRadius(cluster.count));
        const isOutside = x < -radius || y < -radius || x > size.width + radius || y > size.height + radius;
        if (isOutside) return null;
        return (
          <li key={`${cluster.bounds.join(" ")} ${cluster.count}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
            <Circle
              cluster={cluster}
              radius={radius}
              onClick={() =>
                isOne(cluster) ? onOpen(cluster.store_number ?? "") : onView(closer(view, size, cluster))
              }
            />
          </li>
        );
      })}
    </ul>
  );
}

function Circle({ cluster, radius, onClick }: { cluster: StoreCluster; radius: number; onClick: () => void }) {
  const label = isOne(cluster)
    ? `${cluster.store_number}${cluster.store_name ? `, ${cluster.store_name}` : ""}`
    : `${count(cluster.count)} stores`;
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={styles.circle}
        data-one={isOne(cluster) || undefined}
        style={{ width: radius * 2, height: radius * 2, margin: -radius }}
        aria-label={label}
        onClick={onClick}
      >
        {isOne(cluster) ? "" : shortCount(cluster.count)}
      </button>
    </Tooltip>
  );
}

function isOne({ count: stores }: StoreCluster): boolean {
  return stores === 1;
}

/** The stores of a circle fill the map; where all of them share one place, it is shown from near. */
function closer(view: MapView, size: Size, cluster: StoreCluster): MapView {
  const bounds = areaOf(cluster);
  const { longitude, latitude } = cluster;
  const fitted = viewOf(bounds, size);
  const isPoint = bounds[0] === bounds[2] && bounds[1] === bounds[3];
  if (isPoint) return { longitude, latitude, zoom: Math.min(ZOOM_MAX, view.zoom + 2) };
  return { ...fitted, zoom: Math.max(fitted.zoom, view.zoom + 0.5) };
}
