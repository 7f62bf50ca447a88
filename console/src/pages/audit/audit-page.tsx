import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function AuditPage() {
  return (
    <>
      <PageHead title="Audit log" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
