import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useMemo, useState } from "react";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { count, counted } from "../../parts/figures.ts";
import { useStoreMap } from "./entities-queries.ts";
import { type EntitiesSearch, filterQuery, isFiltered } from "./entities-search.ts";
import { ENTITY_SHAPES } from "./entity-fields.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { areaOf, boundsOf, type MapView, type Size, viewOf, WORLD } from "./map-view.ts";
import styles from "./store-map.module.css";

const SHAPE = ENTITY_SHAPES.store;
/** Circles nearer to each other than this become one. */
const CELL_PIXELS = 56;
/** Asked for once the map has come to rest. */
const REST_MS = 120;

/** Where the stores are that match the filters; near ones are gathered in one circle. */
export function StoreMap(props: {
  project: string;
  search: EntitiesSearch;
  onOpen: (key: string) => void;
  onClear: () => void;
}) {
  const { project, search, onOpen, onClear } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const size = useMemo<Size>(
    () => ({ width: Math.max(280, Math.round(width)), height: width < 600 ? 380 : 540 }),
    [width],
  );
  const [view, setView] = useState<MapView>();
  const filters = filterQuery(search, SHAPE);
  // In steps, so that a window of another width most often asks for the same.
  const cells = Math.ceil(size.width / CELL_PIXELS / 4) * 4;
  // All that match first: the map opens where they are.
  const all = useStoreMap(project, width > 0 ? { ...filters, cells } : undefined);
  const home = useMemo(() => all.data && viewOf(extentOf(all.data), size), [all.data, size]);
  const shown = useAtRest(view);
  const near = useStoreMap(project, shown && { ...filters, bbox: boundsOf(shown, size).join(","), cells });
  const { data, error, refetch } = shown === undefined || near.data === undefined ? all : near;
  const failure = error ?? all.error;
  const total = all.data ? all.data.placed + all.data.without_place : undefined;
  return (
    <div ref={ref} className={styles.frame}>
      {failure && !data ? (
        <FailedState error={failure} onRetry={refetch} />
      ) : total === 0 && isFiltered(search, SHAPE) ? (
        <FiltersHideAll what="stores" onClear={onClear} />
      ) : total === 0 ? (
        <NoneYet title="No stores yet">They appear here once a file with latitudes and longitudes is uploaded.</NoneYet>
      ) : all.data?.placed === 0 ? (
        <NoneYet title="None of them has a place">
          {counted(all.data.without_place, "store")} match, all without latitude or longitude.
        </NoneYet>
      ) : (
        <>
          <MapCanvas view={view ?? home} size={size} clusters={data?.clusters} onView={setView} onOpen={onOpen} />
          <p className={styles.below}>
            <span aria-live="polite">
              {data
                ? `${counted(
                    data.clusters.reduce((sum, cluster) => sum + cluster.count, 0),
                    "store",
                  )} in view`
                : "…"}
              {all.data && ` of ${count(all.data.placed)} with a place`}
              {all.data && all.data.without_place > 0 && `; ${count(all.data.without_place)} more have none`}
            </span>
            {view !== undefined && (
              <Button variant="subtle" onClick={() => setView(undefined)}>
                Show all
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  );
}

/** The value once it has not changed for a moment. */
function useAtRest(value: MapView | undefined): MapView | undefined {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** The bounds of all circles; the whole world where there are none. */
function extentOf({ clusters }: { clusters: readonly { bounds: readonly number[] }[] }) {
  if (clusters.length === 0) return WORLD;
  const edge = (index: 0 | 1 | 2 | 3) => clusters.map((cluster) => areaOf(cluster)[index]);
  return [Math.min(...edge(0)), Math.min(...edge(1)), Math.max(...edge(2)), Math.max(...edge(3))] as const;
}
