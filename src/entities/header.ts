import { UNKNOWN_KEYS_MAX } from "../config/limits.ts";
import type { EntityDefinition } from "./definition.ts";

/** A column `additional_attributes.<name>`. */
export interface AttributeColumn {
  readonly name: string;
  readonly column: number;
}

/** What a CSV header says: which column holds which field. */
export type HeaderReading =
  | {
      usable: true;
      columns: { fieldIndex: number; column: number }[];
      keyColumn: number | undefined;
      attributes: { fieldIndex: number; columns: AttributeColumn[] } | undefined;
      /** As written, at most `UNKNOWN_KEYS_MAX`; columns without a name are not among them. */
      unknownColumns: string[];
    }
  | { usable: false; reason: string };

/** Names are trimmed and matched in any letter case (decisions, section 6). */
export function readHeader(definition: EntityDefinition, header: readonly string[]): HeaderReading {
  const indexByName = new Map(definition.fields.map((field, index) => [field.name, index]));
  const attributesIndex = definition.fields.findIndex((field) => field.type === "attributes");
  const prefix = attributesIndex < 0 ? undefined : `${definition.fields[attributesIndex]?.name}.`;
  const columns: { fieldIndex: number; column: number }[] = [];
  const attributeColumns: AttributeColumn[] = [];
  const unknownColumns: string[] = [];
  const seen = new Set<string>();

  for (const [column, written] of header.entries()) {
    const name = written.trim();
    const lower = name.toLowerCase();
    const fieldIndex = indexByName.get(lower);
    const attribute = prefix !== undefined && lower.startsWith(prefix) ? name.slice(prefix.length).trim() : "";
    if (fieldIndex === undefined && attribute === "") {
      if (name !== "" && unknownColumns.length < UNKNOWN_KEYS_MAX) unknownColumns.push(name);
      continue;
    }
    const identity = fieldIndex === undefined ? `${prefix}${attribute}` : lower;
    if (seen.has(identity)) return { usable: false, reason: `the header names the column ${identity} twice` };
    seen.add(identity);
    if (fieldIndex === undefined) attributeColumns.push({ name: attribute, column });
    else columns.push({ fieldIndex, column });
  }

  if (columns.length === 0 && attributeColumns.length === 0)
    return { usable: false, reason: noColumns(definition, header) };
  if (attributeColumns.length > 0 && columns.some(({ fieldIndex }) => fieldIndex === attributesIndex)) {
    const name = definition.fields[attributesIndex]?.name;
    return { usable: false, reason: `the header has both a column ${name} and columns ${name}.<name>; use one form` };
  }
  const attributes =
    attributeColumns.length > 0 ? { fieldIndex: attributesIndex, columns: attributeColumns } : undefined;
  const keyColumn = columns.find(({ fieldIndex }) => fieldIndex === 0)?.column;
  return { usable: true, columns, keyColumn, attributes, unknownColumns };
}

/** The pairs of the columns `additional_attributes.<name>`; an empty cell is no pair. */
export function pairsOf(
  columns: readonly AttributeColumn[],
  textOf: (column: number) => string,
): Record<string, string> | undefined {
  let pairs: Record<string, string> | undefined;
  for (const { name, column } of columns) {
    const text = textOf(column);
    if (text === "") continue;
    // Without a prototype, so that any name is only a name.
    pairs ??= Object.create(null) as Record<string, string>;
    pairs[name] = text;
  }
  return pairs;
}

function noColumns(definition: EntityDefinition, header: readonly string[]): string {
  const start = header.slice(0, 5).join(", ").slice(0, 100);
  return `the header has no column of the entity ${definition.type} (such as ${definition.key}); it starts with: ${start}`;
}
