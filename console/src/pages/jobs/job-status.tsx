import type { Job } from "@shelfwire/client";
import { StatusBadge } from "../../parts/status-badge.tsx";

/** A job's state; one that ended well but left rows out says so. */
export function JobStatusBadge({ job }: { job: Job }) {
  switch (job.status) {
    case "queued":
      return <StatusBadge tone="calm">queued</StatusBadge>;
    case "in progress":
      return <StatusBadge tone="running">{job.progress?.phase ?? "in progress"}</StatusBadge>;
    case "failed":
      return (
        <StatusBadge tone="bad">
          {/^The job was cancelled /.test(job.failure_reason ?? "") ? "cancelled" : "failed"}
        </StatusBadge>
      );
    case "done":
      return (job.number_of_rejected_items ?? 0) > 0 ? (
        <StatusBadge tone="warn">done, with rejections</StatusBadge>
      ) : (
        <StatusBadge tone="good">done</StatusBadge>
      );
  }
}

/** Whether the job only checks the file. */
export function isCheck(job: Job): boolean {
  return job.import_mode === "validate_only";
}
