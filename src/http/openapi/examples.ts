import { isObject, type JsonObject } from "./json.ts";

const BY_FORMAT: Record<string, string> = {
  uuid: "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24",
  "date-time": "2026-11-21T08:30:00.000Z",
  uri: "https://shelfwire.example/",
};

/** An example of what the schema allows, composed of the examples of its leaves. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return null;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf.find((branch) => branch.type !== "null"));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return [exampleOf(schema.items)];
    case "string":
      return BY_FORMAT[String(schema.format)] ?? "text";
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? Math.max(schema.minimum, 1) : 1;
    case "boolean":
      return true;
    default:
      return null;
  }
}

function exampleObject({ properties }: JsonObject): JsonObject {
  if (!isObject(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]));
}
