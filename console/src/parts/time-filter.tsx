import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { ANY_TIME, SPANS, type TimeSearch } from "./time-span.ts";

const SPAN_WORDS: Readonly<Record<(typeof SPANS)[number], string>> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
};

/** One of a few spans, or from when until when. */
export function TimeFilter(props: {
  search: TimeSearch;
  onChange: (change: TimeSearch) => void;
  /** Of each of its inputs. */
  className?: string;
}) {
  const { search, onChange, className } = props;
  const isCustom = search.from !== undefined || search.to !== undefined;
  const [wantsCustom, setWantsCustom] = useState(isCustom);
  const bounds = boundsText(search);
  const [sent, setSent] = useState(bounds);
  const [seen, setSeen] = useState(bounds);
  const [origin, setOrigin] = useState(0);
  // Bounds that were not sent from here have come by a link, the way back, or by clearing all filters: begin anew.
  if (bounds !== seen) {
    setSeen(bounds);
    if (bounds !== sent) {
      setSent(bounds);
      setOrigin(origin + 1);
      setWantsCustom(isCustom);
    }
  }
  const change = (part: TimeSearch) => {
    setSent(boundsText({ ...search, ...part }));
    onChange(part);
  };
  const span = wantsCustom || isCustom ? "custom" : (search.since ?? null);
  const chooseSpan = (value: string | null) => {
    setWantsCustom(value === "custom");
    change({ ...ANY_TIME, since: SPANS.find((one) => one === value) });
  };
  return (
    <>
      <Select
        aria-label="Time"
        placeholder="Any time"
        className={className}
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
          <TimeInput
            key={`from ${origin}`}
            label="From"
            className={className}
            iso={search.from}
            onChange={(from) => change({ from })}
          />
          <TimeInput
            key={`to ${origin}`}
            label="Until"
            className={className}
            iso={search.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </>
  );
}

function TimeInput(props: {
  label: string;
  className?: string;
  iso?: string;
  onChange: (iso: string | undefined) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      aria-label={`${props.label} (local time)`}
      className={props.className}
      defaultValue={props.iso && localText(props.iso)}
      onChange={(event) => {
        const time = new Date(event.currentTarget.value);
        props.onChange(Number.isNaN(time.getTime()) ? undefined : time.toISOString());
      }}
    />
  );
}

function boundsText({ from = "", to = "" }: TimeSearch): string {
  return `${from} ${to}`;
}

/** As the input wants it: local time, to the minute. */
function localText(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
