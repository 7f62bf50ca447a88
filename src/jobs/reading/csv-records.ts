import { ROW_LENGTH_MAX } from "../../config/limits.ts";
import { UnreadableFile } from "../unreadable-file.ts";

/** One record of a CSV file; `line` is where it begins, counted from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Splits text, given in pieces of any size, into records. Empty lines are no records. */
export class CsvSplitter {
  readonly #delimiter: string;
  /** Text of a record that has not ended. */
  #rest = "";
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The records that end in this piece. */
  add(piece: string): CsvRecord[] {
    const text = this.#rest + piece;
    const records: CsvRecord[] = [];
    const end = this.#split(text, records, false);
    this.#rest = text.slice(end);
    if (this.#rest.length > ROW_LENGTH_MAX) throw this.#tooLong();
    return records;
  }

  /** The last record, where the file does not end with a line end. */
  finish(): CsvRecord[] {
    const records: CsvRecord[] = [];
    this.#split(this.#rest, records, true);
    this.#rest = "";
    return records;
  }

  /** Answers where the text that has not been used begins. */
  #split(text: string, records: CsvRecord[], isLast: boolean): number {
    let start = 0;
    let quote = indexOrEnd(text, '"', 0);
    while (start < text.length) {
      const lineEnd = findLineEnd(text, start);
      if (lineEnd === undefined && !isLast) return start;
      const end = lineEnd?.at ?? text.length;
      if (lineEnd?.mayContinue && !isLast) return start;
      // Looked for again only once it is passed: a file without quotes is searched once.
      if (quote < start) quote = indexOrEnd(text, '"', start);
      if (quote >= end) {
        if (end > start) records.push({ line: this.#line, cells: text.slice(start, end).split(this.#delimiter) });
        this.#line += 1;
        start = lineEnd?.next ?? text.length;
        continue;
      }
      const next = this.#splitQuoted(text, start, records, isLast);
      if (next === undefined) return start;
      start = next;
    }
    return start;
  }

  /** A record with a quote in it, cell by cell; undefined where it does not end in this text. */
  #splitQuoted(text: string, start: number, records: CsvRecord[], isLast: boolean): number | undefined {
    const cells: string[] = [];
    const delimiter = this.#delimiter;
    let line = this.#line;
    let at = start;
    let lineEnd = findLineEnd(text, start);
    for (;;) {
      let value = "";
      if (text[at] === '"') {
        const quoted = readQuoted(text, at);
        if (quoted === undefined) {
          if (isLast) throw this.#unclosed(line);
          return undefined;
        }
        // At the very end of a piece, the quote may be the first of a doubled one.
        if (quoted.next === text.length && !isLast) return undefined;
        value = quoted.value;
        at = quoted.next;
        line += quoted.lines;
      }
      // Plain cells, and what stands behind a closing quote.
      // Looked for again only where a quoted cell has passed it.
      if (lineEnd !== undefined && lineEnd.at < at) lineEnd = findLineEnd(text, at);
      const end = lineEnd?.at ?? text.length;
      const cellEnd = text.indexOf(delimiter, at);
      if (cellEnd !== -1 && cellEnd < end) {
        cells.push(value + text.slice(at, cellEnd));
        at = cellEnd + 1;
        continue;
      }
      if (!isLast && (lineEnd === undefined || lineEnd.mayContinue)) return undefined;
      cells.push(value + text.slice(at, end));
      records.push({ line: this.#line, cells });
      this.#line = line + 1;
      return lineEnd?.next ?? text.length;
    }
  }

  #unclosed(line: number): UnreadableFile {
    return new UnreadableFile(
      `A quoted cell that begins in line ${line} is not closed before the end of the file: a quote (") is missing, ` +
        "or one inside a cell is not doubled.",
    );
  }

  #tooLong(): UnreadableFile {
    const hint = this.#rest.includes('"') ? 'Most likely a quote (") in it is not closed.' : "It has no line end.";
    return new UnreadableFile(
      `The row that begins in line ${this.#line} is longer than ${ROW_LENGTH_MAX} characters. ${hint}`,
    );
  }
}

interface LineEnd {
  at: number;
  next: number;
  /** The text ends with a CR, which may be followed by its LF. */
  mayContinue: boolean;
}

/** LF, CR LF or a lone CR, whichever comes first. */
function findLineEnd(text: string, from: number): LineEnd | undefined {
  const feed = text.indexOf("\n", from);
  // Searching for a CR only as far as the LF keeps files without any CR fast.
  const carriage = feed === -1 ? text.indexOf("\r", from) : indexBefore(text, "\r", from, feed);
  if (carriage === -1) return feed === -1 ? undefined : { at: feed, next: feed + 1, mayContinue: false };
  const isPair = text[carriage + 1] === "\n";
  return {
    at: carriage,
    next: carriage + (isPair ? 2 : 1),
    mayContinue: carriage === text.length - 1,
  };
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index === -1 ? text.length : index;
}

function indexBefore(text: string, character: string, from: number, before: number): number {
  // The usual case first: the CR stands right before the LF, or nowhere in the line.
  const index = text.slice(from, before).indexOf(character);
  return index === -1 ? -1 : from + index;
}

/** A quoted cell from its opening quote on; undefined where it is not closed in this text. */
function readQuoted(text: string, open: number): { value: string; next: number; lines: number } | undefined {
  let value = "";
  let from = open + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, next: quote + 1, lines: countLineEnds(value) };
    value += '"';
    from = quote + 2;
  }
}

function countLineEnds(text: string): number {
  if (!text.includes("\n") && !text.includes("\r")) return 0;
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
