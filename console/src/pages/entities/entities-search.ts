import type { EntityType, ReadQuery } from "@shelfwire/client";
import { listIn, oneIn, type RawSearch, textIn, wholeIn } from "../../parts/search-params.ts";
import { ENTITY_SHAPES, type EntityField, type EntityShape, type FieldName } from "./entity-fields.ts";

/** Stands in the address for "the field is empty", as an empty parameter is none. */
export const EMPTY = "(empty)";

/** Filters, by the name of their field. */
type FilterSearch = Partial<Record<FieldName, string[]>>;

/** What a page of stores, users or routes shows, as it stands in the address bar. */
export interface EntitiesSearch extends FilterSearch {
  /** Free text, in the key and the most telling fields. */
  q?: string;
  /** A field, with `-` before it to descend. */
  sort?: string;
  /** Counts from 0. */
  page?: number;
  /** Names of fields, with commas; none: the usual ones. */
  columns?: string;
  view?: "map";
  /** The key of the row whose detail is open. */
  open?: string;
}

/** Reads the address bar; what this entity does not have is left out. */
export function readEntitiesSearch(entity: EntityType, raw: RawSearch): EntitiesSearch {
  const shape = ENTITY_SHAPES[entity];
  const filters = filterFields(shape).map(({ name }) => [name, listIn(raw, name)] as const);
  return {
    q: textIn(raw, "q"),
    sort: sortIn(raw, shape),
    page: wholeIn(raw, "page"),
    columns: textIn(raw, "columns"),
    view: entity === "store" ? oneIn(raw, "view", ["map"]) : undefined,
    open: textIn(raw, "open"),
    ...Object.fromEntries(filters.filter(([, values]) => values !== undefined)),
  };
}

/** The fields that can be filtered by; attributes are searched for elsewhere. */
export function filterFields({ fields }: EntityShape): EntityField[] {
  return fields.filter(({ kind }) => kind !== "attributes" && kind !== "time");
}

/** The filters that are set, with their values. */
export function filtersOf(search: EntitiesSearch, shape: EntityShape): [field: EntityField, values: string[]][] {
  const filters: [EntityField, string[]][] = [];
  for (const field of filterFields(shape)) {
    const values = search[field.name];
    if (values !== undefined) filters.push([field, values]);
  }
  return filters;
}

/** Whether something may be hidden. */
export function isFiltered(search: EntitiesSearch, shape: EntityShape): boolean {
  return search.q !== undefined || filtersOf(search, shape).length > 0;
}

/** What the service is asked for, but for the page. */
export function filterQuery(search: EntitiesSearch, shape: EntityShape): ReadQuery {
  const filters = filtersOf(search, shape).map(([{ name }, values]) => {
    return [name, values.map((value) => (value === EMPTY ? "" : value))] as const;
  });
  return { q: search.q, ...Object.fromEntries(filters) };
}

/** A change that takes every filter away. */
export function noFilters(shape: EntityShape): Partial<EntitiesSearch> {
  return {
    q: undefined,
    page: undefined,
    ...Object.fromEntries(filterFields(shape).map(({ name }) => [name, undefined])),
  };
}

/** The fields that the table shows, the key always first. */
export function shownFields(columns: string | undefined, shape: EntityShape): EntityField[] {
  const chosen = columns?.split(",");
  const shown = shape.fields.filter(
    ({ name, isUsual }) => (chosen ? chosen.includes(name) : isUsual) || name === shape.key,
  );
  return shown.length > 1 ? shown : shape.fields.filter(({ isUsual }) => isUsual);
}

function sortIn(raw: RawSearch, shape: EntityShape): string | undefined {
  const text = textIn(raw, "sort");
  const field = shape.fields.find(({ name }) => name === text?.replace(/^-/, ""));
  return field === undefined || field.kind === "attributes" ? undefined : text;
}
