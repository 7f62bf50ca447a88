import type { LookupType } from "@shelfwire/client";
import { queryOptions } from "@tanstack/react-query";
import { operatorApi } from "../../session/api.ts";

export const LOOKUP_WORDS = {
  store_type_name: "Store types",
  region_name: "Regions",
  district_name: "Districts",
  branch_name: "Branches",
  retailer_name: "Retailers",
  state_code: "States",
} as const satisfies Record<LookupType, string>;

export const LOOKUP_TYPES: readonly LookupType[] = [
  ...(["store_type_name", "region_name", "district_name", "branch_name", "retailer_name", "state_code"] as const),
];

/** All values of one type, sorted. */
export function lookupQuery(project: string, type: LookupType) {
  return queryOptions({
    queryKey: ["lookups", project, type],
    queryFn: ({ signal }) => operatorApi.getLookups(project, type, { signal }),
    // Another type's values must not pass for this one's while they load.
    placeholderData: undefined,
  });
}

/** The type by its field's name, where it is one. */
export function lookupTypeOf(name: string): LookupType | undefined {
  return LOOKUP_TYPES.find((type) => type === name);
}
