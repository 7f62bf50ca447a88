import type { Job } from "@shelfwire/client";

/** What became of rows; also the name of its colour. */
export type CountKind = "created" | "changed" | "unchanged" | "deleted" | "repeated" | "rejected";

export interface CountSegment {
  kind: CountKind;
  count: number;
  /** Of all rows, from 0 to 1. */
  share: number;
}

/** The parts of a job's rows in the order in which the bar shows them; those that are empty are left out. */
export function countSegments(job: Job): CountSegment[] {
  const total = job.number_of_job_items ?? 0;
  if (total === 0) return [];
  const known = {
    created: job.number_of_created_items ?? 0,
    changed: job.number_of_changed_items ?? 0,
    unchanged: job.number_of_unchanged_items ?? 0,
    deleted: job.number_of_deleted_items ?? 0,
  };
  const keys = known.created + known.changed + known.unchanged + known.deleted;
  const counts: Record<CountKind, number> = {
    ...known,
    // A key that stands in the file more than once is one row of the data and several of the file.
    repeated: Math.max(0, (job.number_of_effected_items ?? 0) - keys),
    rejected: job.number_of_rejected_items ?? 0,
  };
  return KINDS.map((kind) => ({ kind, count: counts[kind], share: counts[kind] / total })).filter(
    ({ count }) => count > 0,
  );
}

/** `validate_only` jobs write nothing: they tell what would become of the rows. */
export function countLabel(kind: CountKind, isCheck: boolean): string {
  return (isCheck ? CHECK_LABELS : LABELS)[kind];
}

const LABELS: Readonly<Record<CountKind, string>> = {
  created: "created",
  changed: "changed",
  unchanged: "unchanged",
  deleted: "deleted",
  repeated: "repeated in the file",
  rejected: "rejected",
};
const CHECK_LABELS: Readonly<Record<CountKind, string>> = {
  created: "would be created",
  changed: "would change",
  unchanged: "would stay as they are",
  deleted: "would be deleted",
  repeated: "repeated in the file",
  rejected: "would be rejected",
};
const KINDS: readonly CountKind[] = ["created", "changed", "unchanged", "deleted", "repeated", "rejected"];
