import type { EntityDefinition } from "./definition.ts";

/** decisions, section 6: routes go through the same framework as stores. */
export const ROUTE: EntityDefinition = {
  type: "route",
  plural: "routes",
  table: "routes",
  key: "external_route_id",
  fields: [
    {
      name: "external_route_id",
      type: "string",
      lengthMax: 128,
      mandatory: true,
      description: "Unique identifier; cannot be changed",
    },
    { name: "name", type: "string", lengthMax: 128, mandatory: true, description: "Name of the route" },
    { name: "description", type: "string", lengthMax: 256, mandatory: false, description: "What the route is for" },
    { name: "is_deleted", type: "boolean", mandatory: false, default: false, description: "True deletes the route" },
    { name: "stores", type: "keys", of: "store", itemsMax: 500, mandatory: false, description: "Stores on the route" },
    { name: "users", type: "keys", of: "user", itemsMax: null, mandatory: false, description: "Users of the route" },
  ],
};
