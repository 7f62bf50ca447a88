import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function ProjectsPage() {
  return (
    <>
      <PageHead title="Projects" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
