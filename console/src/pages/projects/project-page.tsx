import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function ProjectPage() {
  return (
    <>
      <PageHead title="Project" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
