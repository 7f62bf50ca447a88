import {
  type CellWriter,
  cellWriterOf,
  EMPTY,
  FILLED,
  type IsKnown,
  type RecordBytes,
  UNDECIDED,
} from "./cell-writers.ts";
import { type CopyRows, escapedValue } from "./copy-rows.ts";
import type { EntityDefinition } from "./definition.ts";
import { type FieldCheck, isEmptyInside, Refusal } from "./field-check.ts";
import { type HeaderReading, pairsOf } from "./header.ts";

/** Writes a record that is plainly good as a row of COPY; false, and nothing is written, where the row check must say. */
export type RecordWriter = (record: RecordBytes, rows: CopyRows) => boolean;

interface FieldWriter {
  index: number;
  bit: number;
  /** Of the file; -1 where it has none for the field. */
  column: number;
  /** For an empty cell, and for a column that is not there. */
  empty: Uint8Array;
  write: CellWriter;
}

/** Compiles a writer for the rows below a header; undefined where the entity has fields that only the row check can take. */
export function createRecordWriter(
  definition: EntityDefinition,
  fields: readonly FieldCheck[],
  header: Extract<HeaderReading, { usable: true }>,
  { width, mandatory, isKnown }: { width: number; mandatory: number; isKnown: IsKnown },
): RecordWriter | undefined {
  const writers: FieldWriter[] = [];
  let presence = 0;
  for (const check of fields) {
    const field = definition.fields[check.index];
    const write = field && cellWriterOf(field, check, isKnown);
    if (write === undefined) return undefined;
    const column = header.columns.find(({ fieldIndex }) => fieldIndex === check.index)?.column ?? -1;
    const writer = { index: check.index, bit: check.bit, column, empty: escapedValue(check.emptyValue), write };
    if (header.attributes?.fieldIndex === check.index) {
      const { columns } = header.attributes;
      writers.push({ ...writer, column: 0, write: attributesWriter(check, columns, writer.empty) });
      presence |= check.bit;
    } else {
      writers.push(writer);
      if (column !== -1) presence |= check.bit;
    }
  }
  const attributesBit = header.attributes === undefined ? 0 : (fields[header.attributes.fieldIndex]?.bit ?? 0);

  return (record, rows) => {
    const { count, starts, ends } = record;
    if (count !== width && !(count > width && isBlankFrom(record, width))) return false;
    rows.begin(presence);
    let filled = 0;
    for (const { index, bit, column, empty, write } of writers) {
      const isWhole = bit === attributesBit;
      if (column === -1 || (!isWhole && starts[column] === ends[column])) rows.addEscaped(empty);
      else {
        const written = write(record, column, rows);
        if (written === UNDECIDED) {
          rows.cancel();
          return false;
        }
        if (written === FILLED) filled |= bit;
      }
      rows.endField(index);
    }
    if ((mandatory & ~filled) !== 0) {
      rows.cancel();
      return false;
    }
    rows.end();
    return true;
  };
}

/** One field of many columns. */
function attributesWriter(check: FieldCheck, columns: Parameters<typeof pairsOf>[0], empty: Uint8Array): CellWriter {
  return (record, _, rows) => {
    const pairs = pairsOf(columns, (column) => record.cellText(column));
    const value = pairs === undefined ? undefined : check.fromJson(pairs);
    if (value instanceof Refusal) return UNDECIDED;
    rows.addEscaped(value === undefined ? empty : escapedValue(value));
    return value === undefined || isEmptyInside(value) ? EMPTY : FILLED;
  };
}

/** Spreadsheets end some lines with empty cells. */
function isBlankFrom({ count, starts, ends }: RecordBytes, first: number): boolean {
  for (let cell = first; cell < count; cell += 1) if (starts[cell] !== ends[cell]) return false;
  return true;
}
