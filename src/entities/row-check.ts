/**
 * The row check: from what a client sent to a row of the staging table, or to the messages of the error file
 * (interface, "Entity error file"; decisions, section 6). It is pure: the caller brings the lookup values and takes away
 * what it collected. It runs for every cell of an upload, so it is compiled once a file: a CSV header becomes a list of
 * columns, a field becomes a converter whose refusals are made beforehand.
 */

import { JSON_DEPTH_MAX, ROW_LENGTH_MAX, UNKNOWN_KEYS_MAX } from "../config/limits.ts";
import { MIB } from "../lib/units.ts";
import type { LookupType } from "../projects/project.ts";
import type { EntityDefinition, FieldValue } from "./definition.ts";
import {
  compileFields,
  type FieldCheck,
  isEmptyInside,
  isEmptyJson,
  type PendingLookup,
  Refusal,
} from "./field-check.ts";
import { pairsOf, readHeader } from "./header.ts";
import { JsonNumber } from "./json-number.ts";
import { createRecordWriter, type RecordWriter } from "./record-writer.ts";
import { describeFailures, type RefusedValue, type RowFailure } from "./row-failures.ts";

/** `key` is the value of the key field; `presence` has bit n set where the row brought `definition.fields[n]`. */
export interface AcceptedRow {
  readonly accepted: true;
  readonly key: string;
  readonly presence: number;
  /** Aligned with `definition.fields`; the default where the row did not bring the field. */
  readonly values: readonly FieldValue[];
}

export interface RejectedRow {
  readonly accepted: false;
  /** The key as it was sent, of whatever type; null where there was none. */
  readonly key: unknown;
  /** In the order of checks; at most `FAILURES_PER_ROW_MAX`. */
  readonly failures: readonly RowFailure[];
}

export type RowOutcome = AcceptedRow | RejectedRow;

export interface RowCheckOptions {
  /** Fields that the project makes mandatory besides the definition's. */
  readonly extraMandatory: readonly string[];
  readonly lookups: ReadonlyMap<LookupType, ReadonlySet<string>>;
  /** open: unknown lookup values are accepted, and collected in `newLookupValues`. */
  readonly lookupPolicy: "strict" | "open";
}

/** A CSV file is unusable where its header has no column of the entity, or the same one twice. */
export type HeaderOutcome =
  | {
      usable: true;
      /** Undefined where the file has none. */
      keyColumn: number | undefined;
      checkCells: CheckCells;
      /** The quick way for good rows; undefined for entities whose rows need more than their own bytes. */
      writeRecord: RecordWriter | undefined;
      unknownColumns: string[];
    }
  | { usable: false; reason: string };

/** `count`: how many cells the row has, where they are not all here. */
export type CheckCells = (cells: readonly string[], count?: number) => RowOutcome;

export function createRowCheck(definition: EntityDefinition, options: RowCheckOptions): RowCheck {
  return new RowCheck(definition, options);
}

/** One per file: it collects what it meets. */
export class RowCheck {
  /** Keys of JSON objects that the entity does not have, in the order met; at most `UNKNOWN_KEYS_MAX`. */
  readonly unknownKeys = new Set<string>();
  /** With the policy `open`: values of accepted rows that the project does not have yet. */
  readonly newLookupValues = new Map<LookupType, Set<string>>();

  readonly #definition: EntityDefinition;
  readonly #fields: readonly FieldCheck[];
  readonly #fieldByName: ReadonlyMap<string, FieldCheck>;
  readonly #mandatoryMask: number;
  readonly #absentValues: readonly FieldValue[];
  readonly #lookups: RowCheckOptions["lookups"];
  readonly #pending: PendingLookup[] = [];

  constructor(definition: EntityDefinition, options: RowCheckOptions) {
    this.#definition = definition;
    this.#lookups = options.lookups;
    this.#fields = compileFields(definition, options, this.#pending);
    this.#fieldByName = new Map(this.#fields.map((field) => [field.name, field]));
    this.#mandatoryMask = this.#fields.reduce((mask, field) => (field.mandatory ? mask | field.bit : mask), 0);
    this.#absentValues = this.#fields.map((field) => field.emptyValue);
  }

