import type { Job, RejectionDetail } from "@shelfwire/client";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { count } from "../../parts/figures.ts";
import { Panel } from "../../parts/panel.tsx";
import { PAGE_ROWS, useRejectionGroups, useRejections } from "./jobs-queries.ts";
import type { JobSearch } from "./jobs-search.ts";
import { PageNumbers } from "./page-numbers.tsx";
import { rejectionKind, sentValue } from "./rejection-words.ts";
import styles from "./rejections.module.css";

const ROUTE = "/p/$project/jobs/$job";

/** The refused rows of a job: what went wrong how often, then row by row. */
export function Rejections({ project, job }: { project: string; job: Job }) {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const page = useRejections(project, job.async_job_id, search);
  const change = (part: Partial<JobSearch>) => navigate({ search: (before) => ({ ...before, ...part }) });
  return (
    <Panel
      title={`${count(job.number_of_rejected_items)} rejected rows`}
      about="By what went wrong; choose one to see its rows only."
      isFlush
    >
      <Groups
        project={project}
        jobId={job.async_job_id}
        search={search}
        onChoose={(code, field) => change({ code, field, page: undefined })}
      />
      {page.error && !page.data ? (
        <FailedState error={page.error} onRetry={page.refetch} />
      ) : (
        <div className={styles.rows}>
          <DataTable
            label="Rejected rows"
            columns={COLUMNS}
            rows={page.data?.items}
            rowKey={(item) => `${item.row} ${item.code} ${item.field} ${item.message}`}
            isStale={page.isPlaceholderData}
            empty={<NoneYet title="No rows here">Choose another kind, or all of them.</NoneYet>}
          />
          <PageNumbers
            page={search.page ?? 0}
            perPage={PAGE_ROWS}
            total={page.data?.metadata.total_count ?? 0}
            noun="row"
            onGo={(number) => change({ page: number === 0 ? undefined : number })}
          />
        </div>
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<RejectionDetail>[] = [
  { key: "row", header: "Row", cell: (item) => count(item.row), align: "right" },
  { key: "line", header: "Line", cell: (item) => count(item.line), align: "right", hideBelow: "tablet" },
  {
    key: "key",
    header: "Key",
    cell: (item) => <span className={styles.key}>{keyText(item.key)}</span>,
    hideBelow: "phone",
  },
  { key: "field", header: "Field", cell: (item) => (item.field === null ? "–" : <code>{item.field}</code>) },
  {
    key: "value",
    header: "As it was sent",
    cell: (item) => <code className={styles.key}>{sentValue(item.value)}</code>,
    hideBelow: "tablet",
  },
  {
    key: "message",
    header: "Message",
    cell: (item) => <span title={item.message}>{item.message}</span>,
    isFlexible: true,
  },
];

function keyText(key: unknown): string {
  return typeof key === "string" ? key : key === null || key === undefined ? "–" : sentValue(key);
}

function Groups(props: {
  project: string;
  jobId: string;
  search: JobSearch;
  onChoose: (code: string | undefined, field: string | undefined) => void;
}) {
  const { project, jobId, search, onChoose } = props;
  const { data: groups } = useRejectionGroups(project, jobId);
  if (groups === undefined) return null;
  const most = Math.max(...groups.map(({ rows }) => rows), 1);
  return (
    <ul className={styles.groups}>
      <li>
        <button
          type="button"
          className={styles.group}
          aria-pressed={search.code === undefined}
          onClick={() => onChoose(undefined, undefined)}
        >
          All kinds
        </button>
      </li>
      {groups.map(({ code, field, message, rows }) => (
        <li key={`${code} ${field}`}>
          <button
            type="button"
            className={styles.group}
            aria-pressed={search.code === code && search.field === (field ?? undefined)}
            onClick={() => onChoose(code, field ?? undefined)}
          >
            <span className={styles.groupWords}>
              {rejectionKind(code)}
              {field !== null && (
                <>
                  : <code>{field}</code>
                </>
              )}
              <span className={styles.example}>{message}</span>
            </span>
            <svg className={styles.groupBar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, (rows / most) * 100)} height={4} />
            </svg>
            <span className={styles.groupCount}>{count(rows)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
