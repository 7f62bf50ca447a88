import { Button } from "@mantine/core";
import type { Delivery } from "@shelfwire/client";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { LiveSwitch } from "../../parts/live.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./deliveries.module.css";
import { useDeliveries } from "./deliveries-queries.ts";
import { type DeliveriesSearch, isFiltered } from "./deliveries-search.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DeliveryFilters, NO_FILTERS } from "./delivery-filters.tsx";
import { DeliveryStatusBadge, isWaiting } from "./delivery-status.tsx";
import { outcomeTitle, reasonText } from "./outcome-words.ts";
import { RedeliverMany } from "./redeliver-many.tsx";
import { StatusTabs } from "./status-tabs.tsx";

const ROUTE = "/p/$project/deliveries";

/** What became of the project's callbacks: the newest first and live, narrowed by filters that stand in the address. */
export function DeliveriesPage() {
  const { project } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const [isAsking, setAsking] = useState(false);
  const page = useDeliveries(project, search);
  const change = (part: Partial<DeliveriesSearch>) => navigate({ search: (before) => ({ ...before, ...part }) });
  const filter = (part: Partial<DeliveriesSearch>) => change({ ...part, cursor: undefined });
  const rows = page.data?.deliveries;
  return (
    <>
      <PageHead title="Deliveries" about="One line for each event owed to one endpoint.">
        <LiveSwitch isFetching={page.isFetching} />
        <Button variant="default" onClick={() => setAsking(true)} disabled={rows === undefined}>
          Redeliver…
        </Button>
      </PageHead>
      <StatusTabs project={project} chosen={search.status} onChoose={(status) => filter({ status })} />
      <DeliveryFilters project={project} search={search} onChange={filter} />
      {page.error && !rows ? (
        <FailedState error={page.error} onRetry={page.refetch} />
      ) : (
        <>
          <DataTable
            label="Deliveries"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.delivery_id}
            onOpen={(row) => change({ open: row.delivery_id })}
            openKey={search.open}
            isStale={page.isPlaceholderData}
            empty={<Empty project={project} search={search} onClear={() => filter(NO_FILTERS)} />}
          />
          <Pager
            search={search}
            next={page.data?.next_cursor}
            shown={rows?.length ?? 0}
            onGo={(cursor) => change({ cursor })}
          />
        </>
      )}
      <DeliveryDrawer project={project} deliveryId={search.open} onClose={() => change({ open: undefined })} />
      <RedeliverMany project={project} search={search} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  { key: "created", header: "Published", cell: (row) => <Time at={row.creation_time} /> },
  { key: "status", header: "State", cell: (row) => <DeliveryStatusBadge delivery={row} /> },
  { key: "url", header: "Endpoint", cell: (row) => <span title={row.url}>{row.url}</span>, isFlexible: true },
  { key: "outcome", header: "Last failure", cell: lastFailure, hideBelow: "tablet" },
  { key: "attempts", header: "Attempts", cell: (row) => row.attempts_made, align: "right", hideBelow: "phone" },
  { key: "next", header: "Next attempt", cell: nextAttempt, hideBelow: "tablet" },
  { key: "wave", header: "Wave type", cell: (row) => row.wave_type, hideBelow: "tablet" },
  {
    key: "session",
    header: "Session",
    cell: (row) => <code title={row.session_uid}>{row.session_uid.slice(0, 8)}</code>,
    hideBelow: "tablet",
  },
];

const WAITING =
  "Its endpoint is failing: it goes out, without having spent an attempt, once another delivery gets through.";

function lastFailure(row: Delivery) {
  if (row.last_failure === null) return <span className={styles.muted}>–</span>;
  return <span title={reasonText(row.reason)}>{outcomeTitle(row.last_failure, row.last_status_code)}</span>;
}

function nextAttempt(row: Delivery) {
  if (row.status === "leased") return "now";
  if (isWaiting(row)) return <span title={WAITING}>once it is up</span>;
  return row.next_attempt_time === null ? (
    <span className={styles.muted}>–</span>
  ) : (
    <Time at={row.next_attempt_time} as="ago" />
  );
}

function Pager(props: {
  search: DeliveriesSearch;
  next: string | undefined;
  shown: number;
  onGo: (cursor: string | undefined) => void;
}) {
  const { search, next, shown, onGo } = props;
  if (shown === 0 && search.cursor === undefined) return null;
  return (
    <nav className={styles.pager} aria-label="Pages of the list">
      <span>{search.cursor === undefined ? `The newest ${shown}` : `${shown} older ones; this page stands still`}</span>
      <span className={styles.pagerButtons}>
        {search.cursor !== undefined && (
          <Button variant="default" onClick={() => onGo(undefined)}>
            Newest
          </Button>
        )}
        <Button variant="default" disabled={!next} onClick={() => onGo(next)}>
          Older
        </Button>
      </span>
    </nav>
  );
}

function Empty({ project, search, onClear }: { project: string; search: DeliveriesSearch; onClear: () => void }) {
  if (isFiltered(search)) return <FiltersHideAll what="deliveries" onClear={onClear} />;
  if (search.cursor !== undefined) return <NoneYet title="Nothing older">These were all.</NoneYet>;
  return (
    <NoneYet
      title="No deliveries yet"
      action={
        <Link to="/p/$project/subscription" params={{ project }}>
          To the subscription
        </Link>
      }
    >
      There will be one for each event that is published and each URL that is subscribed to its wave type. A test event
      makes the first.
    </NoneYet>
  );
}
