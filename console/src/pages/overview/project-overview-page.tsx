import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { FailedState } from "../../parts/empty-state.tsx";
import { LiveSwitch } from "../../parts/live.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { OverviewParts } from "./overview-parts.tsx";
import { useOverview } from "./overview-query.ts";
import type { Range } from "./overview-search.ts";

export function ProjectOverviewPage() {
  const { project } = useParams({ from: "/p/$project" });
  return <ProjectOverview project={project} />;
}

/** The figures of one project. */
export function ProjectOverview({ project }: { project: string }) {
  const { range = "24h" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useOverview(range, project);
  const setRange = (next: Range) =>
    navigate({ to: "/p/$project", params: { project }, search: { range: next }, replace: true });
  return (
    <>
      <PageHead title={project} about="Callbacks and uploads of this project">
        <LiveSwitch isFetching={isFetching} />
      </PageHead>
      {data === undefined && error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <OverviewParts overview={data} range={range} onRange={setRange} error={error} project={project} />
      )}
    </>
  );
}
