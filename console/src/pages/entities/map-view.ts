import { geoMercator } from "d3-geo";

/** What the map shows: its middle in degrees, and the width of the world in pixels as a power of two. */
export interface MapView {
  longitude: number;
  latitude: number;
  /** 0: the world is 256 pixels wide; each step doubles that. May be a fraction. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** west, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

export const ZOOM_MIN = 0.5;
export const ZOOM_MAX = 17;
/** Mercator's poles are infinitely far away. */
const LATITUDE_MAX = 85.0511;
const WORLD_PIXELS = 256;
const PADDING = 0.86;
/** All that the map can show. */
export const WORLD: Bounds = [-180, -LATITUDE_MAX, 180, LATITUDE_MAX];

/** Where the stores of a circle are. */
export function areaOf({ bounds: [west = 0, south = 0, east = 0, north = 0] }: { bounds: readonly number[] }): Bounds {
  return [west, south, east, north];
}

/** From degrees to pixels of the map, and back. */
export function projectionOf(view: MapView, size: Size) {
  return geoMercator()
    .center([view.longitude, view.latitude])
    .scale((WORLD_PIXELS * 2 ** view.zoom) / (2 * Math.PI))
    .translate([size.width / 2, size.height / 2])
    .precision(0);
}

/** The part of the world that is to be seen. */
export function boundsOf(view: MapView, size: Size): Bounds {
  const world = WORLD_PIXELS * 2 ** view.zoom;
  const halfWidth = (size.width / world) * 180;
  const middle = yOf(view.latitude);
  const halfHeight = size.height / world / 2;
  return [
    Math.max(-180, view.longitude - halfWidth),
    latitudeOf(Math.min(1, middle + halfHeight)),
    Math.min(180, view.longitude + halfWidth),
    latitudeOf(Math.max(0, middle - halfHeight)),
  ];
}

/** The view that has all of the bounds in it, with some air around. */
export function viewOf(bounds: Bounds, size: Size): MapView {
  const [west, south, east, north] = bounds;
  const top = yOf(north);
  const bottom = yOf(south);
  const widthShare = Math.max((east - west) / 360, 1e-6);
  const heightShare = Math.max(bottom - top, 1e-6);
  const fit = Math.min((size.width * PADDING) / widthShare, (size.height * PADDING) / heightShare) / WORLD_PIXELS;
  return {
    longitude: (west + east) / 2,
    latitude: latitudeOf((top + bottom) / 2),
    zoom: clamp(Math.log2(fit), ZOOM_MIN, 12),
  };
}

/** The view after a drag of so many pixels. */
export function movedBy(view: MapView, dx: number, dy: number): MapView {
  const world = WORLD_PIXELS * 2 ** view.zoom;
  return {
    ...view,
    longitude: clamp(view.longitude - (dx / world) * 360, -180, 180),
    latitude: latitudeOf(clamp(yOf(view.latitude) - dy / world, 0, 1)),
  };
}

/** The view after a zoom by so many steps; the given pixel, by default the middle, stays where it is. */
export function zoomedBy(view: MapView, size: Size, steps: number, at?: readonly [number, number]): MapView {
  const zoom = clamp(view.zoom + steps, ZOOM_MIN, ZOOM_MAX);
  if (at === undefined) return { ...view, zoom };
  const dx = at[0] - size.width / 2;
  const dy = at[1] - size.height / 2;
  const under = movedBy(view, -dx, -dy);
  return movedBy({ ...under, zoom }, dx, dy);
}

/** Of a circle that stands for so many stores: grows with the digits, so that a million does not hide its neighbours. */
export function clusterRadius(count: number): number {
  return count <= 1 ? 5 : Math.round(9 + 4.2 * Math.log10(count));
}

/** 0 at the north edge of the square world, 1 at the south edge. */
function yOf(latitude: number): number {
  const sine = Math.sin((clamp(latitude, -LATITUDE_MAX, LATITUDE_MAX) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
