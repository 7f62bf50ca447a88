import { SegmentedControl, Skeleton } from "@mantine/core";
import type { Overview } from "@shelfwire/client";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { lazyPart } from "../../shell/lazy-page.tsx";
import { AttentionList } from "./attention-list.tsx";
import { FailureKinds } from "./failure-kinds.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import styles from "./overview-parts.module.css";
import { RANGES, type Range } from "./overview-search.ts";

// The drawing of charts weighs as much as a page: the figures need not wait for it, nor it for the figures.
const OutcomeChart = lazyPart(
  () => import("./outcome-chart.tsx").then((module) => module.OutcomeChart),
  <Skeleton height={240} />,
);
void OutcomeChart.preload();

const RANGE_WORDS = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" } as const;

/** Figures, what needs attention, and the outcomes over time. */
export function OverviewParts(props: {
  overview: Overview | undefined;
  range: Range;
  onRange: (range: Range) => void;
  /** Of the last refresh, while older figures are shown. */
  error: Error | null;
  project?: string;
}) {
  const { overview, range, onRange, error, project } = props;
  const ranges = RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));
  return (
    <div className={styles.parts}>
      {error && <ErrorNotice error={error} />}
      <FigureTiles figures={overview?.now} project={project} />
      <Panel
        title="Outcome of deliveries"
        actions={
          <SegmentedControl
            data={ranges}
            value={range}
            aria-label="How far back"
            onChange={(value) => onRange(RANGES.find((one) => one === value) ?? "24h")}
          />
        }
      >
        {overview === undefined ? (
          <Skeleton height={240} />
        ) : (
          <>
            <OutcomeChart buckets={overview.buckets} totals={overview.totals} project={project} />
            <FailureKinds failures={overview.totals.failures} />
          </>
        )}
      </Panel>
      <AttentionList attention={overview?.attention} isOfOneProject={project !== undefined} />
    </div>
  );
}
