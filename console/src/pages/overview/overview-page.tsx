import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function OverviewPage() {
  return (
    <>
      <PageHead title="Overview" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
