import { Button } from "@mantine/core";
import type { UnknownLookup } from "@shelfwire/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { count, counted } from "../../parts/figures.ts";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import { consoleApi, operatorApi } from "../../session/api.ts";
import { LOOKUP_WORDS, lookupTypeOf } from "./lookup-query.ts";

/** A table of all thousand that may be kept takes a second to draw. */
const SHOWN_FIRST = 50;

/** Values for which recent uploads had rows rejected, each with a button that adds it. Nothing where there are none. */
export function UnknownValues({ project }: { project: string }) {
  const [error, setError] = useState<unknown>();
  const [showsAll, setShowsAll] = useState(false);
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["lookups", project, "unknown"],
    queryFn: ({ signal }) => consoleApi.unknownLookups(project, { signal }),
  });
  const add = async (values: readonly UnknownLookup[]) => {
    setError(undefined);
    try {
      for (const [type, ofType] of Map.groupBy(values, (one) => lookupTypeOf(one.type))) {
        if (type)
          await operatorApi.addLookups(
            project,
            type,
            ofType.map(({ value }) => value),
          );
      }
    } catch (refusal) {
      setError(refusal);
    }
    await queries.invalidateQueries({ queryKey: ["lookups", project] });
  };
  if (data === undefined || data.length === 0) return null;
  return (
    <Panel
      title="Unknown values in recent uploads"
      about="Rows that named them were rejected"
      actions={
        data.length > 1 && (
          <Button variant="default" onClick={() => add(data)}>
            Add all {count(data.length)}
          </Button>
        )
      }
      isFlush
    >
      {error !== undefined && <ErrorNotice error={error} />}
      <DataTable
        label="Unknown values"
        columns={columnsOf(project, (value) => add([value]))}
        rows={showsAll ? data : data.slice(0, SHOWN_FIRST)}
        rowKey={({ type, value }) => `${type} ${value}`}
        empty={null}
      />
      {data.length > SHOWN_FIRST && !showsAll && (
        <Button variant="subtle" fullWidth onClick={() => setShowsAll(true)}>
          Show all {count(data.length)}
        </Button>
      )}
    </Panel>
  );
}

function columnsOf(project: string, onAdd: (value: UnknownLookup) => void): readonly Column<UnknownLookup>[] {
  return [
    { key: "value", header: "Value", isFlexible: true, cell: ({ value }) => <strong>{value}</strong> },
    { key: "type", header: "Lookup", cell: ({ type }) => LOOKUP_WORDS[lookupTypeOf(type) ?? "store_type_name"] },
    {
      key: "rows",
      header: "Rows",
      align: "right",
      hideBelow: "phone",
      cell: ({ rows, async_job_id }) => (
        <Link to="/p/$project/jobs/$job" params={{ project, job: async_job_id }}>
          {counted(rows, "row")}
        </Link>
      ),
    },
    {
      key: "seen",
      header: "Last seen",
      hideBelow: "tablet",
      cell: ({ last_seen }) => <Time at={last_seen} as="ago" />,
    },
    {
      key: "add",
      header: "Add",
      isHeaderHidden: true,
      align: "right",
      cell: (one) => (
        <Button size="compact-xs" variant="light" aria-label={`Add ${one.value}`} onClick={() => onAdd(one)}>
          Add
        </Button>
      ),
    },
  ];
}
