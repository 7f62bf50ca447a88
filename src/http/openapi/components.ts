import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "./json.ts";

/** Their values are data, not schemas. */
const DATA_KEYWORDS = new Set(["examples", "default", "enum", "const"]);

/** The named schemas of the document. */
export class Components {
  readonly #schemas = new Map<string, JsonObject>();

  /**
   * The schema as it stands in the document: what has a title is named once and referred to. Throws where two
   * different schemas have one title.
   */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((element) => this.refer(element));
    if (!isObject(schema)) return schema;
    const entries = Object.entries(schema).map(([name, value]) => [name, this.#member(name, value)]);
    const { title, ...written } = readable(Object.fromEntries(entries));
    if (typeof title !== "string") return title === undefined ? written : { title, ...written };
    if (!/^[A-Z][A-Za-z]+$/.test(title)) throw new Error(`the schema title "${title}" is no name in PascalCase`);
    const known = this.#schemas.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, written)) {
      throw new Error(`two different schemas have the title "${title}"`);
    }
    this.#schemas.set(title, written);
    return { $ref: `#/components/schemas/${title}` };
  }

  /** All that were referred to, by name. */
  schemas(): JsonObject {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #member(name: string, value: unknown): unknown {
    if (DATA_KEYWORDS.has(name)) return value;
    // The names below `properties` are the API's own, and may be those of keywords.
    if (name !== "properties" || !isObject(value)) return this.refer(value);
    return Object.fromEntries(Object.entries(value).map(([key, schema]) => [key, this.refer(schema)]));
  }
}

/** The same schema as a reader would write it: `["string", "null"]` in place of an alternative, and a type for enums. */
function readable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const other = anyOf.find((branch) => branch.type !== "null");
    if (anyOf.some((branch) => branch.type === "null") && typeof other?.type === "string") {
      const { enum: values } = other;
      return {
        ...other,
        ...rest,
        type: [other.type, "null"],
        ...(Array.isArray(values) && { enum: [...values, null] }),
      };
    }
  }
  if (
    Array.isArray(schema.enum) &&
    schema.type === undefined &&
    schema.enum.every((value) => typeof value === "string")
  ) {
    return { type: "string", ...schema };
  }
  return schema;
}
