import { CELLS_SHOWN_MAX, ROW_LENGTH_MAX } from "../../config/limits.ts";
import { UnreadableFile } from "../unreadable-file.ts";

/** How a cell stands in the file. */
export const PLAIN = 0;
/** Between quotes, and just as it is between them. */
export const QUOTED = 1;
/** With doubled quotes inside, or with text behind the closing one: `cells` and `cellText` put it right. */
export const MESSY = 2;

type State = "between" | "after_cr" | "cell" | "plain" | "quoted" | "closing";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const FIRST_BYTES = 512 * 1_024;

/**
 * Finds records and their cells in the UTF-8 bytes of a CSV file, given in pieces of any size. Cells are places in
 * `bytes`; no text is made of them until somebody asks: a million rows of twenty cells are found in half a second,
 * and twenty million strings took five. Empty lines are no records.
 */
export class CsvScanner {
  bytes = Buffer.allocUnsafe(FIRST_BYTES);
  /** Of the record found last, up to the next `next`: where it begins in `bytes`, and in which line, counted from 1. */
  base = 0;
  line = 1;
  /** Its cells: their places, counted from `base`, and how they stand there. */
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  marks = new Uint8Array(64);
  /** Longer than `ROW_LENGTH_MAX`: what `cells` answers is its beginning. */
  isTooLong = false;

  readonly #delimiter: number;
  readonly #highest: number;
  #state: State = "between";
  #at = 0;
  #end = 0;
  #nextLine = 1;
  #cellStart = 0;
  #mark = PLAIN;
  #quoteLine = 1;
  #firstCells: string[] = [];
  #hasLast = false;

