export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of an object as an object; empty where there is none. */
export function objectAt(value: unknown, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

/** Without the members that are undefined. */
export function compact(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
