import { LOOKUP_VALUE_LENGTH_MAX, UNKNOWN_LOOKUPS_OF_JOB_MAX } from "../config/limits.ts";
import { LOOKUP_TYPES, type LookupType } from "../projects/project.ts";
import type { Rejection } from "./rejections.ts";

export interface UnknownLookup {
  type: LookupType;
  value: string;
  rows: number;
}

/** Gathers the lookup values that rows were refused for, up to a bound: a column of free text is no list of lookups. */
export class UnknownLookups {
  readonly #found = new Map<string, UnknownLookup>();

  add({ failures }: Rejection): void {
    for (const { code, fields, values } of failures) {
      if (code !== "unknown_lookup") continue;
      const [type, value] = [LOOKUP_TYPES.find((known) => known === fields[0]), values[0]];
      if (type === undefined || typeof value !== "string" || value.length > LOOKUP_VALUE_LENGTH_MAX) continue;
      this.#count(type, value);
    }
  }

  found(): UnknownLookup[] {
    return [...this.#found.values()];
  }

  #count(type: LookupType, value: string): void {
    const key = `${type} ${value}`;
    const known = this.#found.get(key);
    if (known !== undefined) known.rows += 1;
    // PostgreSQL keeps neither a NUL nor half of a pair.
    else if (this.#found.size < UNKNOWN_LOOKUPS_OF_JOB_MAX && !value.includes("\0") && value.isWellFormed()) {
      this.#found.set(key, { type, value, rows: 1 });
    }
  }
}
