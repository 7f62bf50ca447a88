import { useComputedColorScheme } from "@mantine/core";
import type { OutcomeBucket, OutcomeTotals } from "@shelfwire/client";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { count, percent, shortCount } from "../../parts/figures.ts";
import { durationText } from "../../parts/time.tsx";
import styles from "./outcome-chart.module.css";

const HEIGHT_PX = 220;

const SERIES = [
  { name: "delivered", label: "Delivered", color: "--sw-good-mark" },
  { name: "failed_attempts", label: "Failed attempts", color: "--sw-warn-mark" },
  { name: "dead", label: "Dead", color: "--sw-bad-mark" },
] as const;

/** Bars over time, one on the other. Below the pointer the figures of its bar; a click shows these deliveries. */
export function OutcomeChart(props: { buckets: readonly OutcomeBucket[]; totals: OutcomeTotals; project?: string }) {
  const { buckets, totals, project } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const [hovered, setHovered] = useState<number>();
  const colorScheme = useComputedColorScheme();
  const navigate = useNavigate();
  const shown = hovered === undefined ? undefined : buckets[hovered];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours, which the chart reads once.
  useEffect(() => {
    if (!host.current) return;
    const made = new uPlot(optionsOf(host.current, setHovered), [[], [], [], []], host.current);
    chart.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: host.current?.clientWidth ?? 300, height: HEIGHT_PX }),
    );
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [colorScheme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart made anew needs its data again.
  useEffect(() => chart.current?.setData(stacked(buckets)), [buckets, colorScheme]);

  const open = () => {
    if (project === undefined || shown === undefined) return;
    const from = shown.time;
    const to = new Date(Date.parse(from) + shown.seconds * 1_000).toISOString();
    navigate({ to: "/p/$project/deliveries", params: { project }, search: { from, to } });
  };
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        {SERIES.map(({ name, label, color }) => (
          <span key={name} className={styles.entry}>
            <span className={styles.swatch} style={{ background: `var(${color})` }} />
            {label}
            <strong>{count((shown ?? totals)[name])}</strong>
          </span>
        ))}
        <span className={styles.when}>{shown ? spanText(shown) : totalText(totals)}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the filters of the deliveries do the same by keyboard. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div ref={host} className={styles.plot} data-opens={project !== undefined || undefined} onClick={open} />
    </figure>
  );
}

function totalText({ success_rate: rate, p95_ms: p95 }: OutcomeTotals): string {
  if (rate === null) return "no attempts";
  return `${percent(rate)} of attempts succeeded${p95 === null ? "" : `, 95 % within ${durationText(p95)}`}`;
}

/** The highest first, so that each lower one is drawn over it. */
function stacked(buckets: readonly OutcomeBucket[]): uPlot.AlignedData {
  const time = buckets.map((bucket) => Date.parse(bucket.time) / 1_000 + bucket.seconds / 2);
  const delivered = buckets.map((bucket) => bucket.delivered);
  const failed = buckets.map((bucket) => bucket.delivered + bucket.failed_attempts);
  const dead = buckets.map((bucket) => bucket.delivered + bucket.failed_attempts + bucket.dead);
  return [time, dead, failed, delivered];
}

function optionsOf(host: HTMLElement, onHover: (index: number | undefined) => void): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.82, 24], radius: 0.12 });
  const axis = {
    stroke: color("--sw-muted"),
    font: `12px ${style.getPropertyValue("--sw-font")}`,
    grid: { stroke: color("--sw-line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: host.clientWidth,
    height: HEIGHT_PX,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: (chart, min, max) => widened(chart, min, max) },
      y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.08)] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 28, space: 80, values: (_chart, ticks) => tickTexts(ticks) },
      {
        ...axis,
        size: 52,
        space: 44,
        values: (_chart, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? shortCount(tick) : "")),
      },
    ],
    series: [
      {},
      ...[...SERIES]
        .reverse()
        .map((one) => ({ fill: color(one.color), width: 0, paths: bars, points: { show: false } })),
    ],
    hooks: { setCursor: [(chart) => onHover(chart.cursor.idx ?? undefined)] },
  };
}

/** Half a bar more on either side, or the first and the last would be cut. */
function widened(chart: uPlot, min: number, max: number): [number, number] {
  const [first = 0, second = first + 1] = chart.data[0];
  const half = (second - first) / 2;
  return [min - half, max + half];
}

const clockForm = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const dayForm = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** The time of day, or the day where they are days apart or a new one begins. */
function tickTexts(ticks: number[]): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  return ticks.map((tick) => {
    const date = new Date(tick * 1_000);
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
    return step >= 86_000 || isMidnight ? dayForm.format(date) : clockForm.format(date);
  });
}

function spanText(bucket: OutcomeBucket): string {
  const from = new Date(bucket.time);
  const to = new Date(from.getTime() + bucket.seconds * 1_000);
  const answers = bucket.p95_ms === null ? "" : `, 95 % within ${durationText(bucket.p95_ms)}`;
  return `${dayForm.format(from)}, ${clockForm.format(from)} to ${clockForm.format(to)}${answers}`;
}
