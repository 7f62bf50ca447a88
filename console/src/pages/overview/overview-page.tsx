import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FailedState } from "../../parts/empty-state.tsx";
import { LiveSwitch } from "../../parts/live.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { projectsQuery } from "../../session/projects-query.ts";
import { useIsOperator, useSession } from "../../session/session.tsx";
import { FirstRun } from "../first-run/first-run.tsx";
import { OverviewParts } from "./overview-parts.tsx";
import { useOverview } from "./overview-query.ts";
import type { Range } from "./overview-search.ts";
import { ProjectOverview } from "./project-overview-page.tsx";

/** The first page: of the whole service for the operator, of their project for a project's people. */
export function OverviewPage() {
  const session = useSession();
  return session.kind === "operator" ? <ServiceOverview /> : <ProjectOverview project={session.project} />;
}

function ServiceOverview() {
  const { range = "24h" } = useSearch({ from: "/" });
  const navigate = useNavigate();
  const isOperator = useIsOperator();
  const { data: projects } = useQuery({ ...projectsQuery, enabled: isOperator });
  const { data, error, isFetching, refetch } = useOverview(range);
  const setRange = (next: Range) => navigate({ to: "/", search: { range: next }, replace: true });
  return (
    <>
      <PageHead title="Overview" about="All projects of this installation">
        <LiveSwitch isFetching={isFetching} />
      </PageHead>
      {projects && <FirstRun projects={projects} />}
      {data === undefined && error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <OverviewParts overview={data} range={range} onRange={setRange} error={error} />
      )}
    </>
  );
}