  /** `delimiter`: one ASCII character. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#highest = Math.max(this.#delimiter, CARRIAGE_RETURN);
  }

  /** Takes the next bytes; to be called when `next` has answered false. */
  add(piece: Uint8Array): void {
    const isInside = this.#state !== "between" && this.#state !== "after_cr";
    if (isInside && !this.isTooLong && this.#end - this.base > ROW_LENGTH_MAX) {
      this.#firstCells = this.cells(CELLS_SHOWN_MAX);
      this.isTooLong = true;
    }
    // Of a row that is too long only the last byte is kept, for a line end of two.
    const from = isInside && !this.isTooLong ? this.base : Math.max(0, this.#at - 1);
    const rest = this.#end - from;
    const needed = rest + piece.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, from, this.#end);
      this.bytes = larger;
    } else this.bytes.copyWithin(0, from, this.#end);
    this.bytes.set(piece, rest);
    this.#at -= from;
    this.#cellStart -= from;
    this.base -= from;
    this.#end = needed;
  }

  /** Goes on to the next record; false where it does not end in the bytes so far. */
  next(): boolean {
    if (this.#hasLast) {
      this.#hasLast = false;
      return true;
    }
    while (this.#at < this.#end) {
      switch (this.#state) {
        case "after_cr":
          if (this.bytes[this.#at] === LINE_FEED) this.#at += 1;
          this.#state = "between";
          break;
        case "between":
          this.#begin();
          break;
        case "cell":
          this.#beginCell();
          break;
        case "plain":
          if (this.#readPlain()) return true;
          break;
        case "quoted":
          this.#readQuoted();
          break;
        case "closing":
          if (this.#readClosing()) return true;
          break;
      }
    }
    return false;
  }

  /** Ends the file: `next` answers the last record, if it has no line end. Throws `UnreadableFile` where a quote is not closed. */
  finish(): void {
    switch (this.#state) {
      case "between":
      case "after_cr":
        return;
      case "quoted":
        throw new UnreadableFile(
          `A quoted cell that begins in line ${this.#quoteLine} is not closed before the end of the file: a quote (") ` +
            "is missing, or one inside a cell is not doubled.",
        );
      case "closing":
        this.#addCell(this.#mark === MESSY ? this.#at : this.#at - 1);
        break;
      case "cell":
        this.#cellStart = this.#at;
        this.#mark = PLAIN;
        this.#addCell(this.#at);
        break;
      case "plain":
        this.#addCell(this.#at);
    }
    this.#state = "between";
    this.#hasLast = !this.#isEmptyLine();
  }

  /** The cells of the record found last, at most so many. */
  cells(most = this.count): string[] {
    if (this.isTooLong) return this.#firstCells;
    const count = Math.min(most, this.count);
    const last = this.ends[count - 1] ?? 0;
    const text = this.bytes.toString("utf8", this.base, this.base + last);
    // Places of bytes are places of characters where every character is one byte.
    const isAscii = text.length === last;
    const cells = new Array<string>(count);
    for (let i = 0; i < count; i += 1) {
      cells[i] =
        isAscii && this.marks[i] !== MESSY ? text.slice(this.starts[i] ?? 0, this.ends[i] ?? 0) : this.cellText(i);
    }
    return cells;
  }

  cellText(cell: number): string {
    const text = this.bytes.toString("utf8", this.base + (this.starts[cell] ?? 0), this.base + (this.ends[cell] ?? 0));
    return this.marks[cell] === MESSY ? unquoted(text) : text;
  }

  #begin(): void {
    this.base = this.#at;
    this.line = this.#nextLine;
    this.count = 0;
    this.isTooLong = false;
    this.#firstCells = [];
    this.#state = "cell";
  }

  #beginCell(): void {
    if (this.bytes[this.#at] === QUOTE) {
      this.#at += 1;
      this.#mark = QUOTED;
      this.#quoteLine = this.#nextLine;
      this.#state = "quoted";
    } else {
      this.#mark = PLAIN;
      this.#state = "plain";
    }
    this.#cellStart = this.#at;
  }

  /** Plain cells, one after another, and what stands behind a closing quote. True where the record ends. */
  #readPlain(): boolean {
    const { bytes } = this;
    const end = this.#end;
    const delimiter = this.#delimiter;
    const highest = this.#highest;
    for (let at = this.#at; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte > highest) continue;
      if (byte === delimiter) {
        this.#addCell(at);
        const next = at + 1;
        if (next === end || bytes[next] === QUOTE) {
          this.#at = next;
          this.#state = "cell";
          return false;
        }
        this.#cellStart = next;
        this.#mark = PLAIN;
      } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        this.#addCell(at);
        return this.#endRecord(at, byte);
      }
    }
    this.#at = end;
    return false;
  }

  #readQuoted(): void {
    const { bytes } = this;
    const end = this.#end;
    let at = this.#at;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#state = "closing";
        at += 1;
        break;
      }
      if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN)) this.#nextLine += 1;
    }
    this.#at = at;
  }

  /** The byte behind a quote inside a quoted cell tells what that one was. True where the record ends. */
  #readClosing(): boolean {
    const at = this.#at;
    const byte = this.bytes[at];
    if (byte === QUOTE) {
      this.#mark = MESSY;
      this.#state = "quoted";
      this.#at = at + 1;
      return false;
    }
    const cellEnd = this.#mark === MESSY ? at : at - 1;
    if (byte === this.#delimiter) {
      this.#addCell(cellEnd);
      this.#state = "cell";
      this.#at = at + 1;
      return false;
    }
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      this.#addCell(cellEnd);
      return this.#endRecord(at, byte);
    }
    this.#mark = MESSY;
    this.#state = "plain";
    return false;
  }

  #addCell(end: number): void {
    const cell = this.count;
    if (this.isTooLong) return;
    if (cell === this.starts.length) this.#growPlaces();
    this.starts[cell] = this.#cellStart - this.base;
    this.ends[cell] = end - this.base;
    this.marks[cell] = this.#mark;
    this.count = cell + 1;
  }

  /** False for an empty line. */
  #endRecord(at: number, byte: number): boolean {
    this.#at = at + 1;
    this.#nextLine += 1;
    this.#state = byte === CARRIAGE_RETURN ? "after_cr" : "between";
    return !this.#isEmptyLine();
  }

  #isEmptyLine(): boolean {
    return this.count === 1 && this.ends[0] === 0 && this.marks[0] === PLAIN && !this.isTooLong;
  }

  #growPlaces(): void {
    const size = 2 * this.starts.length;
    const [starts, ends, marks] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)];
    starts.set(this.starts);
    ends.set(this.ends);
    marks.set(this.marks);
    this.starts = starts;
    this.ends = ends;
    this.marks = marks;
  }
}

/** A cell from behind its opening quote on, up to the delimiter. */
function unquoted(raw: string): string {
  let value = "";
  let from = 0;
  for (;;) {
    const quote = raw.indexOf('"', from);
    if (quote === -1) return value + raw.slice(from);
    value += raw.slice(from, quote);
    if (raw[quote + 1] !== '"') return value + raw.slice(quote + 1);
    value += '"';
    from = quote + 2;
  }
}
