import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { PageHead } from "../../parts/page-head.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import type { AuditSearch } from "./audit-search.ts";

/** Who changed what of one project. */
export function ProjectAuditPage() {
  const { project } = useParams({ from: "/p/$project/audit" });
  const search = useSearch({ from: "/p/$project/audit" });
  const navigate = useNavigate();
  const change = (next: AuditSearch) =>
    navigate({ to: "/p/$project/audit", params: { project }, search: next, replace: true });
  return (
    <>
      <PageHead title="Changes" about={`Every change of ${project}, by its people or the operator`} />
      <AuditFilters search={search} onChange={change} />
      <AuditList search={search} project={project} onClear={() => change({})} />
    </>
  );
}
