import type { EntityDefinition, StringField } from "./definition.ts";

/** interface, "Store": upload fields, lengths and which of them are mandatory. */
export const STORE: EntityDefinition = {
  type: "store",
  plural: "stores",
  table: "stores",
  key: "store_number",
  fields: [
    text("store_number", 100, "Unique identifier; cannot be changed", { mandatory: true }),
    text("store_name", 100, "Name of the store", { mandatory: true }),
    text("store_display_name", 100, "Short name for reports"),
    text("store_type_name", 100, "Pre-configured value", { mandatory: true, lookup: "store_type_name" }),
    text("region_name", 45, "Pre-configured value", { mandatory: true, lookup: "region_name" }),
    text("district_name", 200, "Pre-configured value", { lookup: "district_name" }),
    text("branch_name", 200, "Pre-configured value", { lookup: "branch_name" }),
    text("retailer_name", 100, "Pre-configured value", { lookup: "retailer_name" }),
    text("state_code", 50, "ISO code of the state or province; pre-configured value", { lookup: "state_code" }),
    text("street", 200, "Street and number", { mandatory: true }),
    text("city", 100, "City", { mandatory: true }),
    text("postal_code", 45, "Postal code"),
    degrees("latitude", 90),
    degrees("longitude", 180),
    {
      name: "is_active",
      type: "boolean",
      mandatory: false,
      default: true,
      description: "False removes the store from the mobile application; it stays in reports",
    },
    text("manager_name", 45, "Name of the manager"),
    text("manager_email", 100, "E-mail address of the manager", { format: "email" }),
    text("manager_phone", 45, "Phone number of the manager"),
    {
      name: "is_deleted",
      type: "boolean",
      mandatory: false,
      default: false,
      description: "True deletes the store, false removes the delete flag",
    },
    {
      name: "additional_attributes",
      type: "attributes",
      mandatory: false,
      pairsMax: 45,
      lengthMax: 100,
      description: "Name-value pairs",
    },
  ],
};

function text(
  name: string,
  lengthMax: number,
  description: string,
  rest: Partial<Pick<StringField, "mandatory" | "lookup" | "format">> = {},
): StringField {
  return { name, type: "string", lengthMax, description, mandatory: false, ...rest };
}

function degrees(name: string, limit: number) {
  const description = "Degrees";
  return { name, type: "number", mandatory: false, min: -limit, max: limit, decimals: 6, description } as const;
}
