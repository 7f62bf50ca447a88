import { Button, Select } from "@mantine/core";
import type { JobStatus } from "@shelfwire/client";
import { shortCount } from "../../parts/figures.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { TimeFilter } from "../../parts/time-filter.tsx";
import tabs from "../deliveries/status-tabs.module.css";
import styles from "./jobs.module.css";
import { useJobCounts } from "./jobs-queries.ts";
import { ENTITY_TYPES, isFiltered, JOB_STATUSES, type JobsSearch, NO_FILTERS } from "./jobs-search.ts";

/** The states with their counts, the kind of entity, the time of the upload, and text. */
export function JobFilters(props: {
  project: string;
  search: JobsSearch;
  onChange: (change: Partial<JobsSearch>) => void;
}) {
  const { project, search, onChange } = props;
  const { data: counts } = useJobCounts(project, search);
  return (
    <search className={styles.filters} aria-label="Filters">
      <fieldset className={tabs.tabs}>
        <legend className={tabs.legend}>Status</legend>
        <button
          type="button"
          className={tabs.tab}
          aria-pressed={search.status === undefined}
          onClick={() => onChange({ status: undefined })}
        >
          All
        </button>
        {JOB_STATUSES.map((status) => (
          <StatusTab
            key={status}
            status={status}
            count={counts?.get(status)}
            isChosen={search.status === status}
            onClick={() => onChange({ status })}
          />
        ))}
      </fieldset>
      <div className={styles.narrowing}>
        <SearchField
          label="Search jobs"
          text={search.q ?? ""}
          onChange={(q) => onChange({ q })}
          className={styles.search}
        />
        <Select
          aria-label="Entity"
          placeholder="Any entity"
          className={styles.entity}
          clearable
          clearButtonProps={{ "aria-label": "Any entity" }}
          data={ENTITY_TYPES.map((value) => ({ value, label: `${value}s` }))}
          value={search.entity ?? null}
          onChange={(value) => onChange({ entity: ENTITY_TYPES.find((type) => type === value) })}
        />
        <TimeFilter search={search} onChange={onChange} className={styles.time} />
        {isFiltered(search) && (
          <Button variant="subtle" color="gray" onClick={() => onChange(NO_FILTERS)}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

function StatusTab(props: { status: JobStatus; count: number | undefined; isChosen: boolean; onClick: () => void }) {
  const { status, count, isChosen, onClick } = props;
  return (
    <button type="button" className={tabs.tab} aria-pressed={isChosen} onClick={onClick}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
      {count !== undefined && (
        <span className={tabs.count} data-bad={(status === "failed" && count > 0) || undefined}>
          {shortCount(count)}
        </span>
      )}
    </button>
  );
}
