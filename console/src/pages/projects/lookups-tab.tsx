import { Button, Skeleton, TextInput } from "@mantine/core";
import type { LookupType } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { count, counted } from "../../parts/figures.ts";
import { Panel } from "../../parts/panel.tsx";
import { LOOKUP_TYPES, LOOKUP_WORDS, lookupQuery } from "./lookup-query.ts";
import { LookupValuesDialog } from "./lookup-values-dialog.tsx";
import styles from "./project-tabs.module.css";
import { UnknownValues } from "./unknown-values.tsx";

/** More are found by the filter; a list of thousands helps nobody. */
const SHOWN_MAX = 500;

/** The values that rows may use, type by type, and those that uploads have asked for in vain. */
export function LookupsTab({ project }: { project: string }) {
  const [type, setType] = useState<LookupType>("store_type_name");
  return (
    <div className={styles.tab}>
      <UnknownValues project={project} />
      <div className={styles.types}>
        <ul className={styles.typeList} aria-label="Lookups">
          {LOOKUP_TYPES.map((one) => (
            <li key={one}>
              <TypeButton project={project} type={one} isChosen={one === type} onChoose={() => setType(one)} />
            </li>
          ))}
        </ul>
        <TypeValues key={`${project} ${type}`} project={project} type={type} />
      </div>
    </div>
  );
}

function TypeButton(props: { project: string; type: LookupType; isChosen: boolean; onChoose: () => void }) {
  const { data } = useQuery(lookupQuery(props.project, props.type));
  return (
    <button
      type="button"
      className={styles.type}
      aria-current={props.isChosen ? "true" : undefined}
      onClick={props.onChoose}
    >
      <span>{LOOKUP_WORDS[props.type]}</span>
      <span>{count(data?.length)}</span>
    </button>
  );
}

function TypeValues({ project, type }: { project: string; type: LookupType }) {
  const [filter, setFilter] = useState("");
  const [dialog, setDialog] = useState<"add" | "replace">();
  const { data, error, refetch } = useQuery(lookupQuery(project, type));
  const shown = data?.filter((value) => value.toLowerCase().includes(filter.toLowerCase())) ?? [];
  const add = <Button onClick={() => setDialog("add")}>Add values</Button>;
  const replace = (
    <Button variant="default" onClick={() => setDialog("replace")}>
      Replace all
    </Button>
  );
  return (
    <Panel
      title={LOOKUP_WORDS[type]}
      about={`Field ${type}${data ? `, ${counted(data.length, "value")}` : ""}`}
      actions={
        <>
          {data !== undefined && data.length > 0 && replace}
          {add}
        </>
      }
    >
      {data === undefined && (error ? <FailedState error={error} onRetry={refetch} /> : <Skeleton height={80} />)}
      {data?.length === 0 && (
        <NoneYet title="No values yet">
          While it is empty, every row that names one is rejected (unless the project is open for unknown values).
        </NoneYet>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <TextInput
            aria-label="Filter the values"
            placeholder="Filter the values"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            data-page-search
          />
          {shown.length === 0 && <FiltersHideAll what="values" onClear={() => setFilter("")} />}
          <ul className={styles.values}>
            {shown.slice(0, SHOWN_MAX).map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
          {shown.length > SHOWN_MAX && (
            <p className={styles.about}>and {count(shown.length - SHOWN_MAX)} more; filter to find them</p>
          )}
        </>
      )}
      {dialog && (
        <LookupValuesDialog
          project={project}
          type={type}
          how={dialog}
          present={data ?? []}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Panel>
  );
}
