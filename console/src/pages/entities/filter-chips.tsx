import { ActionIcon, MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { CloseIcon } from "../../parts/icons.tsx";
import styles from "./entities.module.css";
import { useLookups } from "./entities-queries.ts";
import { EMPTY, type EntitiesSearch, filterFields, filtersOf } from "./entities-search.ts";
import type { EntityField, EntityShape } from "./entity-fields.ts";

const OPTIONS_SHOWN = 100;

/** The filters that are set, and the one being added; each to be changed or taken away. */
export function FilterChips(props: {
  project: string;
  shape: EntityShape;
  search: EntitiesSearch;
  /** The name of a field that a filter is being added for. */
  added: string | undefined;
  onChange: (change: Partial<EntitiesSearch>) => void;
}) {
  const { project, shape, search, added, onChange } = props;
  const set = filtersOf(search, shape).filter(([{ name }]) => name !== "is_deleted");
  const fresh = filterFields(shape).filter(({ name }) => name === added && search[name] === undefined);
  const filters = [...set, ...fresh.map((field): [EntityField, string[]] => [field, []])];
  if (filters.length === 0) return null;
  return (
    <div className={styles.chips}>
      {filters.map(([field, values]) => (
        <div key={field.name} className={styles.chip}>
          <span>{field.label}</span>
          <FilterValue
            project={project}
            field={field}
            values={values}
            onChange={(next) => onChange({ [field.name]: next.length === 0 ? undefined : next })}
          />
          <ActionIcon
            size="sm"
            color="gray"
            aria-label={`Remove the filter ${field.label}`}
            onClick={() => onChange({ [field.name]: undefined })}
          >
            <CloseIcon size={12} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}

interface ValueProps {
  project: string;
  field: EntityField;
  values: string[];
  onChange: (values: string[]) => void;
}

function FilterValue({ project, field, values, onChange }: ValueProps) {
  switch (field.kind) {
    case "flag":
      return (
        <Select
          aria-label={field.label}
          w={84}
          allowDeselect={false}
          data={[
            { value: "true", label: "yes" },
            { value: "false", label: "no" },
          ]}
          value={values[0] ?? "true"}
          onChange={(value) => onChange([value ?? "true"])}
        />
      );
    case "lookup":
      return <LookupValue project={project} field={field} values={values} onChange={onChange} />;
    default:
      return <TextValue key={values[0]} field={field} values={values} onChange={onChange} />;
  }
}

/** Any of several values. */
function LookupValue({ project, field, values, onChange }: ValueProps) {
  const { data: known = [] } = useLookups(project, field.lookup);
  return (
    <MultiSelect
      aria-label={field.label}
      className={styles.chipValue}
      size="xs"
      searchable
      autoFocus={values.length === 0}
      limit={OPTIONS_SHOWN}
      placeholder={values.length === 0 ? "Any of …" : ""}
      data={[...new Set([EMPTY, ...known, ...values])]}
      value={values}
      onChange={onChange}
    />
  );
}

/** Exactly this text; nothing at all finds rows where the field is empty. */
function TextValue({ field, values, onChange }: Omit<ValueProps, "project">) {
  const [text, setText] = useState(values[0] ?? "");
  const apply = () => {
    const next = text === "" ? EMPTY : text;
    if (next !== values[0]) onChange([next]);
  };
  return (
    <TextInput
      aria-label={field.label}
      className={styles.chipValue}
      placeholder={EMPTY}
      autoFocus={values.length === 0}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== "" && apply()}
      onKeyDown={(event) => event.key === "Enter" && apply()}
    />
  );
}
