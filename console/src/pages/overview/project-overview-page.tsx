import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function ProjectOverviewPage() {
  return (
    <>
      <PageHead title="Overview" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
