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
    const batches = checkElements(file.elements, check);
    return { check, columns: null, unknownColumns: [], batches, writeTo: undefined };
  }
  const header = check.forHeader(file.header);
  if (!header.usable) throw new UnreadableFile(sentence(header.reason));
  const { checkCells, writeRecord, unknownColumns } = header;
  const records: Records = { scans: file.scans, header: file.header, check, checkCells };
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
  header: readonly string[];
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

function checkRecord(scan: RecordScan, { header, check, checkCells }: Records) {
  // A row of a million cells is refused by their number: nobody looks at them all.
  const cells = scan.cells(header.length + CELLS_SHOWN_MAX);
  return { cells, outcome: scan.isTooLong ? check.tooLong(header, cells) : checkCells(cells, scan.count) };
}

type Batches<T> = AsyncIterable<T[]>;

async function* checkElements(elements: Batches<JsonElement>, check: RowCheck): AsyncGenerator<CheckedBatch> {
  let row = 0;
  for await (const batch of elements) {
    const first = row + 1;
    row += batch.length;
    yield {
      outcomes: batch.map(({ text, value, isTooDeep }) => {
        if (isTooDeep) return check.tooDeep(value);
        const outcome = check.checkObject(value);
        // Refused rows are shown as they were sent; only they pay for numbers that keep their text.
        return outcome.accepted ? outcome : check.checkObject(parseExact(text));
      }),
      sources: batch.map(({ line, text }, i) => ({ row: first + i, line, text })),
    };
  }
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
