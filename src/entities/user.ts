import type { EntityDefinition, StringField } from "./definition.ts";

/** decisions, section 6: users go through the same framework as stores. */
export const USER: EntityDefinition = {
  type: "user",
  plural: "users",
  table: "users",
  key: "login_name",
  fields: [
    text("login_name", 255, "Unique identifier; cannot be changed", { mandatory: true }),
    text("email_address", 255, "E-mail address", { format: "email" }),
    text("mobile_number", 45, "Mobile phone number"),
    text("first_name", 100, "First name", { mandatory: true }),
    text("last_name", 100, "Last name", { mandatory: true }),
    text("operational_role", 100, "Role in the field organisation"),
    text("supervisors_username", 255, "Login name of the supervisor"),
    { name: "routes", type: "keys", of: "route", itemsMax: null, mandatory: false, description: "Routes of the user" },
    { name: "stores", type: "keys", of: "store", itemsMax: null, mandatory: false, description: "Stores of the user" },
    { name: "is_active", type: "boolean", mandatory: false, default: true, description: "False shuts the user out" },
    { name: "is_deleted", type: "boolean", mandatory: false, default: false, description: "True deletes the user" },
  ],
};

function text(
  name: string,
  lengthMax: number,
  description: string,
  rest: Partial<Pick<StringField, "mandatory" | "format">> = {},
): StringField {
  return { name, type: "string", lengthMax, description, mandatory: false, ...rest };
}
