import { isObject, type JsonObject, objectAt } from "../openapi/json.ts";
import { type Html, html } from "./html.ts";
import { inline } from "./markdown.ts";

const COMPONENT = "#/components/schemas/";

/** The members of a schema as rows of a table; objects within it unfold. */
export function schemaView(schema: unknown): Html | undefined {
  const object = isObject(schema) ? schema : {};
  const list = isObject(object.items) ? schemaView(object.items) : undefined;
  const properties = Object.entries(objectAt(object, "properties"));
  if (properties.length === 0) return list;
  const required = Array.isArray(object.required) ? object.required : [];
  return html`<dl class="members">${properties.map(([name, value]) => memberView(name, value, required.includes(name)))}</dl>`;
}

/** A name with its type and what it means: a member, a parameter or a header. */
export function memberView(name: string, schema: unknown, isRequired: boolean, description?: string): Html {
  const object = isObject(schema) ? schema : {};
  const words = description ?? object.description;
  const inner = typeof object.$ref === "string" ? undefined : schemaView(object);
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(object)}</span>${isRequired && html` <span class="required">required</span>`}</dt>
<dd>${typeof words === "string" && html`<p>${inline(words)}</p>`}${boundsOf(object)}${inner && html`<details><summary>Members</summary>${inner}</details>`}</dd></div>`;
}

/** The type in words, with links to named schemas. */
export function typeOf(schema: unknown): Html {
  const object = isObject(schema) ? schema : {};
  if (typeof object.$ref === "string") return reference(object.$ref);
  if (Array.isArray(object.anyOf)) {
    return html`${object.anyOf.map((branch, i) => html`${i > 0 && " or "}${typeOf(branch)}`)}`;
  }
  if ("const" in object) return html`${JSON.stringify(object.const)}`;
  const types = [object.type].flat().filter((type) => typeof type === "string");
  if (types.includes("array")) return html`list of ${typeOf(object.items)}${types.includes("null") && " or null"}`;
  const format = typeof object.format === "string" ? ` (${object.format})` : "";
  return html`${types.length > 0 ? types.join(" or ") : "any value"}${format}`;
}

function reference(ref: string): Html {
  const name = ref.startsWith(COMPONENT) ? ref.slice(COMPONENT.length) : ref;
  return html`<a href="#schema-${name}">${name}</a>`;
}

function boundsOf(schema: JsonObject): Html | undefined {
  const bounds: (string | undefined)[] = [
    Array.isArray(schema.enum) ? `One of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}` : undefined,
    "default" in schema ? `Default ${JSON.stringify(schema.default)}` : undefined,
    rangeOf(schema.minimum, schema.maximum, "From", ""),
    rangeOf(schema.minLength, schema.maxLength, "Length", ""),
    rangeOf(schema.minItems, schema.maxItems, "Elements", ""),
    typeof schema.pattern === "string" ? `Pattern ${schema.pattern}` : undefined,
  ];
  const said = bounds.filter((bound) => bound !== undefined);
  return said.length > 0 ? html`<p class="bounds">${said.join(" · ")}</p>` : undefined;
}

function rangeOf(min: unknown, max: unknown, word: string, unit: string): string | undefined {
  if (typeof min === "number" && typeof max === "number") return `${word} ${min} to ${max}${unit}`;
  if (typeof max === "number") return `${word} at most ${max}${unit}`;
  if (typeof min === "number") return `${word} at least ${min}${unit}`;
  return undefined;
}
