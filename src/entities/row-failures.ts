import { FAILURES_PER_ROW_MAX } from "../config/limits.ts";
import type { Refusal } from "./field-check.ts";

export type FailureCode =
  | "missing_mandatory"
  | "invalid_type"
  | "incorrect_format"
  | "unknown_lookup"
  | "unknown_reference"
  | "wrong_cell_count"
  | "not_an_object"
  | "too_deep"
  | "too_long";

/** One message of a rejected row. */
export interface RowFailure {
  readonly code: FailureCode;
  /** The fields that the message is about; none where it is about the row as a whole. */
  readonly fields: readonly string[];
  /** As the error file shows it (interface, "Entity error file"). */
  readonly message: string;
  /** What was sent, aligned with `fields`; null where nothing was. */
  readonly values: readonly unknown[];
}

export interface RefusedValue {
  readonly fieldIndex: number;
  readonly refusal: Refusal;
  readonly sent: unknown;
}

/** The messages of a row, in the order of checks: missing, types, formats, lookups; within one, in the order of fields. */
export function describeFailures(missing: readonly string[], refused: readonly RefusedValue[]): RowFailure[] {
  const failures: RowFailure[] = [];
  if (missing.length > 0) failures.push(missingFailure(missing));
  const inOrder = refused.toSorted((a, b) => a.fieldIndex - b.fieldIndex);
  const types = inOrder.filter(({ refusal }) => refusal.code === "invalid_type");
  if (types.length > 0) failures.push(typeFailure(types));
  for (const code of ["incorrect_format", "unknown_lookup"] as const) {
    for (const { refusal, sent } of inOrder) {
      if (refusal.code !== code) continue;
      failures.push({ code, fields: [refusal.field], message: refusal.text, values: [sent] });
    }
  }
  return failures.slice(0, FAILURES_PER_ROW_MAX);
}

function missingFailure(fields: readonly string[]): RowFailure {
  const subject = fields.length === 1 ? "field" : "fields";
  const message = `Missing mandatory ${subject}:${fields.join(",")}`;
  return { code: "missing_mandatory", fields, message, values: fields.map(() => null) };
}

function typeFailure(types: readonly RefusedValue[]): RowFailure {
  const subject = types.length === 1 ? "type" : "types";
  const pairs = types.map(({ refusal }) => refusal.text).join(",");
  return {
    code: "invalid_type",
    fields: types.map(({ refusal }) => refusal.field),
    message: `Invalid variable ${subject}:${pairs}`,
    values: types.map(({ sent }) => sent),
  };
}
