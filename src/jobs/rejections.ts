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
    for (const rejection of rejections) text += `${stringifyExact(rejection)}\n`;
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

/** The file's first line, then its rejections in batches. */
export async function readRejections(
  files: FileStore,
  fileKey: string,
): Promise<{ head: RejectionsHead; batches: AsyncGenerator<Rejection[]> }> {
  const lines = readLines(await files.read(fileKey));
  const first = await lines.next();
  const [headLine = "", ...others] = first.done ? [] : first.value;
  const head: RejectionsHead = JSON.parse(headLine);
  return { head, batches: parseBatches(others, lines) };
}

async function* parseBatches(first: string[], lines: AsyncGenerator<string[]>): AsyncGenerator<Rejection[]> {
  if (first.length > 0) yield first.map(parseRejection);
  for await (const batch of lines) yield batch.map(parseRejection);
}

function parseRejection(line: string): Rejection {
  // Stored JSON of our own, written by `RejectionsWriter`.
  return parseExact(line) as Rejection;
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
