import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipMember {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface WrittenMember {
  name: Buffer;
  crc: number;
  compressedBytes: number;
  bytes: number;
  offset: number;
}

/** Sizes beyond this need another form of archive (ZIP64), which not all spreadsheet programs read. */
const ZIP_BYTES_MAX = 0xffff_ffff;

/**
 * A ZIP archive as a stream: members are made, compressed and forgotten one after another, so that memory does not grow
 * with their size. Compression runs in zlib's threads: in JavaScript it was half of the time of a workbook of
 * 100,000 rows, and on the event loop that serves requests. The sizes of a member stand behind it, in a data descriptor.
 */
export async function* zipArchive(members: AsyncIterable<ZipMember>): AsyncGenerator<Buffer> {
  const written: WrittenMember[] = [];
  let offset = 0;
  for await (const { name, content } of members) {
    const entry: WrittenMember = { name: Buffer.from(name), crc: 0, compressedBytes: 0, bytes: 0, offset };
    const header = localHeader(entry);
    yield header;
    for await (const chunk of deflated(content, entry)) yield chunk;
    yield dataDescriptor(entry);
    offset += header.length + entry.compressedBytes + DESCRIPTOR_BYTES;
    if (offset > ZIP_BYTES_MAX || entry.bytes > ZIP_BYTES_MAX) throw new Error(`the archive grows too large: ${name}`);
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}

async function* deflated(content: ZipMember["content"], entry: WrittenMember): AsyncGenerator<Buffer> {
  // The fastest level: large, repetitive files, made for one download.
  const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1_024 });
  const feeding = feed(content, deflate, entry).catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.compressedBytes += chunk.length;
      yield chunk;
    }
  } finally {
    deflate.destroy();
    await feeding;
  }
}

async function feed(
  content: ZipMember["content"],
  deflate: ReturnType<typeof createDeflateRaw>,
  entry: WrittenMember,
): Promise<void> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    entry.bytes += bytes.length;
    entry.crc = crc32(bytes, entry.crc);
    // Called also when the stream is destroyed, because its reader has given up.
    await new Promise<void>((resolve) => deflate.write(bytes, () => resolve()));
    if (deflate.destroyed) return;
  }
  deflate.end();
}

const VERSION_NEEDED = 20;
/** Bit 3: sizes follow the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, midnight: the same rejections give the same file. */
const DATE = 0x0021;
const DESCRIPTOR_BYTES = 16;

function localHeader({ name }: WrittenMember): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION_NEEDED, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, compressedBytes, bytes }: WrittenMember): Buffer {
  const descriptor = Buffer.alloc(DESCRIPTOR_BYTES);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(compressedBytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

function centralHeader({ name, crc, compressedBytes, bytes, offset }: WrittenMember): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION_NEEDED, 4);
  header.writeUInt16LE(VERSION_NEEDED, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(compressedBytes, 20);
  header.writeUInt32LE(bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryOffset, 16);
  return record;
}
