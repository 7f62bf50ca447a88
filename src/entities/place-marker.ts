import type { Sort } from "./read-query.ts";

/** A value to sort by; null is the empty field, which comes after all others, and an array a list of keys. */
export type SortValue = string | number | boolean | null | string[];

/** The last row of a page, by what the list is sorted by and its key: the next page begins behind it, whatever was changed meanwhile. */
export interface PlaceMarker {
  value: SortValue;
  key: string;
}

/** As it stands in `links.next`: opaque to clients. */
export function markerText(sort: Sort, marker: PlaceMarker): string {
  return Buffer.from(JSON.stringify([sortText(sort), marker.value, marker.key])).toString("base64url");
}

/** undefined for text that no list with this order has given out. */
export function parseMarker(sort: Sort, text: string): PlaceMarker | undefined {
  const parts = partsOf(text);
  if (parts?.length !== 3 || parts[0] !== sortText(sort)) return undefined;
  const [, value, key] = parts;
  if (typeof key !== "string" || !isSortValue(value)) return undefined;
  const texts = [value, key].flat();
  return texts.some((part) => typeof part === "string" && part.includes("\0")) ? undefined : { value, key };
}

function sortText({ field, descending }: Sort): string {
  return `${descending ? "-" : ""}${field}`;
}

function partsOf(text: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

function isSortValue(value: unknown): value is SortValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
