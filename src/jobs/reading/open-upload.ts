import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { FileFormat } from "../job.ts";
import { UnreadableFile } from "../unreadable-file.ts";
import { describeContent, isExcel, isGzip, isZip } from "./content-kind.ts";
import { limited } from "./inflated.ts";
import { openArchive } from "./open-archive.ts";
import { HEAD_BYTES, wholeHead } from "./whole-head.ts";

/** The bytes of the data file, out of whatever wraps them. */
export interface OpenUpload {
  bytes: AsyncIterable<Buffer>;
  /** From 0 to 1: how much of the stored file has been read. */
  fractionRead(): number;
}

/** Fewer and larger pieces: each costs a turn of the loop. */
const READ_BYTES = 256 * 1_024;

/** Throws `UnreadableFile`, here or while the bytes are read. */
export async function openUpload(
  path: string,
  fileBytes: number,
  format: FileFormat,
  inflatedBytesMax: number,
): Promise<OpenUpload> {
  const head = await readHead(path);
  const wantsZip = format === "CSV_ZIP" || format === "JSON_ZIP";
  if (isZip(head)) {
    const archive = await openArchive(path, inflatedBytesMax);
    if (!wantsZip) {
      await archive.close();
      if (archive.isExcel) throw new UnreadableFile(describeContent(head, "xlsx"));
      throw new UnreadableFile(
        `The file is a ZIP archive, but file_format says ${format}. Send it with file_format ${format}_ZIP.`,
      );
    }
    return { bytes: notNested(archive.bytes()), fractionRead: archive.fractionRead };
  }
  if (isExcel(head)) throw new UnreadableFile(describeContent(head));
  if (isGzip(head)) return openGzip(path, fileBytes, inflatedBytesMax);
  if (wantsZip) {
    const plain = format === "CSV_ZIP" ? "CSV" : "JSON";
    throw new UnreadableFile(
      `The file is not a ZIP archive, but file_format says ${format}. ${describeContent(head)} ` +
        `If it is not compressed, send it with file_format ${plain}.`,
    );
  }
  const source = createReadStream(path, { highWaterMark: READ_BYTES });
  return { bytes: source, fractionRead: () => fractionOf(source.bytesRead, fileBytes) };
}

function openGzip(path: string, fileBytes: number, inflatedBytesMax: number): OpenUpload {
  const source = createReadStream(path, { highWaterMark: READ_BYTES });
  const inflated = createGunzip({ chunkSize: READ_BYTES });
  source.on("error", (error) => inflated.destroy(error));
  source.pipe(inflated);
  return {
    bytes: notNested(limited(inflated, inflatedBytesMax, "gzip file")),
    fractionRead: () => fractionOf(source.bytesRead, fileBytes),
  };
}

async function* notNested(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of wholeHead(bytes)) {
    if (isFirst && (isZip(chunk) || isGzip(chunk))) {
      throw new UnreadableFile("The archive holds another archive. Pack the data file itself, once.");
    }
    isFirst = false;
    yield chunk;
  }
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function fractionOf(bytes: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, bytes / total);
}
