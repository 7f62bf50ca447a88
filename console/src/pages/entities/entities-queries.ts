import type { EntityReader, EntityType, LookupType } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { projectApi } from "../../session/api.ts";
import { type EntitiesSearch, filterQuery } from "./entities-search.ts";
import type { EntityRow, EntityShape } from "./entity-fields.ts";

export const PAGE_ROWS = 50;

/** Reads rows of any of the three entities alike. */
export function readerOf(project: string, entity: EntityType): EntityReader<object> {
  const api = projectApi(project);
  return { store: api.stores, user: api.users, route: api.routes }[entity];
}

/** A page of the rows that match. They change when a job is done, so nothing is followed by the second. */
export function useRows(project: string, shape: EntityShape, search: EntitiesSearch) {
  const query = { ...filterQuery(search, shape), sort: search.sort, page: search.page, per_page: PAGE_ROWS };
  return useQuery({
    queryKey: ["entities", project, shape.type, query],
    queryFn: async ({ signal }) => {
      const { items, metadata } = await readerOf(project, shape.type).page(query, { signal });
      return { rows: items.map(rowOf), metadata };
    },
    enabled: search.view !== "map",
  });
}

/** One row, deleted or not; null where there is none. */
export function useRow(project: string, shape: EntityShape, key: string | undefined) {
  return useQuery({
    queryKey: ["entity", project, shape.type, key],
    queryFn: async ({ signal }) => {
      const row = await readerOf(project, shape.type).get(key ?? "", { signal });
      return row === undefined ? null : rowOf(row);
    },
    enabled: key !== undefined,
    placeholderData: undefined,
  });
}

/** The project's values of one kind, for a filter. */
export function useLookups(project: string, type: LookupType | undefined) {
  return useQuery({
    queryKey: ["lookups", project, type],
    queryFn: ({ signal }) => (type === undefined ? [] : projectApi(project).listLookups(type, { signal })),
    enabled: type !== undefined,
    staleTime: 60_000,
  });
}

/** Stores that match by place, gathered where they are near each other. */
export function useStoreMap(
  project: string,
  query: Parameters<ReturnType<typeof projectApi>["storeMap"]>[0] | undefined,
) {
  return useQuery({
    queryKey: ["store-map", project, query],
    queryFn: ({ signal }) => projectApi(project).storeMap(query ?? {}, { signal }),
    enabled: query !== undefined,
    staleTime: 30_000,
  });
}

function rowOf(item: object): EntityRow {
  return Object.fromEntries(Object.entries(item));
}
