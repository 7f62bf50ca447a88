import type { EntityDefinition } from "../entities/definition.ts";
import { createRowCheck, type RowCheck, type RowCheckOptions, type RowOutcome } from "../entities/row-check.ts";
import { parseExact } from "./exact-json.ts";
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

/** A file on its way through the row check. */
export interface CheckedFile {
  check: RowCheck;
  /** The header of a CSV file. */
  columns: string[] | null;
  /** Columns that the entity does not have; for JSON see `check.unknownKeys`. */
  unknownColumns: string[];
  batches: AsyncIterable<CheckedBatch>;
}

/** Throws `UnreadableFile` where the header is not usable. */
export function checkRows(file: DataFile, definition: EntityDefinition, options: RowCheckOptions): CheckedFile {
  const check = createRowCheck(definition, options);
  if (file.kind === "json") {
    return { check, columns: null, unknownColumns: [], batches: checkElements(file.elements, check) };
  }
  const header = check.forHeader(file.header);
  if (!header.usable) throw new UnreadableFile(sentence(header.reason));
  const { checkCells, unknownColumns } = header;
  return { check, columns: file.header, unknownColumns, batches: checkRecords(file.records, checkCells) };
}

type Batches<T> = AsyncIterable<T[]>;

async function* checkRecords(
  records: Batches<{ line: number; cells: string[] }>,
  checkCells: (cells: readonly string[]) => RowOutcome,
): AsyncGenerator<CheckedBatch> {
  let row = 0;
  for await (const batch of records) {
    const first = row + 1;
    row += batch.length;
    yield {
      outcomes: batch.map(({ cells }) => checkCells(cells)),
      sources: batch.map(({ line, cells }, i) => ({ row: first + i, line, cells })),
    };
  }
}

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
