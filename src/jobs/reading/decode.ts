import { isUtf8 } from "node:buffer";
import { NotUtf8, UnreadableFile } from "../unreadable-file.ts";
import { binaryKind, hasUtf16Mark } from "./content-kind.ts";
import { HEAD_BYTES, wholeHead } from "./whole-head.ts";

/** As the record names them. */
export type Encoding = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "Windows-1252";

/** found: UTF-8 or UTF-16 by what the bytes say. windows-1252: the caller's second pass, where they were no UTF-8. */
export type EncodingChoice = "found" | "windows-1252";

/**
 * Bytes of any encoding to bytes of UTF-8, without a byte order mark; no character is split between two pieces
 * (decisions, section 6: CSV). A piece is to be used before the next one is asked for. Throws `NotUtf8` where another pass as Windows-1252 is due, and `UnreadableFile` where the bytes are no text.
 */
export async function* decode(
  bytes: AsyncIterable<Buffer>,
  choice: EncodingChoice,
  onFound: (encoding: Encoding) => void = () => {},
): AsyncGenerator<Buffer> {
  let decoder: Decoder | undefined;
  for await (const chunk of wholeHead(bytes)) {
    if (decoder === undefined) {
      const kind = binaryKind(chunk.subarray(0, HEAD_BYTES));
      if (kind !== undefined) throw new UnreadableFile(`The file is not text. It looks like ${kind}.`);
      const encoding = encodingOf(chunk, choice);
      onFound(encoding);
      decoder = decoderFor(encoding);
    }
    const piece = decoder(chunk, false);
    if (piece.length > 0) yield piece;
  }
  const rest = decoder?.(Buffer.alloc(0), true);
  if (rest !== undefined && rest.length > 0) yield rest;
}

type Decoder = (chunk: Buffer, isLast: boolean) => Buffer;

function encodingOf(first: Buffer, choice: EncodingChoice): Encoding {
  if (hasUtf16Mark(first)) return first[0] === 0xff ? "UTF-16LE" : "UTF-16BE";
  return choice === "windows-1252" ? "Windows-1252" : "UTF-8";
}

function decoderFor(encoding: Encoding): Decoder {
  if (encoding === "UTF-8") return utf8Decoder();
  if (encoding !== "Windows-1252") return utf16Decoder(encoding.toLowerCase());
  const decoder = new TextDecoder("windows-1252");
  return (chunk, isLast) => Buffer.from(decoder.decode(chunk, { stream: !isLast }));
}

function utf16Decoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  return (chunk, isLast) => {
    try {
      const text = decoder.decode(chunk, { stream: !isLast });
      bytes += chunk.length;
      return Buffer.from(text);
    } catch {
      throw new UnreadableFile(
        `The file begins as UTF-16 but is not UTF-16 throughout: the text breaks after byte ${bytes}.`,
      );
    }
  };
}

/** Only judged: `isUtf8` runs at gigabytes a second. */
function utf8Decoder(): Decoder {
  let carry = Buffer.alloc(0);
  let isFirst = true;
  return (chunk, isLast) => {
    const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const end = isLast ? bytes.length : completeUntil(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) throw new NotUtf8();
    // The chunk's memory is the stream's; what is carried over must be ours.
    carry = Buffer.from(bytes.subarray(end));
    if (!isFirst || whole.length === 0) return whole;
    isFirst = false;
    return hasUtf8Mark(whole) ? whole.subarray(3) : whole;
  };
}

function hasUtf8Mark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Where the last character that may be unfinished begins. */
function completeUntil(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
