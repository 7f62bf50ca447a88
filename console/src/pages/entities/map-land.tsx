import { useQuery } from "@tanstack/react-query";
import { geoPath } from "d3-geo";
import { memo, useMemo } from "react";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import fineUrl from "world-atlas/countries-50m.json?url";
import coarseUrl from "world-atlas/countries-110m.json?url";
import { type MapView, projectionOf, type Size } from "./map-view.ts";
import styles from "./store-map.module.css";

/** From here on the coarse shores (108 kB) would look wrong; the finer ones weigh 756 kB. */
const FINE_FROM_ZOOM = 3.5;

type Atlas = Topology<{ land: GeometryCollection; countries: GeometryCollection }>;

/** Land and borders, from files of our own: nothing is fetched from elsewhere. */
export const MapLand = memo(function MapLand({ view, size }: { view: MapView; size: Size }) {
  const { data: coarse } = useAtlas(coarseUrl, true);
  const { data: fine } = useAtlas(fineUrl, view.zoom >= FINE_FROM_ZOOM);
  const atlas = view.zoom >= FINE_FROM_ZOOM ? (fine ?? coarse) : coarse;
  const shapes = useMemo(
    () =>
      atlas && {
        land: feature(atlas, atlas.objects.land),
        borders: mesh(atlas, atlas.objects.countries, (one, other) => one !== other),
      },
    [atlas],
  );
  if (shapes === undefined) return null;
  const margin = 60;
  const clipped = projectionOf(view, size).clipExtent([
    [-margin, -margin],
    [size.width + margin, size.height + margin],
  ]);
  const path = geoPath(clipped).digits(1);
  return (
    <>
      <path className={styles.shores} d={path(shapes.land) ?? ""} />
      <path className={styles.borders} d={path(shapes.borders) ?? ""} />
    </>
  );
});

function useAtlas(url: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["atlas", url],
    queryFn: async ({ signal }): Promise<Atlas> => (await fetch(url, { signal })).json(),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });
}
