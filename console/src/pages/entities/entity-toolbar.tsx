import { Button, Checkbox, Menu, Popover, SegmentedControl, Select } from "@mantine/core";
import { DownIcon } from "../../parts/icons.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import styles from "./entities.module.css";
import { type EntitiesSearch, filterFields, filterQuery, filtersOf, shownFields } from "./entities-search.ts";
import type { EntityShape } from "./entity-fields.ts";
import { exportUrl, templateUrl } from "./export-links.ts";

/** Within the landmark that it belongs to, and nothing in it but its items. */
const MENU = { withinPortal: false, withInitialFocusPlaceholder: false } as const;

interface ToolbarProps {
  project: string;
  shape: EntityShape;
  search: EntitiesSearch;
  columns: string | undefined;
  onChange: (change: Partial<EntitiesSearch>) => void;
  onColumns: (columns: string | undefined) => void;
  /** A filter for the field is wanted; its value is asked for beside the others. */
  onAdd: (field: string) => void;
}

/** Search, filters, deleted ones, table or map, columns and export. */
export function EntityToolbar({ project, shape, search, columns, onChange, onColumns, onAdd }: ToolbarProps) {
  const deleted = Array.isArray(search.is_deleted) ? (search.is_deleted[0] ?? "") : "";
  return (
    <search className={styles.toolbar} aria-label="Filters">
      <SearchField
        label={`Search ${shape.plural}`}
        text={search.q ?? ""}
        onChange={(q) => onChange({ q })}
        className={styles.search}
      />
      <FilterMenu shape={shape} search={search} onChange={onChange} onAdd={onAdd} />
      <Select
        aria-label="Deleted ones"
        w={150}
        allowDeselect={false}
        data={[
          { value: "", label: "Without deleted" },
          { value: "any", label: "With deleted" },
          { value: "true", label: "Deleted only" },
        ]}
        value={deleted}
        onChange={(value) => onChange({ is_deleted: value ? [value] : undefined })}
      />
      <span className={styles.spacer} />
      {shape.type === "store" && (
        <SegmentedControl
          aria-label="View"
          data={[
            { value: "table", label: "Table" },
            { value: "map", label: "Map" },
          ]}
          value={search.view ?? "table"}
          onChange={(view) => onChange({ view: view === "map" ? "map" : undefined })}
        />
      )}
      {search.view !== "map" && <ColumnsMenu shape={shape} columns={columns} onColumns={onColumns} />}
      <ExportMenu project={project} shape={shape} search={search} />
    </search>
  );
}

function FilterMenu(props: Pick<ToolbarProps, "shape" | "search" | "onChange" | "onAdd">) {
  const { shape, search, onChange, onAdd } = props;
  const used = new Set(filtersOf(search, shape).map(([{ name }]) => name));
  const free = filterFields(shape).filter(({ name }) => name !== "is_deleted" && !used.has(name));
  return (
    <Menu position="bottom-start" {...MENU}>
      <Menu.Target>
        <Button variant="default" rightSection={<DownIcon size={12} />}>
          Filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {free.map((field) => (
          <Menu.Item
            key={field.name}
            onClick={() => (field.kind === "flag" ? onChange({ [field.name]: ["true"] }) : onAdd(field.name))}
          >
            {field.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ColumnsMenu({ shape, columns, onColumns }: Pick<ToolbarProps, "shape" | "columns" | "onColumns">) {
  const shown = new Set(shownFields(columns, shape).map(({ name }) => name));
  const toggle = (name: string) => {
    const chosen = shape.fields.filter((field) => (field.name === name ? !shown.has(name) : shown.has(field.name)));
    onColumns(chosen.map((field) => field.name).join(","));
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<DownIcon size={12} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.columns} aria-label="Columns">
        {shape.fields.map((field) => (
          <Checkbox
            key={field.name}
            label={field.label}
            mb={6}
            checked={shown.has(field.name)}
            disabled={field.name === shape.key}
            onChange={() => toggle(field.name)}
          />
        ))}
        <Button variant="subtle" onClick={() => onColumns(undefined)}>
          The usual ones
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function ExportMenu({ project, shape, search }: Pick<ToolbarProps, "project" | "shape" | "search">) {
  const query = { ...filterQuery(search, shape), sort: search.sort };
  return (
    <Menu position="bottom-end" {...MENU}>
      <Menu.Target>
        <Button variant="default" rightSection={<DownIcon size={12} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>What matches the filters, all pages</Menu.Label>
        <Menu.Item component="a" href={exportUrl(project, shape, "csv", query)} download>
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={exportUrl(project, shape, "ndjson", query)} download>
          JSON lines
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href={templateUrl(project, shape)} download>
          An empty file to fill in
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
