import type { EntityType, LookupType, Route, Store, User } from "@shelfwire/client";

/** text: exactly this. flag: yes or no. lookup: one of the project's values. keys: names rows of another entity. */
export type FieldKind = "text" | "flag" | "number" | "lookup" | "keys" | "attributes" | "time";

/** A field of any of the three, as the contract names it. */
export type FieldName = keyof Store | keyof User | keyof Route;

export interface EntityField {
  name: FieldName;
  label: string;
  kind: FieldKind;
  lookup?: LookupType;
  /** keys: of which entity. */
  of?: EntityType;
  /** Shown in the table until somebody chooses otherwise. */
  isUsual?: boolean;
}

/** What the pages need to know of an entity; the fields stand in the contract's order. */
export interface EntityShape {
  type: EntityType;
  plural: "stores" | "users" | "routes";
  key: string;
  /** Names a row in its detail, below the key. */
  nameOf: (row: EntityRow) => string;
  fields: readonly EntityField[];
}

/** A store, user or route, field by field. */
export type EntityRow = Readonly<Record<string, unknown>>;

const STORE: EntityShape = {
  type: "store",
  plural: "stores",
  key: "store_number",
  nameOf: (row) => textOf(row.store_name),
  fields: [
    text("store_number", "Number", true),
    text("store_name", "Name", true),
    text("store_display_name", "Display name"),
    lookup("store_type_name", "Type", true),
    lookup("region_name", "Region", true),
    lookup("district_name", "District"),
    lookup("branch_name", "Branch"),
    lookup("retailer_name", "Retailer"),
    lookup("state_code", "State"),
    text("street", "Street"),
    text("city", "City", true),
    text("postal_code", "Postal code"),
    { name: "latitude", label: "Latitude", kind: "number" },
    { name: "longitude", label: "Longitude", kind: "number" },
    { name: "is_active", label: "Active", kind: "flag", isUsual: true },
    text("manager_name", "Manager"),
    text("manager_email", "Manager’s e-mail"),
    text("manager_phone", "Manager’s phone"),
    { name: "is_deleted", label: "Deleted", kind: "flag" },
    { name: "additional_attributes", label: "Attributes", kind: "attributes" },
    { name: "last_update_time", label: "Changed", kind: "time", isUsual: true },
  ],
};

const USER: EntityShape = {
  type: "user",
  plural: "users",
  key: "login_name",
  nameOf: (row) => [row.first_name, row.last_name].map(textOf).join(" ").trim(),
  fields: [
    text("login_name", "Login name", true),
    text("email_address", "E-mail", true),
    text("mobile_number", "Mobile"),
    text("first_name", "First name", true),
    text("last_name", "Last name", true),
    text("operational_role", "Role", true),
    text("supervisors_username", "Supervisor"),
    { name: "routes", label: "Routes", kind: "keys", of: "route" },
    { name: "stores", label: "Stores", kind: "keys", of: "store" },
    { name: "is_active", label: "Active", kind: "flag", isUsual: true },
    { name: "is_deleted", label: "Deleted", kind: "flag" },
    { name: "last_update_time", label: "Changed", kind: "time", isUsual: true },
  ],
};

const ROUTE: EntityShape = {
  type: "route",
  plural: "routes",
  key: "external_route_id",
  nameOf: (row) => textOf(row.name),
  fields: [
    text("external_route_id", "Id", true),
    text("name", "Name", true),
    text("description", "Description", true),
    { name: "is_deleted", label: "Deleted", kind: "flag" },
    { name: "stores", label: "Stores", kind: "keys", of: "store", isUsual: true },
    { name: "users", label: "Users", kind: "keys", of: "user", isUsual: true },
    { name: "last_update_time", label: "Changed", kind: "time", isUsual: true },
  ],
};

export const ENTITY_SHAPES = { store: STORE, user: USER, route: ROUTE } as const satisfies Record<
  EntityType,
  EntityShape
>;

/** Text as it is; nothing where there is none. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

function text(name: FieldName, label: string, isUsual = false): EntityField {
  return { name, label, kind: "text", isUsual };
}

function lookup(name: LookupType, label: string, isUsual = false): EntityField {
  return { name, label, kind: "lookup", lookup: name, isUsual };
}
