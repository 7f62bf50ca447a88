import { paint } from "./terminal.ts";

export interface Column<T> {
  title: string;
  value: (row: T) => unknown;
  /** Numbers stand to the right. */
  right?: boolean;
}

/** Data for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Resolves once the line is taken, so that a slow reader slows the writer and memory stays flat. */
export async function printJsonLine(value: unknown): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(value)}\n`)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** Data for people: a table, its columns as wide as what is in them. */
export function printTable<T>(columns: Column<T>[], rows: readonly T[]): void {
  const cells = rows.map((row) => columns.map((column) => text(column.value(row))));
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const heading = line(
    columns.map(({ title }) => title),
    widths,
    columns,
  );
  process.stdout.write(`${paint("bold", heading, process.stdout)}\n`);
  for (const row of cells) process.stdout.write(`${line(row, widths, columns)}\n`);
}

/** Data for people: one record, a line for each member. */
export function printRecord(record: object): void {
  const members = Object.entries(record);
  const width = Math.max(0, ...members.map(([name]) => name.length));
  for (const [name, value] of members) {
    process.stdout.write(`${paint("dim", name.padEnd(width), process.stdout)}  ${text(value)}\n`);
  }
}

/** For people, beside the data: what was done, what comes next. */
export function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function line<T>(cells: string[], widths: number[], columns: Column<T>[]): string {
  const padded = cells.map((cell, at) =>
    columns[at]?.right ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
  );
  return padded.join("  ").trimEnd();
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ") || "-";
  return typeof value === "object" ? JSON.stringify(value) : printable(String(value));
}

/** Data of others may hold control characters, which a terminal would obey. */
function printable(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
  return value.replace(/[\u0000-\u001f\u007f-\u009f]/g, "�");
}
