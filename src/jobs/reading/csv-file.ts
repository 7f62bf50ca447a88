import { ROW_LENGTH_MAX } from "../../config/limits.ts";
import { UnreadableFile } from "../unreadable-file.ts";
import { textKind } from "./content-kind.ts";
import { CsvScanner } from "./csv-scanner.ts";

/** A CSV file behind its header. */
export interface CsvFile {
  header: string[];
  delimiter: string;
  /** The scanner again and again, each time with more of the file in it: `next` until it answers false. */
  scans: AsyncIterable<RecordScan>;
}

/** Records as they stand in the bytes of the file. */
export type RecordScan = Omit<CsvScanner, "add" | "finish">;

/** A record as text; `line` is where it begins, counted from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Reads UTF-8 as far as the header, which also tells the delimiter. Throws `UnreadableFile` where there is none. */
export async function openCsv(bytes: AsyncIterable<Buffer>): Promise<CsvFile> {
  const pieces = bytes[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  if (head.line.trim() === "") {
    throw new UnreadableFile("The file is empty: its first line must name the columns.");
  }
  const kind = textKind(head.line.slice(0, 4_096));
  if (kind === "JSON") {
    throw new UnreadableFile(`The file is not CSV. It looks like JSON: send it with file_format JSON.`);
  }
  if (kind === "XML" || kind === "an HTML page") {
    throw new UnreadableFile(`The file is not CSV. It looks like ${kind}.`);
  }
  const delimiter = head.declared ?? findDelimiter(head.line);
  const scanner = new CsvScanner(delimiter);
  scanner.add(head.bytes);
  // Excel begins files for other countries with a line that names the delimiter.
  if (head.declared !== undefined) await nextRecord(scanner, pieces);
  if (!(await nextRecord(scanner, pieces))) {
    throw new UnreadableFile("The file has no usable header: its first line must name the columns.");
  }
  if (scanner.isTooLong) {
    throw new UnreadableFile(
      `The header, in line ${scanner.line}, is longer than ${ROW_LENGTH_MAX} bytes: the first line must name the columns.`,
    );
  }
  const header = scanner.cells().map((name) => name.trim());
  return { header, delimiter, scans: scanAll(scanner, pieces) };
}

/** The records in batches, as text. */
export async function* recordsOf(file: CsvFile): AsyncGenerator<CsvRecord[]> {
  for await (const scan of file.scans) {
    const records: CsvRecord[] = [];
    while (scan.next()) records.push({ line: scan.line, cells: scan.cells() });
    if (records.length > 0) yield records;
  }
}

async function* scanAll(scanner: CsvScanner, pieces: AsyncIterator<Buffer>): AsyncGenerator<RecordScan> {
  try {
    yield scanner;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      scanner.add(next.value);
      yield scanner;
    }
    scanner.finish();
    yield scanner;
  } finally {
    await pieces.return?.();
  }
}

/** Whether there was another record before the end of the file. */
async function nextRecord(scanner: CsvScanner, pieces: AsyncIterator<Buffer>): Promise<boolean> {
  while (!scanner.next()) {
    const next = await pieces.next();
    if (next.done) {
      scanner.finish();
      return scanner.next();
    }
    scanner.add(next.value);
  }
  return true;
}

interface Head {
  /** All that has been read. */
  bytes: Buffer;
  /** The first line that is not empty. */
  line: string;
  /** The delimiter that a line `sep=;` names. */
  declared: string | undefined;
}

async function readHead(pieces: AsyncIterator<Buffer>): Promise<Head> {
  const read: Buffer[] = [];
  let length = 0;
  let start = -1;
  let end = -1;
  while (end === -1 && length - Math.max(0, start) <= ROW_LENGTH_MAX) {
    const next = await pieces.next();
    if (next.done) break;
    const piece = next.value;
    if (start === -1)
      start = found(
        length,
        piece.findIndex((byte) => !isLineEnd(byte)),
      );
    if (start !== -1)
      end = found(
        length,
        piece.findIndex((byte, at) => length + at > start && isLineEnd(byte)),
      );
    // Its memory is the reader's, who may use it again.
    read.push(Buffer.from(piece));
    length += piece.length;
  }
  const bytes = Buffer.concat(read);
  const line = start === -1 ? "" : bytes.toString("utf8", start, end === -1 ? length : end);
  return { bytes, line, declared: /^sep=([,;\t|])$/i.exec(line)?.[1] };
}

function found(before: number, index: number): number {
  return index === -1 ? -1 : before + index;
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The delimiter of a header: the one that splits it most, quoted parts apart; a comma where there is none. */
export function findDelimiter(header: string): string {
  const bare = header.replace(/"(?:[^"]|"")*"?/g, "");
  let best: string = ",";
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = bare.split(delimiter).length - 1;
    if (count > most) {
      best = delimiter;
      most = count;
    }
  }
  return best;
}
