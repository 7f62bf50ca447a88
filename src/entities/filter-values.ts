import { DELETED_FLAG, type FieldDefinition } from "./definition.ts";
import { kept, parseBoolean, parseNumber, splitKeys } from "./field-check.ts";

/** The message is a sentence for the client. */
export class BadValue extends Error {}

/** What one value of a filter stands for, as the field's column has it; null is the empty field. Throws `BadValue`. */
export function filterValues(field: FieldDefinition, text: string): (string | number | boolean | null)[] {
  if (text.includes("\0")) throw new BadValue(`${field.name} must not contain a null character`);
  if (text === "" && (field.type === "string" || field.type === "number")) return [null];
  switch (field.type) {
    case "string":
      return [text];
    case "number":
      return [kept(field, parseNumber(text) ?? refuse(`${field.name} must be a number`))];
    case "boolean":
      return [parseBoolean(text) ?? refuse(`${field.name} must be true or false${anyOf(field)}`)];
    case "keys":
      return splitKeys(text);
    case "attributes":
      return [objectText(field.name, text)];
  }
}

export function epochSeconds(name: string, text: string): number[] {
  if (!/^\d{1,11}$/.test(text)) throw new BadValue(`${name} must be a whole number of seconds since 1970`);
  return [Number(text)];
}

/** Seconds since the epoch, or ISO 8601 with a time zone; to the second, because that is what readers see of a time. */
export function instantSeconds(name: string, text: string): number {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  // A plus sign that was not encoded arrives as a space.
  const iso = ISO_INSTANT.test(text) ? Date.parse(text.replace(" ", "+")) : Number.NaN;
  if (Number.isNaN(iso) || iso < 0) {
    throw new BadValue(`${name} must be seconds since 1970, or a time such as 2026-03-01T10:20:30Z`);
  }
  return Math.floor(iso / 1_000);
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+ -]\d{2}:\d{2}))?$/i;

function anyOf(field: FieldDefinition): string {
  return field.name === DELETED_FLAG ? ", or any" : "";
}

function objectText(name: string, text: string): string {
  const sentence = `${name} must be a JSON object, such as {"size":"big"}`;
  if (text === "") return "{}";
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(sentence);
    const again = JSON.stringify(value);
    // Neither a null character nor half of a surrogate pair can be stored, nor looked for.
    return /\\u(0000|d[89a-f])/i.test(again) ? refuse(sentence) : again;
  } catch {
    return refuse(sentence);
  }
}

function refuse(sentence: string): never {
  throw new BadValue(sentence);
}
