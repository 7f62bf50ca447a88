import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from "../config/limits.ts";
import { DELETED_FLAG, type EntityDefinition, type FieldDefinition } from "./definition.ts";
import { kept, parseBoolean, parseNumber, splitKeys } from "./field-check.ts";

/** Readers see it beside the fields of the definition: seconds since the epoch. */
export const LAST_UPDATE_TIME = "last_update_time";

/** What a read asks for; checked and complete. */
export interface ReadQuery {
  /** Counts from 0. */
  page: number;
  perPage: number;
  sort: { field: string; descending: boolean };
  filters: Filter[];
}

/** Rows whose field has one of the values; null is the empty field. For lists of keys: rows whose list has all of them. */
export interface Filter {
  field: string;
  values: (string | number | boolean | null)[];
}

export type ReadQueryOutcome =
  | { ok: true; query: ReadQuery }
  | { ok: false; problem: "unknown_field"; name: string }
  | { ok: false; problem: "bad_value"; sentence: string };

/** The query string as the HTTP door gives it: a parameter given twice is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** An entity, or a simpler list without flag of deletion and time of update. */
export type ReadableList = Pick<EntityDefinition, "key" | "fields">;

class BadValue extends Error {}

/** Decisions, section 7: `page`, `per_page`, `sort`; every other parameter is a filter by the field of that name. */
export function parseReadQuery(list: ReadableList, raw: RawQuery): ReadQueryOutcome {
  const { page: _page, per_page: _perPage, sort, ...filters } = raw;
  try {
    const sortText = once("sort", sort);
    const names = [...Object.keys(filters), sortText?.replace(/^-/, "") ?? list.key];
    const unknown = names.find((name) => !isReadField(list, name));
    if (unknown !== undefined) return { ok: false, problem: "unknown_field", name: unknown };
    const query: ReadQuery = {
      ...parsePaging(raw),
      sort: parseSort(list, sortText),
      filters: parseFilters(list, filters),
    };
    return { ok: true, query };
  } catch (error) {
    if (error instanceof BadValue) return { ok: false, problem: "bad_value", sentence: error.message };
    throw error;
  }
}

/** `page` and `per_page`; throws a sentence for the client. */
function parsePaging(raw: RawQuery): { page: number; perPage: number } {
  const page = wholeNumber("page", once("page", raw.page), 0) ?? 0;
  const perPage = wholeNumber("per_page", once("per_page", raw.per_page), 1) ?? PER_PAGE_DEFAULT;
  return { page, perPage: Math.min(perPage, PER_PAGE_MAX) };
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least)) throw new BadValue(`${name} must be a whole number, ${least} or more`);
  return number;
}

function parseSort(list: ReadableList, text: string | undefined): ReadQuery["sort"] {
  if (text === undefined) return { field: list.key, descending: false };
  const name = text.replace(/^-/, "");
  const field = list.fields.find((one) => one.name === name);
  if (field?.type === "attributes") throw new BadValue(`sort cannot be by ${name}`);
  return { field: name, descending: text.startsWith("-") };
}

function parseFilters(list: ReadableList, raw: RawQuery): Filter[] {
  const filters: Filter[] = [];
  for (const [name, given] of Object.entries(raw)) {
    const field = list.fields.find((one) => one.name === name);
    const texts = typeof given === "string" ? [given] : given;
    if (name === DELETED_FLAG && texts.some((text) => text.toLowerCase() === "any")) continue;
    const values = texts.flatMap((text) =>
      field === undefined ? epochSeconds(name, text) : filterValues(field, text),
    );
    filters.push({ field: name, values: [...new Set(values)] });
  }
  if (isEntity(list) && raw[DELETED_FLAG] === undefined) filters.push({ field: DELETED_FLAG, values: [false] });
  return filters.sort((a, b) => (a.field < b.field ? -1 : 1));
}

function filterValues(field: FieldDefinition, text: string): Filter["values"] {
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

function anyOf(field: FieldDefinition): string {
  return field.name === DELETED_FLAG ? ", or any" : "";
}

function epochSeconds(name: string, text: string): number[] {
  if (!/^\d{1,11}$/.test(text)) throw new BadValue(`${name} must be a whole number of seconds since 1970`);
  return [Number(text)];
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

function once(name: string, given: string | readonly string[] | undefined): string | undefined {
  if (given === undefined || typeof given === "string") return given;
  throw new BadValue(`${name} must be given once`);
}

function refuse(sentence: string): never {
  throw new BadValue(sentence);
}

function isReadField(list: ReadableList, name: string): boolean {
  return (name === LAST_UPDATE_TIME && isEntity(list)) || list.fields.some((field) => field.name === name);
}

function isEntity(list: ReadableList): boolean {
  return list.fields.some((field) => field.name === DELETED_FLAG);
}
