import type { CopyIn } from "./copy-in.ts";
import { DELETED_FLAG, type EntityDefinition, type FieldValue } from "./definition.ts";
import type { StagedPresence } from "./merge-store.ts";
import type { AcceptedRow } from "./row-check.ts";

/** What stands before the fields of a row: its number and its presence mask, or the same for all. */
export type RowHead = "numbered" | { constant: string };

const TAB = 9;
const LINE_FEED = 10;
const BACKSLASH = 92;
/** The last sign of what is true. */
const TRUE = 116;
const UNSTORABLE = 1;

/** By byte: 0 where it stands for itself, else the sign behind a backslash; a null character is not storable. */
const ESCAPES = new Uint8Array(256);
ESCAPES[0] = UNSTORABLE;
for (const [sign, letter] of [
  ["\\", "\\"],
  ["\n", "n"],
  ["\r", "r"],
  ["\t", "t"],
] as const) {
  ESCAPES[sign.charCodeAt(0)] = letter.charCodeAt(0);
}

/** A COPY is fed in pieces of at least this size: more than a socket takes at once, so that one that is sent is sent. */
const PIECE_BYTES = 192 * 1_024;
const FIRST_BYTES = 512 * 1_024;
/** A row's number and mask, tabs and line ends. */
const AROUND_BYTES = 64;

/**
 * Accepted rows in the text format of COPY, written as bytes into one of two buffers while the other one travels. No
 * string is made of what is there as bytes already: a million rows of a CSV file took 9 s by way of strings, and take 2.
 */
export class CopyRows {
  /** Rows written so far. */
  count = 0;
  /** Each key is greater than the one before, as exports mostly have it: then none comes twice. */
  isAscending = true;
  /** Some row says that it deletes. */
  mayDelete = false;

  readonly #copy: CopyIn;
  readonly #flagIndex: number;
  readonly #isNumbered: boolean;
  readonly #head: Uint8Array;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #spare = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #rowStart = 0;
  #keyStart = 0;
  #keyEnd = 0;
  #lastKey = Buffer.alloc(0);
  #lastKeyLength = -1;
  #presence: StagedPresence | undefined;

  constructor(copy: CopyIn, definition: EntityDefinition, head: RowHead) {
    this.#copy = copy;
    this.#flagIndex = definition.fields.findIndex(({ name }) => name === DELETED_FLAG);
    this.#isNumbered = head === "numbered";
    this.#head = Buffer.from(head === "numbered" ? "" : head.constant);
  }

  /** The mask that all rows share, or "mixed". */
  get presence(): StagedPresence {
    return this.#presence ?? "mixed";
  }

  add(row: AcceptedRow): void {
    const { values } = row;
    this.begin(row.presence);
    for (let i = 0; i < values.length; i += 1) {
      this.addValue(values[i] ?? null);
      this.endField(i);
    }
    this.end();
  }

  /** Begins a row, for which the fields follow in the order of the definition. */
  begin(presence: number): void {
    this.#makeRoom(this.#head.length);
    this.#rowStart = this.#length;
    if (this.#presence !== presence) this.#presence = this.#presence === undefined ? presence : "mixed";
    if (this.#isNumbered) {
      this.#digits(this.count + 1);
      this.#bytes[this.#length++] = TAB;
      this.#digits(presence);
    } else {
      this.#bytes.set(this.#head, this.#length);
      this.#length += this.#head.length;
    }
    this.#keyStart = this.#length + 1;
  }

  /** The field of this index is written: the first one is the key. */
  endField(index: number): void {
    if (index === 0) this.#keyEnd = this.#length;
    else if (index === this.#flagIndex && this.#bytes[this.#length - 1] === TRUE) this.mayDelete = true;
  }

  end(): void {
    this.#bytes[this.#length++] = LINE_FEED;
    this.count += 1;
    if (this.isAscending) this.#compareKey();
  }

  /** Takes back the row that was begun. */
  cancel(): void {
    this.#length = this.#rowStart;
  }

  /** A field of UTF-8 bytes; false, and nothing is written, where one is null. */
  addBytes(from: Uint8Array, start: number, end: number): boolean {
    this.#makeRoom(2 * (end - start));
    const bytes = this.#bytes;
    let length = this.#length;
    bytes[length++] = TAB;
    for (let at = start; at < end; at += 1) {
      const byte = from[at] ?? 0;
      const letter = ESCAPES[byte];
      if (letter !== 0) {
        if (letter === UNSTORABLE || letter === undefined) return false;
        bytes[length++] = BACKSLASH;
        bytes[length++] = letter;
      } else bytes[length++] = byte;
    }
    this.#length = length;
    return true;
  }

  /** A field as `escapedValue` has made it. */
  addEscaped(escaped: Uint8Array): void {
    this.#makeRoom(escaped.length);
    const bytes = this.#bytes;
    let length = this.#length;
    bytes[length++] = TAB;
    for (let at = 0; at < escaped.length; at += 1) bytes[length++] = escaped[at] ?? 0;
    this.#length = length;
  }

  addValue(value: FieldValue): void {
    if (value === null) {
      this.addEscaped(NULL);
      return;
    }
    const text = typeof value === "string" ? value : plainText(value);
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    let length = this.#length;
    bytes[length++] = TAB;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 127 || ESCAPES[code] !== 0) {
        this.addEscaped(Buffer.from(escapedText(text)));
        return;
      }
      bytes[length++] = code;
    }
    this.#length = length;
  }

