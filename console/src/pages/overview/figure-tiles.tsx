import { Skeleton } from "@mantine/core";
import type { OverviewFigures } from "@shelfwire/client";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, percent, shortCount } from "../../parts/figures.ts";
import { durationText } from "../../parts/time.tsx";
import styles from "./figure-tiles.module.css";

/** Below this share of delivered attempts something is wrong with an endpoint. */
const SUCCESS_WARN = 0.98;
/** Due work is taken within a second; what waits longer points to processes that do not keep up. */
const OLDEST_DUE_WARN_SECONDS = 30;

/** How it is at this moment; each figure leads to what it counts. */
export function FigureTiles({ figures, project }: { figures: OverviewFigures | undefined; project?: string }) {
  return (
    <section className={styles.tiles} aria-label="Now" aria-busy={figures === undefined}>
      <Tile label="Deliveries / min" value={figures && shortCount(figures.deliveries_per_minute)} />
      <Tile
        label="Success"
        value={figures && percent(figures.success_rate)}
        about="last 15 min"
        isBad={figures?.success_rate !== null && figures !== undefined && figures.success_rate < SUCCESS_WARN}
      />
      <Tile
        label="Answer time"
        value={figures && ms(figures.p50_ms)}
        about={figures && `p95 ${ms(figures.p95_ms)} · p99 ${ms(figures.p99_ms)}`}
        title="Half of the attempts were answered within this time; 95 % and 99 % within those below"
      />
      <Tile
        label="Oldest due"
        value={
          figures && (figures.oldest_due_seconds === null ? "none" : durationText(figures.oldest_due_seconds * 1_000))
        }
        about={figures && `${shortCount(figures.leased)} under way`}
        isBad={figures !== undefined && (figures.oldest_due_seconds ?? 0) > OLDEST_DUE_WARN_SECONDS}
      />
      <Tile
        label="Pending"
        value={figures && shortCount(figures.pending)}
        exact={figures?.pending}
        to={project && <DeliveriesLink project={project} status="pending" />}
      />
      <Tile
        label="Dead"
        value={figures && shortCount(figures.dead)}
        exact={figures?.dead}
        isBad={(figures?.dead ?? 0) > 0}
        to={project && <DeliveriesLink project={project} status="dead" />}
      />
      <Tile
        label="Jobs running"
        value={figures && count(figures.jobs_running)}
        about={figures && `${count(figures.jobs_queued)} queued`}
        to={project && <Link to="/p/$project/jobs" params={{ project }} aria-label="Jobs" className={styles.link} />}
      />
      <Tile label="Rows / s" value={figures && shortCount(figures.rows_per_second)} about="of running jobs" />
    </section>
  );
}

function Tile(props: {
  label: string;
  /** undefined while it is on its way. */
  value: string | undefined;
  about?: string;
  /** The number in full, on hover, where the value is shortened. */
  exact?: number;
  isBad?: boolean;
  title?: string;
  /** A link that covers the tile. */
  to?: ReactNode;
}) {
  const { label, value, about, exact, isBad, title, to } = props;
  return (
    <div className={styles.tile} title={title} data-bad={isBad || undefined}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value} title={exact === undefined ? undefined : count(exact)}>
        {value === undefined ? <Skeleton height={22} width={70} my={4} /> : value}
      </div>
      <div className={styles.about}>{about ?? "\u00a0"}</div>
      {to}
    </div>
  );
}

function DeliveriesLink({ project, status }: { project: string; status: "pending" | "dead" }) {
  return (
    <Link
      to="/p/$project/deliveries"
      params={{ project }}
      search={{ status }}
      aria-label={`${status} deliveries`}
      className={styles.link}
    />
  );
}

function ms(value: number | null): string {
  return value === null ? "–" : durationText(value);
}
