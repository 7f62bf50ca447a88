import { ROW_LENGTH_MAX } from "../../config/limits.ts";
import { UnreadableFile } from "../unreadable-file.ts";
import { textKind } from "./content-kind.ts";
import { type CsvRecord, CsvSplitter } from "./csv-records.ts";

/** A CSV file behind its header. */
export interface CsvFile {
  header: string[];
  delimiter: string;
  /** In batches as they are read. */
  records: AsyncIterable<CsvRecord[]>;
}

/** Reads as far as the header, which also tells the delimiter. Throws `UnreadableFile` where there is none. */
export async function openCsv(texts: AsyncIterable<string>): Promise<CsvFile> {
  const pieces = texts[Symbol.asyncIterator]();
  const head = await readHead(pieces);
  if (head.line.trim() === "") {
    throw new UnreadableFile("The file is empty: its first line must name the columns.");
  }
  const kind = textKind(head.line);
  if (kind === "JSON") {
    throw new UnreadableFile(`The file is not CSV. It looks like JSON: send it with file_format JSON.`);
  }
  if (kind === "XML" || kind === "an HTML page") {
    throw new UnreadableFile(`The file is not CSV. It looks like ${kind}.`);
  }
  const delimiter = head.declared ?? findDelimiter(head.line);
  const splitter = new CsvSplitter(delimiter);
  const first = splitter.add(head.text);
  const isWhole = head.isWhole;
  while (first.length === 0 || (head.declared !== undefined && first.length === 1)) {
    const next = isWhole ? undefined : await pieces.next();
    if (next === undefined || next.done) {
      first.push(...splitter.finish());
      break;
    }
    first.push(...splitter.add(next.value));
  }
  // Excel begins files for other countries with a line that names the delimiter.
  if (head.declared !== undefined) first.shift();
  const header = first.shift();
  if (header === undefined) {
    throw new UnreadableFile("The file has no usable header: its first line must name the columns.");
  }
  return { header: header.cells.map((name) => name.trim()), delimiter, records: readRecords(first, splitter, pieces) };
}

async function* readRecords(
  first: CsvRecord[],
  splitter: CsvSplitter,
  pieces: AsyncIterator<string>,
): AsyncGenerator<CsvRecord[]> {
  try {
    if (first.length > 0) yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      const records = splitter.add(next.value);
      if (records.length > 0) yield records;
    }
    const last = splitter.finish();
    if (last.length > 0) yield last;
  } finally {
    await pieces.return?.();
  }
}

interface Head {
  /** All that has been read. */
  text: string;
  /** The first line that is not empty. */
  line: string;
  /** The delimiter that a line `sep=;` names. */
  declared: string | undefined;
  isWhole: boolean;
}

async function readHead(pieces: AsyncIterator<string>): Promise<Head> {
  let text = "";
  for (;;) {
    const next = await pieces.next();
    text += next.done ? "" : next.value;
    const start = text.search(/[^\r\n]/);
    const end = start === -1 ? -1 : text.slice(start).search(/[\r\n]/);
    if (next.done || end !== -1 || text.length > ROW_LENGTH_MAX) {
      const line = start === -1 ? "" : end === -1 ? text.slice(start) : text.slice(start, start + end);
      return { text, line, declared: /^sep=([,;\t|])$/i.exec(line)?.[1], isWhole: next.done === true };
    }
  }
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
