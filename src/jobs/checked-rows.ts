import { CELLS_SHOWN_MAX } from "../config/limits.ts";
import type { CopyRows } from "../entities/copy-rows.ts";
import type { EntityDefinition } from "../entities/definition.ts";
import type { RecordWriter } from "../entities/record-writer.ts";
import {
  type CheckCells,
  createRowCheck,
  type RowCheck,
  type RowCheckOptions,
  type RowOutcome,
} from "../entities/row-check.ts";
import { parseExact } from "./exact-json.ts";
import type { RecordScan } from "./reading/csv-file.ts";
import type { DataFile } from "./reading/data-file.ts";
import type { JsonElement } from "./reading/json-elements.ts";
import type { Rejection } from "./rejections.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/** Rows with their outcomes; `sources` are aligned with `outcomes`. */
export interface CheckedBatch {
  outcomes: RowOutcome[];
  sources: RowSource[];
}

/** Where a row stands and what it was. */
export type RowSource = Pick<Rejection, "row" | "line" | "cells" | "text">;

/** A stretch of a file whose good rows are written already. */
export interface WrittenBatch {
  rows: number;
  rejected: Rejection[];
}

/** A file on its way through the row check. It is read by `batches` or by `writeTo`, and once. */
export interface CheckedFile {
  check: RowCheck;
  /** The header of a CSV file. */
  columns: string[] | null;
  /** Columns that the entity does not have; for JSON see `check.unknownKeys`. */
  unknownColumns: string[];
  batches: AsyncIterable<CheckedBatch>;
  /** The quick way, where there is one: good rows go from the bytes of the file to those of COPY. */
  writeTo: ((rows: CopyRows) => AsyncIterable<WrittenBatch>) | undefined;
}

/** Throws `UnreadableFile` where the header is not usable. */
export function checkRows(file: DataFile, definition: EntityDefinition, options: RowCheckOptions): CheckedFile {
  const check = createRowCheck(definition, options);
  if (file.kind === "json") {
    const batches = checkElements(file.elements, check, definition);
    return { check, columns: null, unknownColumns: [], batches, writeTo: undefined };
  }
  const header = check.forHeader(file.header);
  if (!header.usable) throw new UnreadableFile(sentence(header.reason));
  const { keyColumn, checkCells, writeRecord, unknownColumns } = header;
  const records: Records = { scans: file.scans, width: file.header.length, keyColumn, check, checkCells };
  return {
    check,
    columns: file.header,
    unknownColumns,
    batches: checkRecords(records),
    writeTo: writeRecord && ((rows) => writeRecords(records, writeRecord, rows)),
  };
}

interface Records {
  scans: AsyncIterable<RecordScan>;
  /** How many columns the header has. */
  width: number;
  keyColumn: number | undefined;
  check: RowCheck;
  checkCells: CheckCells;
}

async function* checkRecords(records: Records): AsyncGenerator<CheckedBatch> {
  let row = 0;
  for await (const scan of records.scans) {
    const batch: CheckedBatch = { outcomes: [], sources: [] };
    while (scan.next()) {
      row += 1;
      const { outcome, cells } = checkRecord(scan, records);
      batch.outcomes.push(outcome);
      batch.sources.push({ row, line: scan.line, cells });
    }
    if (batch.outcomes.length > 0) yield batch;
  }
}

async function* writeRecords(records: Records, write: RecordWriter, rows: CopyRows): AsyncGenerator<WrittenBatch> {
  let row = 0;
  for await (const scan of records.scans) {
    const rejected: Rejection[] = [];
    const before = row;
    while (scan.next()) {
      row += 1;
      if (!scan.isTooLong && write(scan, rows)) continue;
      const { outcome, cells } = checkRecord(scan, records);
      if (outcome.accepted) rows.add(outcome);
      else rejected.push({ row, line: scan.line, cells, key: outcome.key, failures: outcome.failures });
    }
    yield { rows: row - before, rejected };
  }
}

function checkRecord(scan: RecordScan, { width, keyColumn, check, checkCells }: Records) {
  // A row of a million cells is refused by their number: nobody looks at them all.
  const cells = scan.cells(width + CELLS_SHOWN_MAX);
  if (!scan.isTooLong) return { cells, outcome: checkCells(cells, scan.count) };
  return { cells, outcome: check.tooLong((keyColumn === undefined ? undefined : cells[keyColumn]) ?? null) };
}

type Batches<T> = AsyncIterable<T[]>;

async function* checkElements(
  elements: Batches<JsonElement>,
  check: RowCheck,
  definition: EntityDefinition,
): AsyncGenerator<CheckedBatch> {
  let row = 0;
  for await (const batch of elements) {
    const first = row + 1;
    row += batch.length;
    if (first === 1) refuseOtherList(batch[0]?.value, definition);
    yield {
      outcomes: batch.map((element) => checkElement(element, check, definition)),
      sources: batch.map(({ line, text }, i) => ({ row: first + i, line, text })),
    };
  }
}

function checkElement(element: JsonElement, check: RowCheck, { key }: EntityDefinition): RowOutcome {
  const { text, value, isTooDeep, isTooLong } = element;
  if (isTooDeep) return check.tooDeep(value);
  if (isTooLong) return check.tooLong(membersOf(value).get(key) ?? null);
  const outcome = check.checkObject(value);
  // Refused rows are shown as they were sent; only they pay for numbers that keep their text.
  return outcome.accepted ? outcome : check.checkObject(parseExact(text));
}

/** `{"data": [{...}]}` is no row, and nobody would find out why it was refused as one. */
function refuseOtherList(element: unknown, { key, plural }: EntityDefinition): void {
  const members = membersOf(element);
  if (members.has(key)) return;
  const list = [...members].find(([, value]) => Array.isArray(value) && membersOf(value[0]).size > 0);
  if (list === undefined) return;
  throw new UnreadableFile(
    `The rows are expected as an array of objects or as {"${plural}": [...]}; this object has a list in “${list[0]}”.`,
  );
}

function membersOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
