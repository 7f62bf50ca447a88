import { useNavigate, useSearch } from "@tanstack/react-router";
import { OperatorsOnly } from "../../parts/operators-only.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { useIsOperator } from "../../session/session.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import type { AuditSearch } from "./audit-search.ts";

/** Who changed what, in the whole installation. */
export function AuditPage() {
  return useIsOperator() ? (
    <Audit />
  ) : (
    <OperatorsOnly title="Audit log">Only the operator sees the changes of all projects.</OperatorsOnly>
  );
}

function Audit() {
  const search = useSearch({ from: "/audit" });
  const navigate = useNavigate();
  const change = (next: AuditSearch) => navigate({ to: "/audit", search: next, replace: true });
  return (
    <>
      <PageHead title="Audit log" about="Every change by the operator or a project, and who signed in or was refused" />
      <AuditFilters search={search} onChange={change} hasProjects />
      <AuditList search={search} onClear={() => change({})} />
    </>
  );
}
