import { Button, Skeleton } from "@mantine/core";
import type { Job } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { count } from "../../parts/figures.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { projectApi } from "../../session/api.ts";
import { CountsBar } from "./counts-bar.tsx";
import { JobDownloads, JobFacts } from "./job-facts.tsx";
import { JobProgress } from "./job-progress.tsx";
import { isCheck, JobStatusBadge } from "./job-status.tsx";
import styles from "./jobs.module.css";
import { isUnderWay, useJob } from "./jobs-queries.ts";
import { Rejections } from "./rejections.tsx";
import { UploadChecked } from "./upload-checked.tsx";

const ROUTE = "/p/$project/jobs/$job";

/** One upload: how far it is, what became of its rows, and which were refused and why. */
export function JobPage() {
  const { project, job: jobId } = useParams({ from: ROUTE });
  const { data: job, error, refetch } = useJob(project, jobId);
  if (error && !job) return <FailedState error={error} onRetry={refetch} />;
  if (job === undefined) return <Skeleton height={280} />;
  if (job === null) {
    return (
      <NoneYet
        title="There is no such job"
        action={
          <Link to="/p/$project/jobs" params={{ project }}>
            To the jobs
          </Link>
        }
      />
    );
  }
  return <JobDetail project={project} job={job} />;
}

function JobDetail({ project, job }: { project: string; job: Job }) {
  const hasRejections = (job.number_of_rejected_items ?? 0) > 0;
  return (
    <>
      <PageHead
        title={job.file_name === "" ? "Job" : job.file_name}
        about={
          <>
            <JobStatusBadge job={job} /> {isCheck(job) ? "Check of" : "Upload of"} {job.entity_type}s
          </>
        }
      >
        {isUnderWay(job) && <CancelJob project={project} job={job} />}
      </PageHead>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Outcome job={job} />
          <UploadChecked project={project} job={job} />
          {job.warnings.length > 0 && (
            <Panel title="Odd, but taken">
              <ul className={styles.warnings}>
                {job.warnings.map((warning) => (
                  <li key={warning} className={styles.message}>
                    {warning}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <JobDownloads job={job} />
        </div>
        <JobFacts job={job} />
      </div>
      {hasRejections && <Rejections project={project} job={job} />}
    </>
  );
}

function Outcome({ job }: { job: Job }) {
  if (isUnderWay(job)) {
    return (
      <Panel title="Progress">
        <JobProgress job={job} />
      </Panel>
    );
  }
  if (job.status === "failed") {
    return (
      <Panel title="Nothing of this file is in effect">
        <p className={styles.reason}>{job.failure_reason}</p>
      </Panel>
    );
  }
  return (
    <Panel title={`${count(job.number_of_job_items)} rows`}>
      {job.number_of_job_items === 0 ? (
        <p className={styles.muted}>The file has no rows.</p>
      ) : (
        <CountsBar job={job} withLegend />
      )}
    </Panel>
  );
}

function CancelJob({ project, job }: { project: string; job: Job }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const read = job.progress?.rows_read ?? 0;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel the job…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel the job"
        action="Cancel the job"
        isDestructive
        onConfirm={async () => {
          await projectApi(project).cancelJob(job.async_job_id);
          await queries.invalidateQueries({ queryKey: ["job", project, job.async_job_id] });
        }}
      >
        <p>
          {read > 0 ? `${count(read)} rows have been read. ` : ""}Nothing of the file will be applied, and the job
          cannot be taken up again.
        </p>
      </ConfirmDialog>
    </>
  );
}
