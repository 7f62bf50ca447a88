import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { RowFailure } from "../entities/row-failures.ts";
import type { FileStore } from "../files/file-store.ts";
import { parseExact, stringifyExact } from "./exact-json.ts";

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

/** Writes rejections in the order of the file, one JSON line each. */
export class RejectionsWriter {
  readonly #sink = new PassThrough({ highWaterMark: 256 * 1_024 });
  readonly #written: Promise<unknown>;
  count = 0;

  constructor(files: FileStore, fileKey: string, head: RejectionsHead) {
    this.#sink.write(`${JSON.stringify(head)}\n`);
    this.#written = files.write(fileKey, this.#sink);
    // Heard of at the next `add` or at the end.
    this.#written.catch(() => {});
  }

  async add(rejections: readonly Rejection[]): Promise<void> {
    if (rejections.length === 0) return;
    this.count += rejections.length;
    let text = "";
    for (const rejection of rejections) {
      // Cells are text: only what came as JSON has numbers to keep.
      text += `${rejection.cells === undefined ? stringifyExact(rejection) : JSON.stringify(rejection)}\n`;
    }
    if (!this.#sink.write(text)) await Promise.race([once(this.#sink, "drain"), this.#written]);
  }

  /** The file is durable when this resolves. */
  async finish(): Promise<void> {
    this.#sink.end();
    await this.#written;
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
