import { JsonNumber } from "../entities/json-number.ts";
import { parseJson } from "../lib/json.ts";

/** JSON in which numbers keep the text with which they were sent: no identifier above 2^53 is rounded. */

// TypeScript does not know it yet (ECMAScript: JSON.parse source text access).
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** A number becomes a `JsonNumber` where JavaScript would write it otherwise than it was sent. */
export function parseExact(text: string): unknown {
  return parseJson(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? new JsonNumber(source) : value,
  );
}

export function stringifyExact(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof JsonNumber ? JSON.rawJSON(part.text) : part));
}
