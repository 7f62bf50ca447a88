/**
 * JSON from outside. The parser of Node 24 can take a name that is written with an escape for another one: after an
 * object with the name `\`, it reads `"\u00e9"` and `"\n"` as `\` in objects that begin alike (seen with 24.21). Names with
 * escapes are therefore handed to it under numbers.
 */

export type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

// TypeScript does not know the context yet (ECMAScript: JSON.parse source text access).
declare global {
  interface JSON {
    parse(text: string, reviver: Reviver): unknown;
  }
}

/** As `JSON.parse`; the reviver hears numbers in place of names with escapes. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  // Nearly every text goes this way.
  if (!text.includes("\\") || !ESCAPED_NAME.test(text)) return parse(text, reviver);
  let mark = MARK;
  while (text.includes(mark)) mark += MARK;
  const names: string[] = [];
  const numbered = text.replace(ESCAPED_NAMES, (_, before: string, name: string) => {
    names.push(String(JSON.parse(name)));
    return `${before}"${mark}${names.length - 1}"`;
  });
  return named(parse(numbered, reviver), mark, names);
}

function parse(text: string, reviver: Reviver | undefined): unknown {
  return reviver === undefined ? JSON.parse(text) : JSON.parse(text, reviver);
}

/** Of private use. */
const MARK = "\uE000";

/** A quote behind a comma or a brace begins a string or ends one, and behind one that ends no escape comes before the next. */
const ESCAPED_NAME = /([{,]\s*)("[^"\\]*\\.(?:[^"\\]|\\.)*")(?=\s*:)/s;
const ESCAPED_NAMES = new RegExp(ESCAPED_NAME, "gs");

function named(value: unknown, mark: string, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, mark, names));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith(mark) ? (names[Number(name.slice(mark.length))] ?? name) : name,
      named(member, mark, names),
    ]),
  );
}