  /** Sends what is written once it is worth a piece. Resolves when more may come (back-pressure). */
  async flush(): Promise<void> {
    if (this.#length >= PIECE_BYTES) await this.#send();
  }

  /** Sends the rest, and ends the COPY. */
  async finish(): Promise<void> {
    if (this.#length > 0) await this.#send();
    await this.#copy.end();
  }

  /** Ends the COPY without its rows, where it has not ended yet. */
  async giveUp(): Promise<void> {
    await this.#copy.giveUp();
  }

  /** The other buffer is free when this resolves: what was in it has been sent before this piece. */
  async #send(): Promise<void> {
    const full = this.#bytes;
    const piece = full.subarray(0, this.#length);
    this.#bytes = this.#spare;
    this.#spare = full;
    this.#length = 0;
    await this.#copy.write(piece);
  }

  #compareKey(): void {
    const bytes = this.#bytes;
    const start = this.#keyStart;
    const length = this.#keyEnd - start;
    if (this.#lastKey.length < length) this.#lastKey = Buffer.concat([this.#lastKey, Buffer.alloc(length)]);
    const last = this.#lastKey;
    const common = Math.min(length, this.#lastKeyLength);
    let at = 0;
    while (at < common && bytes[start + at] === last[at]) at += 1;
    this.isAscending = at < common ? (bytes[start + at] ?? 0) > (last[at] ?? 0) : length > this.#lastKeyLength;
    for (; at < length; at += 1) last[at] = bytes[start + at] ?? 0;
    this.#lastKeyLength = length;
  }

  #digits(number: number): void {
    const bytes = this.#bytes;
    const count = number < 10 ? 1 : Math.floor(Math.log10(number + 0.5)) + 1;
    let rest = number;
    for (let at = this.#length + count - 1; at >= this.#length; at -= 1) {
      const next = Math.floor(rest / 10);
      bytes[at] = 48 + rest - 10 * next;
      rest = next;
    }
    this.#length += count;
  }

  /** For so many bytes and the signs around them. */
  #makeRoom(needed: number): void {
    if (this.#length + needed + AROUND_BYTES <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + needed + AROUND_BYTES));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** A value as a field of COPY's text format. */
export function escapedValue(value: FieldValue): Uint8Array {
  if (value === null) return NULL;
  return Buffer.from(escapedText(typeof value === "string" ? value : plainText(value)));
}

const NULL = Buffer.from("\\N");

function plainText(value: Exclude<FieldValue, string | null>): string {
  switch (typeof value) {
    case "boolean":
      return value ? "t" : "f";
    case "number":
      return String(value);
    default:
      return Array.isArray(value) ? arrayLiteral(value) : JSON.stringify(value);
  }
}

/** Backslash, line feed, carriage return and tab have a meaning of their own in the format. */
function escapedText(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (sign) => `\\${String.fromCharCode(ESCAPES[sign.charCodeAt(0)] ?? 0)}`);
}

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
