/** Filters live in the address bar as plain text; each page's `validateSearch` reads them with these. */

export type RawSearch = Record<string, unknown>;

/** `?a=1&a=2` as `{ a: ["1", "2"] }`; everything is text. */
export function parseSearch(text: string): RawSearch {
  const params = new URLSearchParams(text);
  const search: RawSearch = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    search[name] = values.length === 1 ? values[0] : values;
  }
  return search;
}

/** The other way; what is undefined, empty or null is left out, so that an address holds only what was chosen. */
export function stringifySearch(search: RawSearch): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") params.append(name, String(one));
    }
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** undefined where it is missing or empty. */
export function textIn(search: RawSearch, name: string): string | undefined {
  const value = Array.isArray(search[name]) ? search[name][0] : search[name];
  return value === undefined || value === null || value === "" ? undefined : String(value);
}

/** One of the values, or undefined: an address that somebody edited is no error. */
export function oneIn<const T extends string>(search: RawSearch, name: string, values: readonly T[]): T | undefined {
  const text = textIn(search, name);
  return values.find((value) => value === text);
}

/** A whole number of 0 or more. */
export function wholeIn(search: RawSearch, name: string): number | undefined {
  const text = textIn(search, name);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** All values of a name, for filters that take several. */
export function listIn(search: RawSearch, name: string): string[] | undefined {
  const value = search[name];
  if (value === undefined || value === null || value === "") return undefined;
  return [value].flat().map(String);
}