  /** Compiles a check for the rows below this header. Names are trimmed and matched in any letter case. */
  forHeader(header: readonly string[]): HeaderOutcome {
    const read = readHeader(this.#definition, header);
    if (!read.usable) return read;
    const columns = read.columns.map(({ fieldIndex, column }) => ({ field: this.#fieldAt(fieldIndex), column }));
    const { keyColumn, attributes } = read;
    const attributesField = attributes && this.#fieldAt(attributes.fieldIndex);

    const checkCells: CheckCells = (cells, count = cells.length) => {
      const key = (keyColumn === undefined ? undefined : cells[keyColumn]) ?? null;
      if (count !== header.length && !(count === cells.length && hasBlankRest(cells, header.length))) {
        return wrongCellCount(key, count, header.length);
      }
      const row = new RowInProgress(this.#absentValues);
      for (const { field, column } of columns) {
        const text = cells[column] ?? "";
        row.presence |= field.bit;
        if (text !== "") row.take(field, field.fromText(text), text);
      }
      if (attributesField !== undefined) {
        row.presence |= attributesField.bit;
        const pairs = attributes && pairsOf(attributes.columns, (column) => cells[column] ?? "");
        if (pairs !== undefined) row.take(attributesField, attributesField.fromJson(pairs), pairs);
      }
      return this.#conclude(row, key);
    };
    const writeRecord = createRecordWriter(this.#definition, this.#fields, read, {
      width: header.length,
      mandatory: this.#mandatoryMask,
      isKnown: (type, value) =>
        this.#lookups.get(type)?.has(value) === true || this.newLookupValues.get(type)?.has(value) === true,
    });
    return { usable: true, keyColumn, checkCells, writeRecord, unknownColumns: read.unknownColumns };
  }

  /** Checks one element of a JSON upload, of whatever type. Types are strict, names exact. */
  checkObject(element: unknown): RowOutcome {
    if (typeof element !== "object" || element === null || Array.isArray(element) || element instanceof JsonNumber) {
      return notAnObject(this.#definition);
    }
    // The door for uploaded rows: an object has members of unknown types.
    const sent = element as Readonly<Record<string, unknown>>;
    const row = new RowInProgress(this.#absentValues);
    for (const name in sent) {
      const field = this.#fieldByName.get(name);
      if (field === undefined) {
        if (this.unknownKeys.size < UNKNOWN_KEYS_MAX) this.unknownKeys.add(name);
        continue;
      }
      const value = sent[name];
      row.presence |= field.bit;
      if (!isEmptyJson(value)) row.take(field, field.fromJson(value), value);
    }
    return this.#conclude(row, Object.hasOwn(sent, this.#definition.key) ? sent[this.#definition.key] : null);
  }

  /** The outcome for an element that was nested too deep, of which this is left. */
  tooDeep(rest: unknown): RejectedRow {
    const members = new Map<string, unknown>(typeof rest === "object" && rest !== null ? Object.entries(rest) : []);
    const message = `The row is nested more than ${JSON_DEPTH_MAX} levels deep`;
    const failures = [{ code: "too_deep", fields: [], message, values: [] }] as const;
    return { accepted: false, key: members.get(this.#definition.key) ?? null, failures };
  }

  /** The outcome for a row that was passed over because of its length. */
  tooLong(key: unknown): RejectedRow {
    const message = `The row is longer than ${ROW_LENGTH_MAX / MIB} MiB`;
    return { accepted: false, key, failures: [{ code: "too_long", fields: [], message, values: [] }] };
  }

  #conclude(row: RowInProgress, key: unknown): RowOutcome {
    const missing = this.#mandatoryMask & ~row.filled;
    if (missing === 0 && row.refused === undefined && typeof key === "string") {
      if (this.#pending.length > 0) this.#keepPending();
      return { accepted: true, key, presence: row.presence, values: row.values };
    }
    this.#pending.length = 0;
    const missingNames = this.#fields.filter((field) => (missing & field.bit) !== 0).map((field) => field.name);
    return { accepted: false, key, failures: describeFailures(missingNames, row.refused ?? []) };
  }

  /** Values that only rejected rows have are not added. */
  #keepPending(): void {
    for (const { type, value } of this.#pending) {
      const values = this.newLookupValues.get(type);
      if (values === undefined) this.newLookupValues.set(type, new Set([value]));
      else values.add(value);
    }
    this.#pending.length = 0;
  }

  #fieldAt(index: number): FieldCheck {
    const field = this.#fields[index];
    if (field === undefined) throw new Error(`${this.#definition.type} has no field ${index}`);
    return field;
  }
}

class RowInProgress {
  presence = 0;
  /** Bit n: field n has a value that is not empty, right or wrong. */
  filled = 0;
  readonly values: FieldValue[];
  /** Made with the first refusal: nearly every row has none. */
  refused: RefusedValue[] | undefined;

  constructor(absentValues: readonly FieldValue[]) {
    this.values = absentValues.slice();
  }

  take(field: FieldCheck, value: FieldValue | Refusal, sent: unknown): void {
    this.filled |= field.bit;
    if (value instanceof Refusal) {
      this.refused ??= [];
      this.refused.push({ fieldIndex: field.index, refusal: value, sent });
    } else {
      this.values[field.index] = value;
      if (field.canBeEmptyInside && isEmptyInside(value)) this.filled &= ~field.bit;
    }
  }
}

/** Spreadsheets end some lines with empty cells; a line that is too short, or says more, has lost its columns. */
function hasBlankRest(cells: readonly string[], width: number): boolean {
  return cells.length > width && cells.slice(width).every((cell) => cell.trim() === "");
}

function wrongCellCount(key: unknown, count: number, expected: number): RejectedRow {
  const message = `Incorrect number of cells: ${count}, the header has ${expected}`;
  return { accepted: false, key, failures: [{ code: "wrong_cell_count", fields: [], message, values: [] }] };
}

function notAnObject(definition: EntityDefinition): RejectedRow {
  const message = `Invalid variable type:${definition.type}-expected type: Object`;
  return { accepted: false, key: null, failures: [{ code: "not_an_object", fields: [], message, values: [] }] };
}
