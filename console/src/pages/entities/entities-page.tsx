import { Button } from "@mantine/core";
import type { EntityType } from "@shelfwire/client";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FailedState, FiltersHideAll, NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { useKept } from "../../session/session.tsx";
import { lazyPart } from "../../shell/lazy-page.tsx";
import { PageNumbers } from "../jobs/page-numbers.tsx";
import { PAGE_ROWS, useRows } from "./entities-queries.ts";
import { type EntitiesSearch, isFiltered, noFilters, shownFields } from "./entities-search.ts";
import { EntityDrawer } from "./entity-drawer.tsx";
import { ENTITY_SHAPES, type EntityRow, type EntityShape } from "./entity-fields.ts";
import { EntityToolbar } from "./entity-toolbar.tsx";
import { CellValue } from "./field-value.tsx";
import { FilterChips } from "./filter-chips.tsx";

const TITLES = { store: "Stores", user: "Users", route: "Routes" } as const;
/** The map with its projection and countries is loaded when it is first asked for. */
const StoreMap = lazyPart(() => import("./store-map.tsx").then((module) => module.StoreMap), null);

/** The project's stores, users or routes: a table, and a map of stores, both under the same filters. */
export function EntitiesPage({ entity }: { entity: EntityType }) {
  const shape: EntityShape = ENTITY_SHAPES[entity];
  const { project } = useParams({ from: `/p/$project/${ENTITY_SHAPES[entity].plural}` });
  const search: EntitiesSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [keptColumns, keepColumns] = useKept(`columns.${entity}`, "");
  const [added, setAdded] = useState<string>();
  const columns = search.columns ?? (keptColumns === "" ? undefined : keptColumns);
  const change = (part: Partial<EntitiesSearch>) =>
    navigate({ to: ".", search: (before: EntitiesSearch) => ({ ...before, ...part }) });
  const filter = (part: Partial<EntitiesSearch>) => change({ ...part, page: undefined });
  const open = (key: string | undefined) => change({ open: key });
  return (
    <>
      <PageHead title={TITLES[entity]} about={`${TITLES[entity]} are written by uploading a file; here they are read.`}>
        <Link to="/p/$project/jobs" params={{ project }}>
          <Button component="span" variant="default" tabIndex={-1}>
            Upload…
          </Button>
        </Link>
      </PageHead>
      <EntityToolbar
        project={project}
        shape={shape}
        search={search}
        columns={columns}
        onChange={filter}
        onAdd={setAdded}
        onColumns={(chosen) => {
          keepColumns(chosen ?? "");
          change({ columns: chosen });
        }}
      />
      <FilterChips
        project={project}
        shape={shape}
        search={search}
        added={added}
        onChange={(part) => {
          setAdded(undefined);
          filter(part);
        }}
      />
      {search.view === "map" ? (
        <StoreMap project={project} search={search} onOpen={open} onClear={() => filter(noFilters(shape))} />
      ) : (
        <Rows project={project} shape={shape} search={search} columns={columns} onChange={change} />
      )}
      <EntityDrawer project={project} shape={shape} entityKey={search.open} onClose={() => open(undefined)} />
    </>
  );
}

function Rows(props: {
  project: string;
  shape: EntityShape;
  search: EntitiesSearch;
  columns: string | undefined;
  onChange: (part: Partial<EntitiesSearch>) => void;
}) {
  const { project, shape, search, columns, onChange } = props;
  const page = useRows(project, shape, search);
  if (page.error && !page.data) return <FailedState error={page.error} onRetry={page.refetch} />;
  return (
    <>
      <DataTable
        label={TITLES[shape.type]}
        columns={tableColumns(shape, columns)}
        rows={page.data?.rows}
        rowKey={(row) => String(row[shape.key])}
        onOpen={(row) => onChange({ open: String(row[shape.key]) })}
        openKey={search.open}
        sort={search.sort ?? shape.key}
        onSort={(sort) => onChange({ sort: sort === shape.key ? undefined : sort, page: undefined })}
        isStale={page.isPlaceholderData}
        empty={
          isFiltered(search, shape) ? (
            <FiltersHideAll what={shape.plural} onClear={() => onChange(noFilters(shape))} />
          ) : (
            <None project={project} shape={shape} />
          )
        }
      />
      <PageNumbers
        page={search.page ?? 0}
        perPage={PAGE_ROWS}
        total={page.data?.metadata.total_count ?? 0}
        noun={shape.type}
        onGo={(number) => onChange({ page: number === 0 ? undefined : number })}
      />
    </>
  );
}

function tableColumns(shape: EntityShape, columns: string | undefined): Column<EntityRow>[] {
  const shown = shownFields(columns, shape);
  return shown.map((field, index) => ({
    key: field.name,
    header: field.label,
    cell: (row) => <CellValue field={field} value={row[field.name]} />,
    align: field.kind === "number" || field.kind === "attributes" ? "right" : undefined,
    isSortable: field.kind !== "attributes" && field.kind !== "keys",
    // What somebody chose stays in sight; of the usual ones the first two fit on a phone.
    hideBelow: columns === undefined && index > 2 ? "tablet" : columns === undefined && index > 1 ? "phone" : undefined,
    isFlexible: index === 1,
  }));
}

function None({ project, shape }: { project: string; shape: EntityShape }) {
  return (
    <NoneYet
      title={`No ${shape.plural} yet`}
      action={
        <Link to="/p/$project/jobs" params={{ project }}>
          Upload a file
        </Link>
      }
    >
      They come in by uploading a CSV or JSON file. “Export” has an empty one with all columns to begin with.
    </NoneYet>
  );
}
