import { type AnyHeaders, headerOf } from "./headers.ts";

/** Where the key of a callback is, and its value; several while one is rotated. */
export type ApiKey =
  | { parameter: string; value: string | readonly string[] }
  | { header: string; value: string | readonly string[] };

/** Whether the request carries the key (interface, "Authentication", 3 and 4). */
export function hasApiKey(request: { url?: string; headers: AnyHeaders }, key: ApiKey): boolean {
  const given = "header" in key ? headerOf(request.headers, key.header.toLowerCase()) : parameterOf(request.url, key);
  const values = typeof key.value === "string" ? [key.value] : key.value;
  return given !== undefined && values.map((value) => isSame(given, value)).includes(true);
}

function parameterOf(url: string | undefined, { parameter }: { parameter: string }): string | undefined {
  // Node gives the path and query only; the host does not matter here.
  if (url === undefined || !URL.canParse(url, "http://localhost")) return undefined;
  return new URL(url, "http://localhost").searchParams.get(parameter) ?? undefined;
}

/** Takes as long for any two texts of these lengths, so that time does not tell how much of a guess is right. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => new TextEncoder().encode(text));
  if (!left || !right || right.length === 0) return false;
  let difference = left.length ^ right.length;
  for (const [i, byte] of left.entries()) difference |= byte ^ (right[i % right.length] ?? 0);
  return difference === 0;
}
