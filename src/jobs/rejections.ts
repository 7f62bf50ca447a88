import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import type { RowFailure } from "../entities/row-failures.ts";
import type { FileStore } from "../files/file-store.ts";
import { parseExact, stringifyExact } from "./exact-json.ts";
import { indexKey, type Marks, RejectionIndexer } from "./rejection-index.ts";
import { UnknownLookups } from "./unknown-lookups.ts";

/** What the file of rejections says of the upload as a whole; its first line. */
export interface RejectionsHead {
  /** The name of the key field. */
  key: string;
  /** The header of a CSV file; null for JSON. */
  columns: string[] | null;
}

/** A refused row, with its place (both counted from 1; the header is line 1 but no row) and what was sent. */
export interface Rejection {
  row: number;
  line: number;
  key: unknown;
  failures: readonly RowFailure[];
  /** The cells of a CSV row. */
  cells?: readonly string[];
  /** The JSON of an element. */
  text?: string;
}

/** Writes rejections in the order of the file, one JSON line each, and beside them an index of their kinds. */
export class RejectionsWriter {
  readonly #files: FileStore;
  readonly #fileKey: string;
  readonly #indexer = new RejectionIndexer();
  readonly unknownLookups = new UnknownLookups();
  readonly #sink = new PassThrough({ highWaterMark: 256 * 1_024 });
  readonly #written: Promise<unknown>;
  /** In bytes, so far. */
  #length: number;
  count = 0;

  constructor(files: FileStore, fileKey: string, head: RejectionsHead) {
    this.#files = files;
    this.#fileKey = fileKey;
    const headLine = `${JSON.stringify(head)}\n`;
    this.#length = Buffer.byteLength(headLine);
    this.#sink.write(headLine);
    this.#written = files.write(fileKey, this.#sink);
    // Heard of at the next `add` or at the end.
    this.#written.catch(() => {});
  }

  async add(rejections: readonly Rejection[]): Promise<void> {
    if (rejections.length === 0) return;
    this.count += rejections.length;
    let text = "";
    for (const rejection of rejections) {
      this.unknownLookups.add(rejection);
      // Cells are text: only what came as JSON has numbers to keep.
      const line = `${rejection.cells === undefined ? stringifyExact(rejection) : JSON.stringify(rejection)}\n`;
      this.#indexer.add(rejection, this.#length);
      this.#length += Buffer.byteLength(line);
      text += line;
    }
    if (!this.#sink.write(text)) await Promise.race([once(this.#sink, "drain"), this.#written]);
  }

  /** The files are durable when this resolves; a job without rejections has no index. */
  async finish(): Promise<void> {
    this.#sink.end();
    await this.#written;
    if (this.count === 0) return;
    const index = Buffer.from(JSON.stringify(this.#indexer.stored()));
    await this.#files.write(indexKey(this.#fileKey), Readable.from([index]));
  }

  /** Leaves no file behind. */
  async giveUp(): Promise<void> {
    this.#sink.destroy(new Error("the run was given up"));
    await this.#written.catch(() => {});
  }
}

/** The file's first line. */
export async function readRejectionsHead(files: FileStore, fileKey: string): Promise<RejectionsHead> {
  for await (const [headLine = ""] of readLines(await files.read(fileKey))) return JSON.parse(headLine);
  throw new Error(`the file of rejections ${fileKey} has no head`);
}

/** The rejections in batches. The file is opened with the first one, and closed however the reading ends. */
export async function* readRejections(files: FileStore, fileKey: string): AsyncGenerator<Rejection[]> {
  let isHead = true;
  for await (const lines of readLines(await files.read(fileKey))) {
    const rejections = isHead ? lines.slice(1) : lines;
    isHead = false;
    if (rejections.length > 0) yield rejections.map(parseRejection);
  }
}

/**
 * Those at the marks that `isWanted`, from the one with this rank among them (counted from 0) on, at most so many. Reads
 * from mark to mark, so that what lies between rare ones is passed over.
 */
export async function readMarkedRejections(
  files: FileStore,
  fileKey: string,
  { marks, isWanted }: { marks: Marks; isWanted: (line: string, parse: () => Rejection) => boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<Rejection[]> {
  const found: Rejection[] = [];
  const end = Math.min(marks.rows, offset + limit);
  let at = Math.floor(offset / marks.stride);
  for (let rank = at * marks.stride; rank < end; ) {
    const place = marks.places[at];
    if (place === undefined) break;
    at = nextFarMark(marks, at);
    const stop = Math.min(end, at * marks.stride);
    for await (const line of linesFrom(files, fileKey, place)) {
      if (!isWanted(line, () => parseRejection(line))) continue;
      if (rank >= offset) found.push(parseRejection(line));
      rank += 1;
      if (rank >= stop) break;
    }
  }
  return found;
}

/** What is nearer than one read of the disk is not worth another. */
const NEAR_BYTES = 64 * 1_024;

function nextFarMark({ places }: Marks, at: number): number {
  let next = at + 1;
  while (next < places.length && (places[next] ?? 0) - (places[next - 1] ?? 0) < NEAR_BYTES) next += 1;
  return next;
}

async function* linesFrom(files: FileStore, fileKey: string, place: number): AsyncGenerator<string> {
  const range = { start: place, end: Number.POSITIVE_INFINITY };
  for await (const lines of readLines(await files.read(fileKey, range))) yield* lines;
}

// Stored JSON of our own, written by `RejectionsWriter`. Keeping the text of numbers takes five times as long, and
// nearly all rejections have none.
function parseRejection(line: string): Rejection {
  const rejection = JSON.parse(line) as Rejection;
  const isExact = isPlain(rejection.key) && rejection.failures.every(({ values }) => values.every(isPlain));
  return isExact ? rejection : (parseExact(line) as Rejection);
}

/** Not a number, and nothing that could hold one. */
function isPlain(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean";
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(10);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString("utf8");
    rest = [Buffer.from(chunk.subarray(end + 1))];
    yield text.split("\n");
  }
}
