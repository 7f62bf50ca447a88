import type { SystemRecord } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState } from "../../parts/empty-state.tsx";
import { bytes, count, counted, shortCount } from "../../parts/figures.ts";
import { LiveSwitch, useLiveInterval } from "../../parts/live.tsx";
import { OperatorsOnly } from "../../parts/operators-only.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { durationText, Time } from "../../parts/time.tsx";
import { consoleApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";
import styles from "./system-page.module.css";

const REFRESH_MS = 5_000;
/** A process beats once a second; after five the others take its work. */
const SILENT_MS = 5_000;

/** What runs, on what, and how it is set up. */
export function SystemPage() {
  return useIsOperator() ? (
    <System />
  ) : (
    <OperatorsOnly title="System">Only the operator sees the system.</OperatorsOnly>
  );
}

function System() {
  const refetchInterval = useLiveInterval(REFRESH_MS);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["system"],
    queryFn: ({ signal }) => consoleApi.system({ signal }),
    refetchInterval,
  });
  return (
    <>
      <PageHead title="System" about={data && `Shelfwire ${data.version}, Node ${data.node_version}`}>
        <LiveSwitch isFetching={isFetching} />
      </PageHead>
      {data === undefined && error ? <FailedState error={error} onRetry={refetch} /> : <Parts system={data} />}
    </>
  );
}

function Parts({ system }: { system: SystemRecord | undefined }) {
  return (
    <div className={styles.parts}>
      <h2 className={styles.title}>Processes</h2>
      <DataTable
        label="Processes"
        columns={PROCESS_COLUMNS}
        rows={system?.processes}
        rowKey={({ process_id }) => String(process_id)}
        empty={null}
      />
      {system && (
        <div className={styles.columns}>
          <QueuePanel system={system} />
          <Panel title="Kept for" about="What is older is removed by itself">
            <Facts facts={system.retention.map(({ name, days }) => [name, counted(days, "day")] as const)} />
          </Panel>
          <Panel title="Limits">
            <Facts facts={system.limits.map(({ name, value, unit }) => [name, limitText(value, unit)] as const)} />
          </Panel>
        </div>
      )}
      {system && <DatabasePart database={system.database} />}
      <h2 className={styles.title}>Configuration</h2>
      <DataTable
        label="Configuration"
        columns={SETTING_COLUMNS}
        rows={system?.configuration}
        rowKey={({ name }) => name}
        empty={null}
      />
    </div>
  );
}

function QueuePanel({ system: { queue } }: { system: SystemRecord }) {
  const oldest = queue.oldest_due_seconds === null ? "none is due" : durationText(queue.oldest_due_seconds * 1_000);
  return (
    <Panel title="Queues">
      <Facts
        facts={[
          ["Deliveries pending", count(queue.pending)],
          ["Under way", count(queue.leased)],
          ["Dead", count(queue.dead)],
          ["Oldest due", oldest],
          ["Jobs queued", count(queue.jobs_queued)],
          ["Jobs running", count(queue.jobs_running)],
        ]}
      />
    </Panel>
  );
}

function DatabasePart({ database }: { database: SystemRecord["database"] }) {
  const largest = Math.max(1, ...database.tables.map((table) => table.bytes));
  return (
    <>
      <h2 className={styles.title}>
        Database
        <span className={styles.about}>
          PostgreSQL {database.version.replace(/^PostgreSQL /, "")}
          {database.embedded ? ", brought along" : ""}, {bytes(database.bytes)}
        </span>
      </h2>
      <DataTable
        label="Tables"
        columns={tableColumns(largest)}
        rows={database.tables}
        rowKey={({ name }) => name}
        empty={null}
      />
    </>
  );
}

type Process = SystemRecord["processes"][number];

const PROCESS_COLUMNS: readonly Column<Process>[] = [
  {
    key: "host",
    header: "Host",
    isFlexible: true,
    cell: ({ host, pid, is_this }) => (
      <>
        <strong>{host}</strong> <span className={styles.muted}>{`${pid}${is_this ? ", answers this page" : ""}`}</span>
      </>
    ),
  },
  { key: "state", header: "State", cell: ({ last_beat_at }) => <Beat at={last_beat_at} /> },
  { key: "roles", header: "Roles", cell: ({ roles }) => roles.join(", ") },
  { key: "version", header: "Version", hideBelow: "tablet", cell: ({ version }) => version },
  {
    key: "started",
    header: "Started",
    hideBelow: "phone",
    cell: ({ started_at }) => <Time at={started_at} as="ago" />,
  },
];

function Beat({ at }: { at: string }) {
  const isSilent = Date.now() - Date.parse(at) > SILENT_MS * 2;
  return isSilent ? <StatusBadge tone="bad">silent</StatusBadge> : <StatusBadge tone="good">alive</StatusBadge>;
}

function tableColumns(largest: number): readonly Column<SystemRecord["database"]["tables"][number]>[] {
  return [
    { key: "name", header: "Table", cell: ({ name }) => name },
    {
      key: "share",
      header: "Share",
      isHeaderHidden: true,
      hideBelow: "phone",
      isFlexible: true,
      cell: (table) => (
        <div className={styles.bar} style={{ width: `${Math.max(0.5, (table.bytes / largest) * 100)}%` }} />
      ),
    },
    { key: "bytes", header: "Size", align: "right", cell: (table) => bytes(table.bytes) },
    {
      key: "rows",
      header: "Rows, about",
      align: "right",
      cell: (table) => <span title={count(table.rows_estimate)}>{shortCount(table.rows_estimate)}</span>,
    },
  ];
}

const SETTING_COLUMNS: readonly Column<SystemRecord["configuration"][number]>[] = [
  { key: "name", header: "Setting", cell: ({ name }) => <code>{name}</code> },
  {
    key: "value",
    header: "Value",
    isFlexible: true,
    cell: ({ value }) => (value ? <code title={value}>{value}</code> : <span className={styles.muted}>not set</span>),
  },
  { key: "source", header: "From", hideBelow: "phone", cell: ({ source }) => source },
];

function limitText(value: number, unit: string): string {
  if (unit === "bytes") return bytes(value);
  if (unit === "ms") return durationText(value);
  return unit === "" ? count(value) : `${count(value)} ${unit}`;
}
