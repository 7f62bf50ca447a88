import { ActionIcon } from "@mantine/core";
import type { StoreCluster } from "@shelfwire/client";
import { useEffect, useRef } from "react";
import { PlusIcon } from "../../parts/icons.tsx";
import { MapClusters } from "./map-clusters.tsx";
import { MapLand } from "./map-land.tsx";
import { type MapView, movedBy, type Size, zoomedBy } from "./map-view.ts";
import { MinusIcon } from "./minus-icon.tsx";
import styles from "./store-map.module.css";

const KEY_STEP = 80;
const WHEEL_STEP = 0.0025;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

interface CanvasProps {
  view: MapView | undefined;
  size: Size;
  clusters: readonly StoreCluster[] | undefined;
  onView: (view: MapView) => void;
  onOpen: (key: string) => void;
}

/** The map itself: dragged, turned by the wheel with Ctrl, or by arrow keys, + and - while it has the focus. */
export function MapCanvas({ view, size, clusters, onView, onOpen }: CanvasProps) {
  const frame = useRef<HTMLElement>(null);
  const latest = useRef({ view, size, onView });
  latest.current = { view, size, onView };
  usePinch(frame, latest);
  if (view === undefined) return <div className={styles.map} style={{ height: size.height }} />;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) onView(movedBy(view, ...arrow));
    else if (event.key === "+" || event.key === "=") onView(zoomedBy(view, size, 1));
    else if (event.key === "-") onView(zoomedBy(view, size, -1));
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={frame}
      className={styles.map}
      style={{ height: size.height }}
      aria-label="Map of stores. Arrow keys move it, plus and minus zoom; Tab goes through the circles."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by the keyboard.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => drag(event, latest)}
    >
      <svg width={size.width} height={size.height} aria-hidden="true" className={styles.land}>
        <MapLand view={view} size={size} />
      </svg>
      <MapClusters view={view} size={size} clusters={clusters ?? []} onView={onView} onOpen={onOpen} />
      <div className={styles.zoom}>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onView(zoomedBy(view, size, 1))}>
          <PlusIcon />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => onView(zoomedBy(view, size, -1))}>
          <MinusIcon />
        </ActionIcon>
      </div>
    </section>
  );
}

type Latest = React.RefObject<{ view: MapView | undefined; size: Size; onView: (view: MapView) => void }>;

/** Follows the pointer until it is let go. */
function drag(start: React.PointerEvent, latest: Latest): void {
  const { view } = latest.current;
  if (!view || start.button !== 0 || (start.target instanceof Element && start.target.closest("button"))) return;
  const move = (event: PointerEvent) =>
    latest.current.onView(movedBy(view, event.clientX - start.clientX, event.clientY - start.clientY));
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The wheel scrolls the page; with Ctrl, which is also what pinching a touchpad sends, it zooms the map. */
function usePinch(frame: React.RefObject<HTMLElement | null>, latest: Latest): void {
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      const { view, size, onView } = latest.current;
      const box = frame.current?.getBoundingClientRect();
      const isOver = event.target instanceof Node && frame.current?.contains(event.target);
      if (!view || !box || !isOver || !event.ctrlKey) return;
      event.preventDefault();
      onView(zoomedBy(view, size, -event.deltaY * WHEEL_STEP * 4, [event.clientX - box.left, event.clientY - box.top]));
    };
    document.addEventListener("wheel", onWheel, { passive: false });
    return () => document.removeEventListener("wheel", onWheel);
  }, [frame, latest]);
}
