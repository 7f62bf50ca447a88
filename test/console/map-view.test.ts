import { describe, expect, it } from "vitest";
import {
  boundsOf,
  clusterRadius,
  type MapView,
  movedBy,
  projectionOf,
  viewOf,
  ZOOM_MAX,
  ZOOM_MIN,
  zoomedBy,
} from "../../console/src/pages/entities/map-view.ts";

const SIZE = { width: 800, height: 500 };
const BERLIN: MapView = { longitude: 13.4, latitude: 52.5, zoom: 6 };

function pixelOf(view: MapView, place: [number, number]): [number, number] {
  const pixel = projectionOf(view, SIZE)(place);
  if (pixel === null) throw new Error("not on the map");
  return pixel;
}

describe("the view of the map", () => {
  it("shows its middle in the middle", () => {
    const [x, y] = pixelOf(BERLIN, [13.4, 52.5]);
    expect(x).toBeCloseTo(400, 6);
    expect(y).toBeCloseTo(250, 6);
  });

  it("knows which degrees lie at its edges", () => {
    const [west, south, east, north] = boundsOf(BERLIN, SIZE);
    const [left, top] = pixelOf(BERLIN, [west, north]);
    const [right, bottom] = pixelOf(BERLIN, [east, south]);
    expect([left, top, right, bottom].map((pixel) => Math.round(pixel) + 0)).toEqual([0, 0, 800, 500]);
  });

  it("never asks for what is beyond the world", () => {
    const [west, south, east, north] = boundsOf(
      { longitude: 0, latitude: 0, zoom: ZOOM_MIN },
      { width: 3_000, height: 3_000 },
    );
    expect([west, east]).toEqual([-180, 180]);
    expect(north).toBeLessThan(86);
    expect(south).toBeGreaterThan(-86);
  });

  it("fits bounds into the view, and a single place at a readable zoom", () => {
    const germany = [5.9, 47.3, 15, 55] as const;
    const view = viewOf(germany, SIZE);
    const [left, top] = pixelOf(view, [germany[0], germany[3]]);
    const [right, bottom] = pixelOf(view, [germany[2], germany[1]]);
    expect(Math.min(left, top)).toBeGreaterThan(0);
    expect(right).toBeLessThan(SIZE.width);
    expect(bottom).toBeLessThan(SIZE.height);
    expect(viewOf([13.4, 52.5, 13.4, 52.5], SIZE)).toMatchObject({ zoom: 12 });
  });

  it("moves with the pointer", () => {
    const moved = movedBy(BERLIN, 120, -60);
    const [x, y] = pixelOf(moved, [13.4, 52.5]);
    expect(x).toBeCloseTo(520, 6);
    expect(y).toBeCloseTo(190, 6);
  });

  it("keeps the place under the pointer while zooming, within its limits", () => {
    const under = projectionOf(BERLIN, SIZE).invert?.([700, 100]);
    const zoomed = zoomedBy(BERLIN, SIZE, 2.5, [700, 100]);
    const [x, y] = pixelOf(zoomed, under ?? [0, 0]);
    expect(x).toBeCloseTo(700, 4);
    expect(y).toBeCloseTo(100, 4);
    expect(zoomedBy(BERLIN, SIZE, 99).zoom).toBe(ZOOM_MAX);
    expect(zoomedBy(BERLIN, SIZE, -99).zoom).toBe(ZOOM_MIN);
  });

  it("draws larger circles for more stores, a million still modest", () => {
    expect(clusterRadius(1)).toBeLessThan(clusterRadius(2));
    expect(clusterRadius(1_000_000)).toBeLessThan(40);
  });
});
