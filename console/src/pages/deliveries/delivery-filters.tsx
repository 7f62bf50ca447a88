import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { TimeFilter } from "../../parts/time-filter.tsx";
import { ANY_TIME } from "../../parts/time-span.ts";
import styles from "./deliveries.module.css";
import { useEndpoints } from "./deliveries-queries.ts";
import { type DeliveriesSearch, isFiltered, sessionMistake } from "./deliveries-search.ts";

interface FilterProps {
  project: string;
  search: DeliveriesSearch;
  /** Any change begins at the newest again. */
  onChange: (change: Partial<DeliveriesSearch>) => void;
}

/** Endpoint, session and time; the states have tabs of their own. */
export function DeliveryFilters({ project, search, onChange }: FilterProps) {
  return (
    <search className={styles.filters} aria-label="Filters">
      <EndpointFilter project={project} url={search.url} onChange={(url) => onChange({ url })} />
      <SessionFilter
        key={search.session}
        session={search.session ?? ""}
        onChange={(session) => onChange({ session })}
      />
      <TimeFilter search={search} onChange={onChange} className={styles.narrow} />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(NO_FILTERS)}>
          Clear
        </Button>
      )}
    </search>
  );
}

/** What takes every filter away. */
export const NO_FILTERS: Partial<DeliveriesSearch> = {
  status: undefined,
  url: undefined,
  session: undefined,
  ...ANY_TIME,
};

function EndpointFilter(props: { project: string; url?: string; onChange: (url: string | undefined) => void }) {
  const endpoints = useEndpoints(props.project);
  const urls = new Set([...(endpoints.data ?? []).map(({ url }) => url), ...(props.url ? [props.url] : [])]);
  return (
    <Select
      aria-label="Endpoint"
      placeholder="Any endpoint"
      className={styles.wide}
      clearable
      clearButtonProps={{ "aria-label": "Any endpoint" }}
      searchable={urls.size > 6}
      data={[...urls]}
      value={props.url ?? null}
      onChange={(url) => props.onChange(url ?? undefined)}
    />
  );
}

function SessionFilter({ session, onChange }: { session: string; onChange: (session: string | undefined) => void }) {
  const [text, setText] = useState(session);
  const [isLeft, setLeft] = useState(session !== "");
  const mistake = isLeft ? sessionMistake(text.trim()) : undefined;
  const apply = () => {
    setLeft(true);
    const next = text.trim();
    if (next !== session && sessionMistake(next) === undefined) onChange(next === "" ? undefined : next);
  };
  return (
    <TextInput
      aria-label="Session"
      placeholder="Session UID"
      className={styles.wide}
      data-page-search
      value={text}
      error={mistake}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setLeft(false);
      }}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
    />
  );
}
