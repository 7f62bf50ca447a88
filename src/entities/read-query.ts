import { PER_PAGE_DEFAULT, PER_PAGE_MAX, SEARCH_LENGTH_MAX } from "../config/limits.ts";
import { DELETED_FLAG, type EntityDefinition, type FieldDefinition } from "./definition.ts";
import { BadValue, epochSeconds, filterValues, instantSeconds } from "./filter-values.ts";
import { type PlaceMarker, parseMarker } from "./place-marker.ts";

/** Readers see it beside the fields of the definition: seconds since the epoch. */
export const LAST_UPDATE_TIME = "last_update_time";

/** Which rows, and how they are shown: a list without its pages. Checked and complete. */
export interface RowsQuery {
  sort: Sort;
  filters: Filter[];
  /** The fields to show, in the order of the definition. */
  fields: string[];
}

export interface ReadQuery extends RowsQuery {
  /** Counts from 0. */
  page: number;
  perPage: number;
  /** Where the page begins, whatever its number. */
  after: PlaceMarker | undefined;
}

export interface Sort {
  field: string;
  descending: boolean;
}

/**
 * equal: rows whose field has one of the values, null being the empty field; for lists of keys, rows whose list has all
 * of them. since: rows updated in that second or later. contains: rows whose key or names have the text in them, in any case.
 */
export type Filter =
  | { kind: "equal"; field: string; values: (string | number | boolean | null)[] }
  | { kind: "since"; seconds: number }
  | { kind: "contains"; text: string };

export type QueryOutcome<T> =
  | { ok: true; query: T }
  | { ok: false; problem: "unknown_field"; name: string }
  | { ok: false; problem: "bad_value"; sentence: string };

/** The query string as the HTTP door gives it: a parameter given twice is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** An entity, or a simpler list without flag of deletion and time of update. */
export type ReadableList = Pick<EntityDefinition, "key" | "fields">;

/**
 * Decisions, section 7: `page`, `per_page`, `sort`; every field is a filter by its value. Besides: `fields`,
 * `updated_since`, `q`, and `after`, which `links.next` carries.
 */
export function parseReadQuery(list: ReadableList, raw: RawQuery): QueryOutcome<ReadQuery> {
  const { page: _page, per_page: _perPage, after, ...rest } = raw;
  return outcomeOf(() => {
    if (after !== undefined && !isEntity(list)) throw new UnknownField("after");
    const rows = parseRows(list, rest);
    return { ...rows, ...parsePaging(raw), after: parseAfter(list, rows.sort, once("after", after)) };
  });
}

/** The same without pages: everything that matches. */
export function parseRowsQuery(list: ReadableList, raw: RawQuery): QueryOutcome<RowsQuery> {
  return outcomeOf(() => parseRows(list, raw));
}

/** All fields that readers see. */
export function readFields(list: ReadableList): string[] {
  const names = list.fields.map((field) => field.name);
  return isEntity(list) ? [...names, LAST_UPDATE_TIME] : names;
}

class UnknownField extends Error {}

function outcomeOf<T>(parse: () => T): QueryOutcome<T> {
  try {
    return { ok: true, query: parse() };
  } catch (error) {
    if (error instanceof UnknownField) return { ok: false, problem: "unknown_field", name: error.message };
    if (error instanceof BadValue) return { ok: false, problem: "bad_value", sentence: error.message };
    throw error;
  }
}

function parseRows(list: ReadableList, raw: RawQuery): RowsQuery {
  const { sort, fields, q, updated_since, ...equals } = raw;
  const sortText = once("sort", sort);
  checkNames(list, [...Object.keys(equals), sortText?.replace(/^-/, "") ?? list.key]);
  if (updated_since !== undefined && !isEntity(list)) throw new UnknownField("updated_since");
  const text = once("q", q) ?? "";
  const since = once("updated_since", updated_since);
  const filters: Filter[] = parseEquals(list, equals);
  if (since !== undefined) filters.push({ kind: "since", seconds: instantSeconds("updated_since", since) });
  if (text !== "") filters.push(parseContains(text));
  return { sort: parseSort(list, sortText), filters, fields: parseFields(list, fields) };
}

function checkNames(list: ReadableList, names: readonly string[]): void {
  const known = readFields(list);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UnknownField(unknown);
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

function parseSort(list: ReadableList, text: string | undefined): Sort {
  if (text === undefined) return { field: list.key, descending: false };
  const name = text.replace(/^-/, "");
  if (fieldNamed(list, name)?.type === "attributes") throw new BadValue(`sort cannot be by ${name}`);
  return { field: name, descending: text.startsWith("-") };
}

/** `fields=a,b`, or given several times; all of them where it is not given. */
function parseFields(list: ReadableList, given: RawQuery[string] | undefined): string[] {
  const known = readFields(list);
  if (given === undefined) return known;
  const names = textsOf(given)
    .flatMap((text) => text.split(","))
    .map((name) => name.trim());
  checkNames(list, names);
  return known.filter((name) => names.includes(name));
}

function parseAfter(list: ReadableList, sort: Sort, text: string | undefined): PlaceMarker | undefined {
  if (text === undefined) return undefined;
  const marker = parseMarker(sort, text);
  if (marker === undefined || !mayHave(fieldNamed(list, sort.field), marker.value)) {
    throw new BadValue("after must be left as links.next has it, with the same sort");
  }
  return marker;
}

function mayHave(field: FieldDefinition | undefined, value: unknown): boolean {
  switch (field?.type) {
    case "string":
      return value === null || typeof value === "string";
    case "number":
      return value === null || typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "keys":
      return Array.isArray(value);
    default:
      return typeof value === "number" && Number.isSafeInteger(value);
  }
}

function parseContains(text: string): Filter {
  if (text.includes("\0")) throw new BadValue("q must not contain a null character");
  if (text.length > SEARCH_LENGTH_MAX) throw new BadValue(`q must be at most ${SEARCH_LENGTH_MAX} characters long`);
  return { kind: "contains", text };
}

function parseEquals(list: ReadableList, raw: RawQuery): Filter[] {
  const filters: Extract<Filter, { kind: "equal" }>[] = [];
  for (const [name, given] of Object.entries(raw)) {
    const field = fieldNamed(list, name);
    const texts = textsOf(given);
    if (name === DELETED_FLAG && texts.some((text) => text.toLowerCase() === "any")) continue;
    const values = texts.flatMap((text) =>
      field === undefined ? epochSeconds(name, text) : filterValues(field, text),
    );
    filters.push({ kind: "equal", field: name, values: [...new Set(values)] });
  }
  if (isEntity(list) && raw[DELETED_FLAG] === undefined) filters.push(NOT_DELETED);
  return filters.sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** What every list is filtered by unless it says otherwise. */
export const NOT_DELETED = { kind: "equal", field: DELETED_FLAG, values: [false] } as const satisfies {
  kind: "equal";
  field: string;
  values: [false];
};

function once(name: string, given: RawQuery[string] | undefined): string | undefined {
  if (given === undefined || typeof given === "string") return given;
  throw new BadValue(`${name} must be given once`);
}

function textsOf(given: RawQuery[string]): readonly string[] {
  return typeof given === "string" ? [given] : given;
}

function fieldNamed(list: ReadableList, name: string): FieldDefinition | undefined {
  return list.fields.find((field) => field.name === name);
}

function isEntity(list: ReadableList): boolean {
  return fieldNamed(list, DELETED_FLAG) !== undefined;
}
