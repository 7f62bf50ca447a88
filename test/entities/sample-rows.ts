import type { EntityDefinition } from "../../src/entities/definition.ts";
import { createRowCheck, type RowCheck, type RowCheckOptions } from "../../src/entities/row-check.ts";
import { STORE } from "../../src/entities/store.ts";
import type { LookupType } from "../../src/projects/project.ts";

/** The lookup values that the samples use. */
export const LOOKUPS: ReadonlyMap<LookupType, ReadonlySet<string>> = new Map([
  ["store_type_name", new Set(["Hypermarket", "Convenience"])],
  ["region_name", new Set(["East", "West"])],
  ["district_name", new Set(["North End"])],
  ["branch_name", new Set(["Harbour"])],
  ["retailer_name", new Set(["Greengrocers United"])],
  ["state_code", new Set(["US-NY"])],
]);

/** A store with its mandatory fields only. */
export const STORE_ROW = {
  store_number: "0042",
  store_name: "Corner of Fifth",
  store_type_name: "Convenience",
  region_name: "East",
  street: "5th Avenue 1",
  city: "New York",
};

/** A store with a value in every field. */
export const FULL_STORE_ROW = {
  ...STORE_ROW,
  store_display_name: "Fifth",
  district_name: "North End",
  branch_name: "Harbour",
  retailer_name: "Greengrocers United",
  state_code: "US-NY",
  postal_code: "00501",
  latitude: 40.754932,
  longitude: -73.984016,
  is_active: false,
  manager_name: "Ada",
  manager_email: "ada@example.com",
  manager_phone: "+1 212 555 0100",
  is_deleted: false,
  additional_attributes: { size: "L", parking: "yes" },
};

export function rowCheck(options: Partial<RowCheckOptions> & { definition?: EntityDefinition } = {}): RowCheck {
  const { definition = STORE, ...rest } = options;
  return createRowCheck(definition, { extraMandatory: [], lookups: LOOKUPS, lookupPolicy: "strict", ...rest });
}

/** The messages of a rejected row; none where it is accepted. */
export function messagesOf(outcome: ReturnType<RowCheck["checkObject"]>): string[] {
  return outcome.accepted ? [] : outcome.failures.map((failure) => failure.message);
}

/** The values of an accepted row by field name. */
export function valuesOf(
  outcome: ReturnType<RowCheck["checkObject"]>,
  definition: EntityDefinition = STORE,
): Record<string, unknown> {
  if (!outcome.accepted) throw new Error(`rejected: ${messagesOf(outcome).join("; ")}`);
  return Object.fromEntries(definition.fields.map((field, index) => [field.name, outcome.values[index]]));
}

/** Checks one CSV row, given as cells by column name. */
export function checkCells(cells: Record<string, string>, check: RowCheck = rowCheck()) {
  const header = check.forHeader(Object.keys(cells));
  if (!header.usable) throw new Error(header.reason);
  return header.checkCells(Object.values(cells));
}
