import type { LookupType } from "@shelfwire/client";

/** The kinds of values that a project has pre-configured. */
export const LOOKUP_TYPES = [
  "store_type_name",
  "region_name",
  "district_name",
  "branch_name",
  "retailer_name",
  "state_code",
] as const satisfies readonly LookupType[];
