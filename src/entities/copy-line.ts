import type { FieldValue } from "./definition.ts";

/** Values in the text format of COPY, each behind a tab. */
export function copyValues(values: readonly FieldValue[]): string {
  let strings = "";
  for (const value of values) if (typeof value === "string") strings += value;
  // One search a row, not one a value: nearly no row has anything to escape.
  const arePlain = !SPECIAL.test(strings);
  let text = "";
  for (const value of values) text += arePlain && typeof value === "string" ? `\t${value}` : `\t${copyValue(value)}`;
  return text;
}

function copyValue(value: FieldValue): string {
  if (value === null) return "\\N";
  switch (typeof value) {
    case "string":
      return escaped(value);
    case "boolean":
      return value ? "t" : "f";
    case "number":
      return String(value);
    default:
      return escaped(Array.isArray(value) ? arrayLiteral(value) : JSON.stringify(value));
  }
}

/** Backslash, line feed, carriage return and tab have a meaning of their own in the format. */
function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (found) => ESCAPES[found] ?? found) : text;
}

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
