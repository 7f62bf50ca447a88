import { Button } from "@mantine/core";
import type { AuditEntry } from "@shelfwire/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { Facts } from "../../parts/panel.tsx";
import { SideDrawer } from "../../parts/side-drawer.tsx";
import { Time } from "../../parts/time.tsx";
import { consoleApi } from "../../session/api.ts";
import styles from "./audit.module.css";
import type { AuditSearch } from "./audit-search.ts";
import { actionText, detailName, detailText, whoText } from "./audit-words.ts";

const PAGE_ROWS = 50;

/** Changes, newest first, page by page as one asks for more; of one project where one is named. */
export function AuditList(props: { search: AuditSearch; project?: string; onClear: () => void }) {
  const { search, project, onClear } = props;
  const [opened, setOpened] = useState<AuditEntry>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit(search, project);
  const entries = data?.pages.flatMap((page) => page.entries);
  if (entries === undefined && error) return <FailedState error={error} onRetry={refetch} />;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className={styles.list}>
      <DataTable
        label="Changes"
        columns={COLUMNS.filter(({ key }) => project === undefined || key !== "project")}
        rows={entries}
        rowKey={({ audit_id }) => String(audit_id)}
        onOpen={setOpened}
        openKey={opened && String(opened.audit_id)}
        empty={isFiltered ? <FiltersHideAll what="changes" onClear={onClear} /> : <NoneYet title="No changes yet" />}
      />
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
      <SideDrawer
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened && actionText(opened)}
      >
        {opened && <Detail entry={opened} />}
      </SideDrawer>
    </div>
  );
}

function useAudit({ user, action, project: named }: AuditSearch, project: string | undefined) {
  return useInfiniteQuery({
    queryKey: ["audit", project ?? null, user, action, named],
    queryFn: ({ pageParam, signal }) => {
      const filter = { user_name: user, action };
      const options = { cursor: pageParam === "" ? undefined : pageParam, limit: PAGE_ROWS, signal };
      return project === undefined
        ? consoleApi.audit({ ...filter, project: named }, options)
        : consoleApi.projectAudit(project, filter, options);
    },
    initialPageParam: "",
    getNextPageParam: (last) => (last.next_cursor === "" ? undefined : last.next_cursor),
  });
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: "time", header: "When", cell: ({ time }) => <Time at={time} /> },
  { key: "action", header: "What", cell: (entry) => <strong>{actionText(entry)}</strong> },
  {
    key: "target",
    header: "Of what",
    isFlexible: true,
    hideBelow: "phone",
    cell: ({ target }) => <span title={target ?? undefined}>{target ?? "–"}</span>,
  },
  { key: "who", header: "Who", cell: ({ actor }) => whoText(actor) },
  { key: "project", header: "Project", hideBelow: "phone", cell: ({ project }) => project ?? "–" },
  { key: "address", header: "From", hideBelow: "tablet", cell: ({ actor }) => <code>{actor.address ?? "–"}</code> },
];

function Detail({ entry }: { entry: AuditEntry }) {
  const { last_at: lastAt, ...others } = entry.details ?? {};
  const details = Object.entries(others).map(([name, value]) => [detailName(name), detailText(value)] as const);
  return (
    <>
      <Facts
        facts={[
          ["When", <Time key="when" at={entry.time} />],
          ...(typeof lastAt === "string" ? [["Last", <Time key="last" at={lastAt} />] as const] : []),
          ["Who", entry.actor.kind === "project" ? `${whoText(entry.actor)} (project)` : whoText(entry.actor)],
          ["From", entry.actor.address],
          ["Project", entry.project],
          ["Of what", entry.target],
          ["Action", <code key="action">{entry.action}</code>],
        ]}
      />
      {details.length > 0 && <Facts facts={details} />}
    </>
  );
}
