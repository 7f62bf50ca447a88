import { Progress } from "@mantine/core";
import type { Job } from "@shelfwire/client";
import { count } from "../../parts/figures.ts";
import { durationText } from "../../parts/time.tsx";
import styles from "./jobs.module.css";

/** How far a running job is; nothing for one that is not. */
export function JobProgress({ job }: { job: Job }) {
  if (job.status === "queued") {
    return (
      <p className={styles.muted}>Waiting for its turn: jobs of one project and entity run one after the other.</p>
    );
  }
  if (job.status !== "in progress") return null;
  const { progress } = job;
  const isApplying = progress?.phase === "applying";
  const percent = isApplying ? 100 : (progress?.percent ?? 0);
  return (
    <div>
      <Progress
        value={percent}
        animated={isApplying || progress?.percent === null}
        striped={isApplying}
        size="lg"
        aria-label={isApplying ? "Rows are being applied" : "Reading the file"}
      />
      <p className={styles.progress} aria-live="off">
        <strong>{isApplying ? "Applying all rows at once" : "Reading and checking"}</strong>
        <span>{count(progress?.rows_read ?? 0)} rows</span>
        {!isApplying && progress && <span>{count(progress.rows_per_second)} rows/s</span>}
        {!isApplying && progress?.percent !== null && progress?.percent !== undefined && (
          <span>{progress.percent} % of the file</span>
        )}
        {!isApplying && (progress?.seconds_left ?? 0) > 0 && (
          <span>about {durationText((progress?.seconds_left ?? 0) * 1_000)} left</span>
        )}
      </p>
    </div>
  );
}
