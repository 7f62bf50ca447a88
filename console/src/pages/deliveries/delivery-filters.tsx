import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "./deliveries.module.css";
import { useEndpoints } from "./deliveries-queries.ts";
import { type DeliveriesSearch, isFiltered, SPANS, sessionMistake } from "./deliveries-search.ts";

const SPAN_WORDS: Readonly<Record<(typeof SPANS)[number], string>> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
};

interface FilterProps {
  project: string;
  search: DeliveriesSearch;
  /** Any change begins at the newest again. */
  onChange: (change: Partial<DeliveriesSearch>) => void;
}

/** Endpoint, session and time; the states have tabs of their own. */
export function DeliveryFilters({ project, search, onChange }: FilterProps) {
  const isCustom = search.from !== undefined || search.to !== undefined;
  const [showsTimes, setShowsTimes] = useState(isCustom);
  const span = showsTimes || isCustom ? "custom" : (search.since ?? null);
  const chooseSpan = (value: string | null) => {
    setShowsTimes(value === "custom");
    onChange({ since: SPANS.find((one) => one === value), from: undefined, to: undefined });
  };
  return (
    <search className={styles.filters} aria-label="Filters">
      <EndpointFilter project={project} url={search.url} onChange={(url) => onChange({ url })} />
      <SessionFilter
        key={search.session}
        session={search.session ?? ""}
        onChange={(session) => onChange({ session })}
      />
      <Select
        aria-label="Time"
        placeholder="Any time"
        className={styles.narrow}
        clearable
        clearButtonProps={{ "aria-label": "Any time" }}
        data={[
          ...SPANS.map((value) => ({ value, label: SPAN_WORDS[value] })),
          { value: "custom", label: "From … to …" },
        ]}
        value={span}
        onChange={chooseSpan}
      />
      {span === "custom" && (
        <>
          <TimeInput label="From" iso={search.from} onChange={(from) => onChange({ from })} />
          <TimeInput label="Until" iso={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {isFiltered(search) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setShowsTimes(false);
            onChange(NO_FILTERS);
          }}
        >
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
  since: undefined,
  from: undefined,
  to: undefined,
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

function TimeInput(props: { label: string; iso?: string; onChange: (iso: string | undefined) => void }) {
  return (
    <TextInput
      type="datetime-local"
      aria-label={`${props.label} (local time)`}
      className={styles.narrow}
      defaultValue={props.iso && localText(props.iso)}
      onChange={(event) => {
        const time = new Date(event.currentTarget.value);
        props.onChange(Number.isNaN(time.getTime()) ? undefined : time.toISOString());
      }}
    />
  );
}

/** As the input wants it: local time, to the minute. */
function localText(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
