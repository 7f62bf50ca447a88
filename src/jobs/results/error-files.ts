import { JsonNumber } from "../../entities/json-number.ts";
import type { FileStore } from "../../files/file-store.ts";
import { parseExact, stringifyExact } from "../exact-json.ts";
import { type RejectionFilter, readMarks } from "../rejection-index.ts";
import { type Rejection, readMarkedRejections, readRejections, readRejectionsHead } from "../rejections.ts";
import { ERRORS_COLUMN } from "../warnings.ts";
import { type Cell, writeWorkbook } from "./workbook.ts";

/** The files that explain a job's rejections, made from what its run has written, each time they are asked for. */

/** interface, "Entity error file": an array with one object per row, in the order of the input. */
export async function* writeErrorsJson(files: FileStore, fileKey: string): AsyncGenerator<string> {
  const { key: keyField } = await readRejectionsHead(files, fileKey);
  let separator = "[";
  for await (const batch of readRejections(files, fileKey)) {
    let text = "";
    for (const rejection of batch) {
      text += `${separator}\n${stringifyExact({ [keyField]: rejection.key, errors: messagesOf(rejection) })}`;
      separator = ",";
    }
    yield text;
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}

/** Sheets "Errors", "Rows to fix" (to be mended, saved as CSV and sent again) and "Summary". */
export async function* writeErrorsXlsx(
  files: FileStore,
  fileKey: string,
  fieldNames: readonly string[],
): AsyncGenerator<Uint8Array> {
  const head = await readRejectionsHead(files, fileKey);
  const summary = new Map<string, { kind: string; field: string; rows: number }>();
  yield* writeWorkbook([
    { name: "Errors", rows: errorRows(files, fileKey, head.key, summary) },
    { name: "Rows to fix", rows: rowsToFix(files, fileKey, head.columns ?? fieldNames) },
    { name: "Summary", rows: summaryRows(summary) },
  ]);
}

/** Rejections as programs and the console read them, one item per message and field. */
export interface RejectionPage {
  items: RejectionItem[];
  /** How many rows match in all. */
  total: number;
}

/** One page of the rejections that match the filter, in the order of the file; a page counts rows. */
export async function readRejectionPage(
  files: FileStore,
  fileKey: string,
  page: { offset: number; limit: number },
  filter?: RejectionFilter,
): Promise<RejectionPage> {
  const marks = await readMarks(files, fileKey, filter);
  if (marks === undefined) return { items: [], total: 0 };
  const isMatch = ({ code, field }: RejectionItem) =>
    filter === undefined || (code === filter.code && (filter.field === undefined || field === filter.field));
  // Looking for the code's text first spares parsing most lines.
  const sign = filter && JSON.stringify(filter.code);
  const isWanted = (line: string, parse: () => Rejection) =>
    sign === undefined || (line.includes(sign) && itemsOf(parse()).some(isMatch));
  const rejections = await readMarkedRejections(files, fileKey, { marks, isWanted }, page);
  return { items: rejections.flatMap((rejection) => itemsOf(rejection).filter(isMatch)), total: marks.rows };
}

/** A message of a refused row. */
export interface RejectionItem {
  row: number;
  line: number;
  key: unknown;
  /** Null where the message is about the row as a whole. */
  field: string | null;
  code: string;
  message: string;
  value: unknown;
}

function itemsOf({ row, line, key, failures }: Rejection): RejectionItem[] {
  return failures.flatMap(({ code, fields, message, values }) => {
    const names = fields.length === 0 ? [null] : fields;
    return names.map((field, i) => ({ row, line, key, field, code, message, value: values[i] ?? null }));
  });
}

async function* errorRows(
  files: FileStore,
  fileKey: string,
  keyField: string,
  summary: Map<string, { kind: string; field: string; rows: number }>,
): AsyncGenerator<Cell[][]> {
  yield [["row", keyField, "errors"]];
  for await (const batch of readRejections(files, fileKey)) {
    yield batch.map((rejection) => {
      for (const item of itemsOf(rejection)) {
        const field = item.field ?? "";
        const counted = summary.get(`${item.code} ${field}`) ?? {
          kind: KIND_WORDS[item.code] ?? item.code,
          field,
          rows: 0,
        };
        counted.rows += 1;
        summary.set(`${item.code} ${field}`, counted);
      }
      return [rejection.row, cellOf(rejection.key), messagesOf(rejection).join("\n")];
    });
  }
}

async function* rowsToFix(files: FileStore, fileKey: string, columns: readonly string[]): AsyncGenerator<Cell[][]> {
  yield [[...columns, ERRORS_COLUMN]];
  for await (const batch of readRejections(files, fileKey)) {
    yield batch.map((rejection) => {
      const cells = rejection.cells ?? cellsOf(rejection.text ?? "null", columns);
      const inColumns = columns.map((_, i) => cells[i] ?? null);
      // Cells beyond the header stay in sight, behind the messages.
      return [...inColumns, messagesOf(rejection).join("\n"), ...cells.slice(columns.length)];
    });
  }
}

async function* summaryRows(
  summary: Map<string, { kind: string; field: string; rows: number }>,
): AsyncGenerator<Cell[][]> {
  yield [["kind", "field", "count"]];
  const counted = [...summary.values()].sort((one, other) => other.rows - one.rows);
  yield counted.map(({ kind, field, rows }) => [kind, field, rows]);
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  missing_mandatory: "Missing mandatory field",
  invalid_type: "Invalid variable type",
  incorrect_format: "Incorrect format",
  unknown_lookup: "Unknown lookup value",
  unknown_reference: "Unknown reference",
  wrong_cell_count: "Wrong number of cells",
  not_an_object: "Not an object",
  too_deep: "Nested too deep",
};

function messagesOf(rejection: Rejection): string[] {
  return rejection.failures.map((failure) => failure.message);
}

function cellsOf(json: string, columns: readonly string[]): Cell[] {
  const element = parseExact(json);
  if (typeof element !== "object" || element === null || Array.isArray(element)) return [json];
  const values = new Map<string, unknown>(Object.entries(element));
  return columns.map((column) => cellOf(values.get(column)));
}

/** As it would stand in a cell of a CSV file. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(";");
  return typeof value === "object" ? stringifyExact(value) : String(value);
}
