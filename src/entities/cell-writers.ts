import type { LookupType } from "../projects/project.ts";
import { CellCache, type CheckedCell } from "./cell-cache.ts";
import { type CopyRows, escapedValue } from "./copy-rows.ts";
import type { FieldDefinition, NumberField, StringField } from "./definition.ts";
import { type FieldCheck, isEmptyInside, Refusal } from "./field-check.ts";

/**
 * The quick way of good cells: from the bytes of the file to the field of COPY, without a string in between. Whatever
 * is not plainly good is left to the row check, which alone judges and explains; a test compares the two.
 */

/** A record of a CSV file as it stands in the file's UTF-8 bytes. */
export interface RecordBytes {
  readonly bytes: Uint8Array;
  /** Where it begins; the places of its cells are counted from here. */
  readonly base: number;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How a cell stands there: as it is, unless this is `MESSY_CELL`. */
  readonly marks: Uint8Array;
  cellText(cell: number): string;
}

/** A cell whose bytes are not its text. */
export const MESSY_CELL = 2;

/** UNDECIDED: nothing is written, and the row check must say. EMPTY: written, but nothing where something is mandatory. */
export const UNDECIDED = 0;
export const FILLED = 1;
export const EMPTY = 2;

/** Writes a cell that is not empty. */
export type CellWriter = (record: RecordBytes, column: number, rows: CopyRows) => number;

export type IsKnown = (type: LookupType, value: string) => boolean;

/** Undefined where every cell is for the row check. */
export function cellWriterOf(field: FieldDefinition, check: FieldCheck, isKnown: IsKnown): CellWriter | undefined {
  switch (field.type) {
    case "string": {
      const { lookup } = field;
      if (lookup !== undefined) {
        return cached((text) => {
          // A value can be known and yet be too long for the field.
          if (!isKnown(lookup, text) || check.fromText(text) instanceof Refusal) return undefined;
          return { escaped: escapedValue(text), isFilled: true };
        });
      }
      return textWriter(field);
    }
    case "number":
      return numberWriter(field);
    case "boolean":
    case "attributes":
      return cached((text) => {
        const value = check.fromText(text);
        if (value instanceof Refusal) return undefined;
        return { escaped: escapedValue(value), isFilled: !isEmptyInside(value) };
      });
    case "keys":
      return undefined;
  }
}

function cached(convert: (text: string) => CheckedCell | undefined): CellWriter {
  const cache = new CellCache();
  return (record, column, rows) => {
    const { bytes, base } = record;
    const start = base + (record.starts[column] ?? 0);
    const end = base + (record.ends[column] ?? 0);
    const mark = record.marks[column] ?? 0;
    let checked = cache.find(bytes, start, end, mark);
    if (checked === undefined) {
      checked = convert(record.cellText(column));
      if (checked === undefined) return UNDECIDED;
      cache.keep(bytes, start, end, mark, checked);
    }
    rows.addEscaped(checked.escaped);
    return checked.isFilled ? FILLED : EMPTY;
  };
}

/** Bytes are at least as many as characters, so that what is short in bytes is short. */
function textWriter({ lengthMax, format }: StringField): CellWriter {
  const isEmail = format === "email";
  return (record, column, rows) => {
    if (record.marks[column] === MESSY_CELL) return UNDECIDED;
    const { bytes, base } = record;
    const start = base + (record.starts[column] ?? 0);
    const end = base + (record.ends[column] ?? 0);
    if (end - start > lengthMax || (isEmail && !isPlainEmail(bytes, start, end))) return UNDECIDED;
    return rows.addBytes(bytes, start, end) ? FILLED : UNDECIDED;
  };
}

function numberWriter({ min, max, decimals }: NumberField): CellWriter {
  return (record, column, rows) => {
    if (record.marks[column] === MESSY_CELL) return UNDECIDED;
    const { bytes, base } = record;
    const start = base + (record.starts[column] ?? 0);
    const end = base + (record.ends[column] ?? 0);
    const number = plainNumber(bytes, start, end, decimals);
    if (!(number >= min && number <= max)) return UNDECIDED;
    return rows.addBytes(bytes, start, end) ? FILLED : UNDECIDED;
  };
}

const MINUS = 45;
const DOT = 46;
const DIGITS_MAX = 15;

/**
 * The number of digits with at most so many decimals; NaN for any other form. Up to 15 digits divided by a power of
 * ten are the number that the database reads from the same text.
 */
function plainNumber(bytes: Uint8Array, start: number, end: number, decimals: number): number {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  let value = 0;
  let dot = -1;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT && dot === -1) dot = at;
    else if (byte >= 48 && byte <= 57) value = value * 10 + byte - 48;
    else return Number.NaN;
  }
  const whole = (dot === -1 ? end : dot) - first;
  const places = dot === -1 ? 0 : end - dot - 1;
  if (whole === 0 || places > decimals || (dot !== -1 && places === 0) || whole + places > DIGITS_MAX)
    return Number.NaN;
  // Minus zero is kept as zero: for the row check to say.
  if (isNegative && value === 0) return Number.NaN;
  const number = value / 10 ** places;
  return isNegative ? -number : number;
}

const AT = 64;
const DASH = 45;

/** By byte: 1 for ASCII letters and digits, 2 for the other ASCII signs that a local part may have, dots apart. */
const EMAIL_SIGNS = new Uint8Array(256);
for (const sign of "!#$%&'*+-/=?^_`{|}~") EMAIL_SIGNS[sign.charCodeAt(0)] = 2;
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  EMAIL_SIGNS[sign.charCodeAt(0)] = 1;

/** An ASCII address of the usual form; others may be as good. */
function isPlainEmail(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  let before = DOT;
  for (; at < end && bytes[at] !== AT; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT ? before === DOT : EMAIL_SIGNS[byte] === 0) return false;
    before = byte;
  }
  if (before === DOT || at === end) return false;
  let labelStart = at + 1;
  let labels = 0;
  for (at += 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT) {
      if (!isPlainLabel(bytes, labelStart, at)) return false;
      labels += 1;
      labelStart = at + 1;
    } else if (byte !== DASH && EMAIL_SIGNS[byte] !== 1) return false;
  }
  const top = end - labelStart;
  const isLettered = (bytes[labelStart] ?? 0) > 57;
  return labels > 0 && top >= 2 && top <= 63 && isLettered && isPlainLabel(bytes, labelStart, end);
}

function isPlainLabel(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start && bytes[start] !== DASH && bytes[end - 1] !== DASH;
}
