/** Headers as a `Headers` has them, or as a record such as Node's, in which a name may have several values. */
export type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, whatever the case of its name; several are joined by a space. */
export function headerOf(headers: AnyHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === "string" || value === undefined ? value : value.join(" ");
}
