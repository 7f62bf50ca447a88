import { Button, Progress } from "@mantine/core";
import type { Job } from "@shelfwire/client";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { count } from "../../parts/figures.ts";
import { LiveSwitch } from "../../parts/live.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { durationText, Time } from "../../parts/time.tsx";
import { CountsBar } from "./counts-bar.tsx";
import { FileDrop } from "./file-drop.tsx";
import { JobFilters } from "./job-filters.tsx";
import { isCheck, JobStatusBadge } from "./job-status.tsx";
import styles from "./jobs.module.css";
import { PAGE_ROWS, useJobs } from "./jobs-queries.ts";
import { isFiltered, type JobsSearch, NO_FILTERS } from "./jobs-search.ts";
import { PageNumbers } from "./page-numbers.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

const ROUTE = "/p/$project/jobs";

/** The project's uploads, the newest first, and the way to a new one: a button, or a file dropped anywhere. */
export function JobsPage() {
  const { project } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const [upload, setUpload] = useState<{ file?: File }>();
  const page = useJobs(project, search);
  const change = (part: Partial<JobsSearch>) => navigate({ search: (before) => ({ ...before, ...part }) });
  const clear = () => change({ ...NO_FILTERS, page: undefined });
  const open = (job: Job) =>
    navigate({ to: "/p/$project/jobs/$job", params: { project, job: job.async_job_id }, search: {} });
  const rows = page.data?.jobs;
  return (
    <>
      <PageHead title="Jobs" about="Each uploaded file is a job: it takes effect as a whole, or not at all.">
        <LiveSwitch isFetching={page.isFetching} />
        <Button onClick={() => setUpload({})}>Upload a file</Button>
      </PageHead>
      <JobFilters project={project} search={search} onChange={(part) => change({ ...part, page: undefined })} />
      {page.error && !rows ? (
        <FailedState error={page.error} onRetry={page.refetch} />
      ) : (
        <DataTable
          label="Jobs"
          columns={COLUMNS}
          rows={rows}
          rowKey={(job) => job.async_job_id}
          onOpen={open}
          isStale={page.isPlaceholderData}
          empty={
            isFiltered(search) ? (
              <FiltersHideAll what="jobs" onClear={clear} />
            ) : (
              <NoJobs onUpload={() => setUpload({})} />
            )
          }
        />
      )}
      <PageNumbers
        page={search.page ?? 0}
        perPage={PAGE_ROWS}
        total={page.data?.metadata.total_count ?? 0}
        noun="job"
        onGo={(number) => change({ page: number === 0 ? undefined : number })}
      />
      <FileDrop onFile={(file) => setUpload({ file })} />
      <UploadDialog project={project} upload={upload} onClose={() => setUpload(undefined)} />
    </>
  );
}

const COLUMNS: readonly Column<Job>[] = [
  { key: "file", header: "File", cell: fileCell, isFlexible: true },
  { key: "entity", header: "Entity", cell: (job) => job.entity_type, hideBelow: "tablet" },
  { key: "status", header: "Status", cell: statusCell },
  { key: "rows", header: "Rows", cell: (job) => count(job.number_of_job_items), align: "right", hideBelow: "phone" },
  { key: "rejected", header: "Rejected", cell: rejectedCell, align: "right", hideBelow: "phone" },
  { key: "outcome", header: "Outcome", cell: (job) => <CountsBar job={job} />, hideBelow: "tablet" },
  { key: "user", header: "By", cell: (job) => job.user_name, hideBelow: "tablet" },
  { key: "created", header: "Uploaded", cell: (job) => <Time at={job.creation_time} />, hideBelow: "phone" },
  { key: "took", header: "Took", cell: tookText, align: "right", hideBelow: "tablet" },
];

function fileCell(job: Job) {
  return (
    <span title={job.file_name}>
      {job.file_name === "" ? "(no name)" : job.file_name}
      {isCheck(job) && <span className={styles.muted}> · check only</span>}
    </span>
  );
}

function statusCell(job: Job) {
  const percent = job.status === "in progress" ? job.progress?.percent : undefined;
  return (
    <span className={styles.statusCell}>
      <JobStatusBadge job={job} />
      {percent !== undefined && percent !== null && (
        <Progress className={styles.miniProgress} value={percent} size="xs" aria-label={`${percent} % read`} />
      )}
    </span>
  );
}

function rejectedCell(job: Job) {
  const rejected = job.number_of_rejected_items;
  return <span className={rejected ? styles.bad : styles.muted}>{count(rejected)}</span>;
}

function tookText(job: Job): string {
  if (job.complete_time === null) return "–";
  return durationText(Date.parse(job.complete_time) - Date.parse(job.creation_time));
}

function NoJobs({ onUpload }: { onUpload: () => void }) {
  return (
    <NoneYet title="No jobs yet" action={<Button onClick={onUpload}>Upload a file</Button>}>
      Stores, users and routes come in by uploading a CSV or JSON file. Drop one anywhere on this page. “Export” on the
      pages of stores, users and routes has an empty file to begin with.
    </NoneYet>
  );
}
