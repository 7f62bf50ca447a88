import { Button } from "@mantine/core";
import type { ProjectSummary } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { count, counted, shortCount } from "../../parts/figures.ts";
import { PlusIcon } from "../../parts/icons.tsx";
import { LiveSwitch, useLiveInterval } from "../../parts/live.tsx";
import { OperatorsOnly } from "../../parts/operators-only.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Sparkline } from "../../parts/sparkline.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Time } from "../../parts/time.tsx";
import { consoleApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";
import { CreateProjectDialog } from "./create-project-dialog.tsx";

const REFRESH_MS = 10_000;

/** All projects with how they are. */
export function ProjectsPage() {
  return useIsOperator() ? (
    <ProjectList />
  ) : (
    <OperatorsOnly title="Projects">Projects are the operator's to manage.</OperatorsOnly>
  );
}

function ProjectList() {
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const refetchInterval = useLiveInterval(REFRESH_MS);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["projects", "summary"],
    queryFn: ({ signal }) => consoleApi.projectSummaries({ signal }),
    refetchInterval,
  });
  const create = (
    <Button leftSection={<PlusIcon size={14} />} onClick={() => setCreating(true)}>
      Create a project
    </Button>
  );
  return (
    <>
      <PageHead title="Projects" about={data && counted(data.length, "project")}>
        <LiveSwitch isFetching={isFetching} />
        {create}
      </PageHead>
      {data === undefined && error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DataTable
          label="Projects"
          columns={COLUMNS}
          rows={data}
          rowKey={({ project }) => project}
          onOpen={({ project }) => navigate({ to: "/p/$project", params: { project } })}
          empty={
            <NoneYet title="No projects yet" action={create}>
              A project is one client with its own tokens, subscription, stores and jobs, kept apart from all others.
            </NoneYet>
          }
        />
      )}
      <CreateProjectDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(project) => navigate({ to: "/projects/$project", params: { project }, search: { tab: "tokens" } })}
      />
    </>
  );
}

const COLUMNS: readonly Column<ProjectSummary>[] = [
  { key: "project", header: "Project", cell: ({ project }) => <strong>{project}</strong>, isFlexible: true },
  { key: "health", header: "State", cell: (summary) => <Health summary={summary} /> },
  {
    key: "sparkline",
    header: "Deliveries, 24 hours",
    hideBelow: "tablet",
    cell: ({ sparkline }) => {
      const delivered = sparkline.reduce((sum, hour) => sum + hour.delivered, 0);
      const failed = sparkline.reduce((sum, hour) => sum + hour.failed, 0);
      return (
        <Sparkline
          bars={sparkline.map((hour) => ({ good: hour.delivered, bad: hour.failed }))}
          label={`${count(delivered)} delivered, ${count(failed)} failed attempts in 24 hours`}
        />
      );
    },
  },
  {
    key: "pending",
    header: "Pending",
    align: "right",
    hideBelow: "phone",
    cell: ({ pending }) => <span title={count(pending)}>{shortCount(pending)}</span>,
  },
  {
    key: "stores",
    header: "Stores",
    align: "right",
    hideBelow: "phone",
    cell: ({ stores }) => <span title={count(stores)}>{shortCount(stores)}</span>,
  },
  {
    key: "event",
    header: "Last event",
    hideBelow: "tablet",
    cell: (row) => <Time at={row.last_event_time} as="ago" />,
  },
  { key: "job", header: "Last job", hideBelow: "tablet", cell: (row) => <Time at={row.last_job_time} as="ago" /> },
  {
    key: "settings",
    header: "Settings",
    isHeaderHidden: true,
    align: "right",
    cell: ({ project }) => (
      <Link to="/projects/$project" params={{ project }} aria-label={`Settings of ${project}`}>
        Settings
      </Link>
    ),
  },
];

function Health({ summary }: { summary: ProjectSummary }) {
  if (summary.failing_endpoints > 0) {
    return <StatusBadge tone="bad">{counted(summary.failing_endpoints, "endpoint")} failing</StatusBadge>;
  }
  if (summary.dead > 0) return <StatusBadge tone="warn">{shortCount(summary.dead)} dead</StatusBadge>;
  return summary.last_event_time === null ? (
    <StatusBadge tone="calm">No events yet</StatusBadge>
  ) : (
    <StatusBadge tone="good">Well</StatusBadge>
  );
}
