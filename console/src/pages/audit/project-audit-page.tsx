import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function ProjectAuditPage() {
  return (
    <>
      <PageHead title="Changes" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
