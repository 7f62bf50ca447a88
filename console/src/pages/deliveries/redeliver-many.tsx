import { SegmentedControl } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { count, counted } from "../../parts/figures.ts";
import { Time } from "../../parts/time.tsx";
import styles from "./deliveries.module.css";
import { useDeliveryAccess } from "./deliveries-queries.ts";
import { type DeliveriesSearch, filterOf } from "./deliveries-search.ts";

/** Only what has ended can be run again; `cancelled` cannot. */
type Redeliverable = "dead" | "delivered";

/** Asks before all that match the filters are sent again, with their count. */
export function RedeliverMany(props: {
  project: string;
  search: DeliveriesSearch;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { project, search, isOpen, onClose } = props;
  const access = useDeliveryAccess(project);
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Redeliverable>();
  const status: Redeliverable = chosen ?? (search.status === "delivered" ? "delivered" : "dead");
  // What is counted is what will be sent: the bounds of time are fixed when the dialog opens.
  const [openedMs, setOpenedMs] = useState(0);
  if (isOpen && openedMs === 0) setOpenedMs(Date.now());
  if (!isOpen && openedMs !== 0) setOpenedMs(0);
  const filter = { ...filterOf(search, openedMs), status, to: search.to ?? new Date(openedMs).toISOString() };
  const counting = useQuery({
    queryKey: ["redeliverable", project, filter],
    queryFn: ({ signal }) => access.redeliverMany(filter, { dryRun: true, signal }),
    enabled: isOpen && openedMs !== 0,
    staleTime: 0,
    placeholderData: undefined,
  });
  const matched = counting.data?.matched;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setChosen(undefined);
        onClose();
      }}
      title="Redeliver all that match"
      action={matched === undefined ? "Redeliver" : `Redeliver ${counted(matched, "delivery", "deliveries")}`}
      isDisabled={!matched}
      onConfirm={async () => {
        await access.redeliverMany(filter);
        await queries.invalidateQueries({ queryKey: ["deliveries", project] });
      }}
    >
      <SegmentedControl
        fullWidth
        aria-label="Which of them"
        data={[
          { value: "dead", label: "Dead ones" },
          { value: "delivered", label: "Delivered ones, once more" },
        ]}
        value={status}
        onChange={(value) => setChosen(value === "delivered" ? "delivered" : "dead")}
      />
      <p aria-live="polite">
        {matched === undefined ? "Counting…" : <strong>{countText(matched, status)}</strong>}{" "}
        <Scope search={search} openedMs={openedMs} />
      </p>
      <p className={styles.muted}>
        Each starts with a new first round and keeps its webhook-id, so that receivers can drop what they have seen.
        What was cancelled, or whose URL is no longer subscribed, stays as it is.
      </p>
      {counting.error && <ErrorNotice error={counting.error} />}
    </ConfirmDialog>
  );
}

function countText(matched: number, status: Redeliverable): string {
  const noun = matched === 1 ? "delivery" : "deliveries";
  return `${count(matched)} ${status} ${noun} ${matched === 1 ? "matches" : "match"}.`;
}

/** The filters in words, as the list behind the dialog may be long. */
function Scope({ search, openedMs }: { search: DeliveriesSearch; openedMs: number }) {
  const { from } = filterOf(search, openedMs);
  const { url, session, to } = search;
  if (![url, session, from, to].some((part) => part !== undefined)) return <span>Of every endpoint and time.</span>;
  return (
    <span>
      {url && <>Endpoint {url}. </>}
      {session && <>Session {session}. </>}
      {from && (
        <>
          From <Time at={from} />.{" "}
        </>
      )}
      {to && (
        <>
          Until <Time at={to} />.
        </>
      )}
    </span>
  );
}
