import type { Job } from "@shelfwire/client";
import { count } from "../../parts/figures.ts";
import styles from "./counts-bar.module.css";
import { type CountSegment, countLabel, countSegments } from "./job-counts.ts";
import { isCheck } from "./job-status.tsx";

const WIDTH = 1_000;
/** One row in a million must still be seen. */
const SEGMENT_MIN = 6;

/** What became of a job's rows, as one bar; with the numbers below it where there is room. */
export function CountsBar({ job, withLegend = false }: { job: Job; withLegend?: boolean }) {
  const segments = countSegments(job);
  if (segments.length === 0) return null;
  const words = segments.map(({ kind, count: rows }) => `${count(rows)} ${countLabel(kind, isCheck(job))}`);
  return (
    <div>
      <svg
        className={withLegend ? styles.bar : styles.small}
        viewBox={`0 0 ${WIDTH} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.join(", ")}
      >
        {placed(segments).map(({ kind, x, width }) => (
          <rect key={kind} className={styles.part} data-kind={kind} x={x} y={0} width={width} height={10} />
        ))}
      </svg>
      {withLegend && (
        <ul className={styles.legend}>
          {segments.map(({ kind, count: rows }) => (
            <li key={kind}>
              <span className={styles.swatch} data-kind={kind} aria-hidden />
              <strong>{count(rows)}</strong> {countLabel(kind, isCheck(job))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Side by side over the whole width; what is widened to be seen is taken from the widest. */
function placed(segments: readonly CountSegment[]): { kind: string; x: number; width: number }[] {
  const widths = segments.map(({ share }) => Math.max(SEGMENT_MIN, share * WIDTH));
  const excess = widths.reduce((sum, width) => sum + width, 0) - WIDTH;
  const widest = widths.indexOf(Math.max(...widths));
  let x = 0;
  return segments.map(({ kind }, index) => {
    const width = (widths[index] ?? 0) - (index === widest ? excess : 0);
    const part = { kind, x, width: Math.max(0, width - 1.5) };
    x += width;
    return part;
  });
}
