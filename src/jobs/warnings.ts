import { UNKNOWN_KEYS_MAX } from "../config/limits.ts";
import type { EntityDefinition } from "../entities/definition.ts";
import type { CheckedFile } from "./checked-rows.ts";
import { printable } from "./printable.ts";
import type { EncodingChoice } from "./reading/decode.ts";

/** What is odd about a file but stops nothing; shown in the job's record. */

/** The column that the sheet "Rows to fix" adds; it comes back with the mended rows. */
export const ERRORS_COLUMN = "errors";

const NAMES_SHOWN_MAX = 20;
const NAME_LENGTH_MAX = 100;

export function warnOfEncoding(encoding: EncodingChoice): string[] {
  if (encoding === "found") return [];
  return ["The file is not UTF-8 and was read as Windows-1252. Check letters with accents, or save the file as UTF-8."];
}

export function warnOfUnknownNames(definition: EntityDefinition, checked: CheckedFile): string[] {
  const unknown = checked.columns === null ? [...checked.check.unknownKeys] : checked.unknownColumns;
  const names = unknown.filter((name) => name !== ERRORS_COLUMN);
  if (names.length === 0) return [];
  const shown = names.slice(0, NAMES_SHOWN_MAX).map((name) => `“${printable(name.slice(0, NAME_LENGTH_MAX))}”`);
  // Whoever collected them stopped at a bound.
  const atLeast = unknown.length < UNKNOWN_KEYS_MAX ? "" : "at least ";
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${atLeast}${names.length - NAMES_SHOWN_MAX} more` : "";
  const word = checked.columns === null ? "keys" : "columns";
  return [`Ignored ${word} that a ${definition.type} does not have: ${shown.join(", ")}${more}.`];
}
