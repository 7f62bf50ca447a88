import { paint, type Style, widthOfStream } from "./terminal.ts";
import { cut, padEnd, padStart, printable, widthOf, wrap } from "./text-width.ts";

export interface Column<T> {
  title: string;
  value: (row: T) => unknown;
  /** Numbers stand to the right. */
  right?: boolean;
  /** May be cut where the terminal is too narrow: texts and URLs, but no ids, which are copied from here. */
  canShrink?: boolean;
  /** Left out where the terminal is too narrow; of several, the last one first. */
  optional?: boolean;
  style?: (row: T) => Style | undefined;
}

const GAP = "  ";
/** A column that shrinks keeps so much. */
const SHRUNK_WIDTH_MIN = 10;
/** A list is one line up to this many characters. */
const LIST_LENGTH_MAX = 60;

/** Data for people: a table, its columns as wide as what is in them. */
export function printTable<T>(columns: Column<T>[], rows: readonly T[]): void {
  const out = process.stdout;
  for (const line of tableLines(columns, rows, {
    width: widthOfStream(out),
    paint: (style, text) => paint(style, text, out),
  }))
    out.write(`${line}\n`);
}

/** Data for people: one record, a line for each member. */
export function printRecord(record: object): void {
  const out = process.stdout;
  for (const line of recordLines(record, {
    width: widthOfStream(out),
    paint: (style, text) => paint(style, text, out),
  }))
    out.write(`${line}\n`);
}

export interface Paper {
  /** In columns of the terminal; infinite where there is none. */
  width: number;
  paint: (style: Style, text: string) => string;
}

/** Where not even the shrunk columns that matter fit beside each other, every row becomes a record of its own. */
export function tableLines<T>(columns: Column<T>[], rows: readonly T[], paper: Paper): string[] {
  for (let shown = columns; ; ) {
    const lines = linesOf(shown, rows, paper);
    if (lines !== undefined) return lines;
    const leastNeeded = shown.findLast(({ optional }) => optional === true);
    if (leastNeeded === undefined) return stacked(columns, rows, paper);
    shown = shown.filter((column) => column !== leastNeeded);
  }
}

function linesOf<T>(columns: Column<T>[], rows: readonly T[], paper: Paper): string[] | undefined {
  const cells = rows.map((row) => columns.map((column) => cellText(column.value(row))));
  const natural = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const widths = fitted(columns, natural, paper.width);
  if (widths === undefined) return undefined;
  const titles = columns.map(({ title }) => title);
  const heading = paper.paint("bold", lineOf(columns, titles, widths).trimEnd());
  const lines = rows.map((row, at) =>
    lineOf(columns, cells[at] ?? [], widths, (column, text) => {
      const style = columns[column]?.style?.(row);
      return style === undefined ? text : paper.paint(style, text);
    }),
  );
  return [heading, ...lines.map((line) => line.trimEnd())];
}

export function recordLines(record: object, paper: Paper): string[] {
  const members = Object.entries(record);
  const nameWidth = Math.max(0, ...members.map(([name]) => widthOf(name)));
  const valueWidth = Math.max(SHRUNK_WIDTH_MIN, paper.width - nameWidth - GAP.length);
  return members.flatMap(([name, value]) => {
    const lines = partsOf(value).flatMap((part) => (Number.isFinite(valueWidth) ? wrap(part, valueWidth) : [part]));
    const title = paper.paint("dim", padEnd(name, nameWidth));
    return lines.map((line, at) => `${at === 0 ? title : " ".repeat(nameWidth)}${GAP}${line}`.trimEnd());
  });
}

/** A list that is long, as of URLs, stands in lines of its own. */
function partsOf(value: unknown): string[] {
  const text = cellText(value);
  if (!Array.isArray(value) || value.length < 2 || text.length <= LIST_LENGTH_MAX) return [text];
  return value.map(cellText);
}

/** Takes from the columns that may shrink, the widest first, until all fit; undefined where they cannot. */
function fitted<T>(columns: Column<T>[], natural: number[], width: number): number[] | undefined {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (columns.length - 1) - width;
  while (excess > 0) {
    const widest = columns.reduce<number | undefined>((found, column, at) => {
      const canGive = column.canShrink === true && (widths[at] ?? 0) > SHRUNK_WIDTH_MIN;
      return canGive && (found === undefined || (widths[at] ?? 0) > (widths[found] ?? 0)) ? at : found;
    }, undefined);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function lineOf<T>(
  columns: Column<T>[],
  cells: string[],
  widths: number[],
  dress: (column: number, text: string) => string = (_, text) => text,
): string {
  const padded = cells.map((cell, at) => {
    const width = widths[at] ?? 0;
    const short = cut(cell, width);
    return dress(at, columns[at]?.right ? padStart(short, width) : padEnd(short, width));
  });
  return padded.join(GAP);
}

function stacked<T>(columns: Column<T>[], rows: readonly T[], paper: Paper): string[] {
  return rows.flatMap((row, at) => {
    const record = Object.fromEntries(columns.map(({ title, value }) => [title, value(row)]));
    return [...(at === 0 ? [] : [""]), ...recordLines(record, paper)];
  });
}

/** A value as people read it; nothing is shown as a dash. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) {
    return printable(value.join(", ")) || "-";
  }
  return printable(typeof value === "object" ? JSON.stringify(value) : String(value));
}
