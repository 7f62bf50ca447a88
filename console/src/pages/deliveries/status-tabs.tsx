import type { DeliveryStatus } from "@shelfwire/client";
import { shortCount } from "../../parts/figures.ts";
import { STATUSES } from "./deliveries-search.ts";
import { useDeliveryCounts } from "./delivery-counts.ts";
import { statusWord } from "./delivery-status.tsx";
import styles from "./status-tabs.module.css";

/** The states with their counts, always in sight; choosing one narrows the list. */
export function StatusTabs(props: {
  project: string;
  chosen: DeliveryStatus | undefined;
  onChoose: (status: DeliveryStatus | undefined) => void;
}) {
  const { project, chosen, onChoose } = props;
  const counts = useDeliveryCounts(project);
  return (
    <fieldset className={styles.tabs}>
      <legend className={styles.legend}>State</legend>
      <Tab label="All" isChosen={chosen === undefined} onClick={() => onChoose(undefined)} />
      {STATUSES.map((status) => (
        <Tab
          key={status}
          label={capitalised(statusWord(status))}
          count={counts?.[status]}
          isBad={status === "dead"}
          isChosen={chosen === status}
          onClick={() => onChoose(status)}
        />
      ))}
    </fieldset>
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function Tab(props: { label: string; count?: number; isBad?: boolean; isChosen: boolean; onClick: () => void }) {
  const { label, count, isBad, isChosen, onClick } = props;
  return (
    <button type="button" className={styles.tab} aria-pressed={isChosen} onClick={onClick}>
      {label}
      {count !== undefined && (
        <span className={styles.count} data-bad={(isBad && count > 0) || undefined}>
          {shortCount(count)}
        </span>
      )}
    </button>
  );
}
