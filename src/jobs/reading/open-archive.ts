import type { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { ARCHIVE_ENTRIES_MAX } from "../../config/limits.ts";
import { UnreadableFile } from "../unreadable-file.ts";
import { limited } from "./inflated.ts";

/** A ZIP archive with one data file. */
export interface OpenArchive {
  /** True for workbooks of Excel, which are ZIP archives too. */
  isExcel: boolean;
  bytes(): AsyncIterable<Buffer>;
  fractionRead(): number;
  close(): Promise<void>;
}

const PIECE_BYTES = 256 * 1_024;
const DEFLATED = 8;
const STORED = 0;

/** Throws `UnreadableFile` where there is not exactly one data file, or it cannot be read. */
export async function openArchive(path: string, inflatedBytesMax: number): Promise<OpenArchive> {
  let zip: ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
    const entries = await listEntries(zip);
    return new DataFile(zip, entries, inflatedBytesMax);
  } catch (error) {
    zip?.close();
    if (error instanceof UnreadableFile || isSystemError(error)) throw error;
    throw new UnreadableFile("The ZIP archive is damaged or cut off: its list of files cannot be read.");
  }
}

class DataFile implements OpenArchive {
  readonly isExcel: boolean;
  readonly #zip: ZipFile;
  readonly #entries: readonly Entry[];
  readonly #inflatedBytesMax: number;
  #bytesInflated = 0;
  #bytesExpected = 0;

  constructor(zip: ZipFile, entries: readonly Entry[], inflatedBytesMax: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#inflatedBytesMax = inflatedBytesMax;
    this.isExcel = entries.some(({ fileName }) => fileName === "xl/workbook.xml");
  }

  fractionRead = (): number => {
    return this.#bytesExpected === 0 ? 0 : Math.min(1, this.#bytesInflated / this.#bytesExpected);
  };

  async close(): Promise<void> {
    this.#zip.close();
  }

  async *bytes(): AsyncGenerator<Buffer> {
    try {
      const entry = this.#dataEntry();
      this.#bytesExpected = entry.uncompressedSize;
      const stream: Readable = await this.#open(entry).catch(() => {
        throw new UnreadableFile(`The ZIP archive is damaged: “${shown(entry.fileName)}” in it cannot be read.`);
      });
      let checksum = 0;
      for await (const chunk of limited(stream, this.#inflatedBytesMax, "ZIP archive")) {
        this.#bytesInflated += chunk.length;
        if (this.#bytesInflated > entry.uncompressedSize) throw wrongSize(entry);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
      if (this.#bytesInflated !== entry.uncompressedSize) throw wrongSize(entry);
      if (checksum !== entry.crc32) {
        throw new UnreadableFile(
          `The ZIP archive is damaged: the checksum of “${shown(entry.fileName)}” does not match its content.`,
        );
      }
    } finally {
      this.#zip.close();
    }
  }

  /** Inflated by ourselves, in large pieces: in those of 16 KB that the library makes, JSON took a third longer. */
  async #open(entry: Entry): Promise<Readable> {
    if (entry.compressionMethod !== DEFLATED) return this.#zip.openReadStreamPromise(entry);
    const packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    const inflated = createInflateRaw({ chunkSize: PIECE_BYTES });
    packed.on("error", (error: Error) => inflated.destroy(error));
    inflated.on("close", () => packed.destroy());
    return packed.pipe(inflated);
  }

  #dataEntry(): Entry {
    const [entry, ...others] = this.#entries;
    if (this.isExcel) {
      throw new UnreadableFile(
        "The archive is an Excel workbook. Open it in the spreadsheet program, save it as “CSV UTF-8 (comma " +
          "delimited)”, and upload that with file_format CSV.",
      );
    }
    if (entry === undefined) throw new UnreadableFile("The ZIP archive holds no file.");
    if (others.length > 0) {
      const names = this.#entries.slice(0, 3).map(({ fileName }) => `“${shown(fileName)}”`);
      const more = this.#entries.length > 3 ? " and others" : "";
      throw new UnreadableFile(
        `The ZIP archive holds ${this.#entries.length} files (${names.join(", ")}${more}); exactly one is expected.`,
      );
    }
    if (entry.isEncrypted()) {
      throw new UnreadableFile(
        `“${shown(entry.fileName)}” in the ZIP archive is encrypted. Pack it without a password.`,
      );
    }
    if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED) {
      throw new UnreadableFile(
        `“${shown(entry.fileName)}” in the ZIP archive is compressed in a way that is not supported ` +
          `(method ${entry.compressionMethod}); use the ordinary one (deflate).`,
      );
    }
    if (entry.uncompressedSize > this.#inflatedBytesMax) {
      throw new UnreadableFile(
        `The ZIP archive inflates to ${entry.uncompressedSize} bytes; the limit is ${this.#inflatedBytesMax}.`,
      );
    }
    return entry;
  }
}

function wrongSize(entry: Entry): UnreadableFile {
  return new UnreadableFile(
    `The ZIP archive is damaged: “${shown(entry.fileName)}” in it is not as long as its list of files says.`,
  );
}

/** Data files only: folders, what macOS and Windows add, and hidden files do not count (decisions, section 6). */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ARCHIVE_ENTRIES_MAX) {
    throw new UnreadableFile(`The ZIP archive holds ${zip.entryCount} files; exactly one is expected.`);
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (isDataFile(entry.fileName)) entries.push(entry);
  return entries;
}

function isDataFile(name: string): boolean {
  if (name.endsWith("/")) return false;
  const parts = name.split("/");
  const last = parts.at(-1) ?? "";
  return !parts.includes("__MACOSX") && !last.startsWith(".") && !/^(thumbs\.db|desktop\.ini)$/i.test(last);
}

function shown(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
