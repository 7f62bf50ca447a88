import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function JobPage() {
  return (
    <>
      <PageHead title="Job" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
