import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function SystemPage() {
  return (
    <>
      <PageHead title="System" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
