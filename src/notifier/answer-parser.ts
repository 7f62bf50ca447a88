/**
 * Reads one answer of HTTP/1.x (RFC 9112) from the chunks of a connection. It is strict where leniency would leave open
 * where the answer ends: what is not plainly framed is broken, and its connection is not used again.
 */

import { KIB } from "../lib/units.ts";

/** More than a real head ever has. */
export const ANSWER_HEAD_BYTES_MAX = 16 * KIB;
/** A chunk's size with its extensions. */
const CHUNK_LINE_BYTES_MAX = 1 * KIB;
/** All that is not body: heads, informational ones too, chunk sizes, the trailer. */
const OVERHEAD_BYTES_MAX = 64 * KIB;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
/** A line break of one byte, or what no head may have. */
const FORBIDDEN_IN_HEAD = /\r(?!\n)|(?<!\r)\n|\0/;
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const CHUNK_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r$/i;
const PROTOCOL = "HTTP/1.";
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LINE_FEED = 10;

/** `more`: not all of it was here yet. `broken`: it is no HTTP/1.x, or does not say where it ends. */
export type ReadState = "more" | "complete" | "too_large" | "broken";

type Framing = "head" | "length" | "chunk_line" | "chunk_data" | "chunk_end" | "trailer" | "until_close";

/** The header fields that matter here. */
interface Fields {
  "content-length"?: string;
  "transfer-encoding"?: string;
  connection?: string;
  "keep-alive"?: string;
  "retry-after"?: string;
}
/** Few answers have others of these lengths, and those are compared in full. */
const LENGTHS = new Set(
  ["content-length", "transfer-encoding", "connection", "retry-after"].map(({ length }) => length),
);

export class AnswerParser {
  /** Of the real answer; informational ones (1xx) are passed over. */
  status: number | undefined;
  retryAfter: string | undefined;
  /** Whether the connection can carry another exchange once this one is complete. */
  keepsAlive = false;
  /** From `Keep-Alive: timeout=`: how long the receiver keeps an idle connection, in seconds. */
  keepAliveSeconds: number | undefined;
  readonly #onBody: (part: Buffer) => void;
  #framing: Framing = "head";
  /** Bytes that still belong to the body or to the chunk. */
  #left = 0;
  #overheadBytes = 0;
  /** The beginning of a head, line or trailer that is not all here yet. */
  #pending: Buffer | undefined;

  constructor(onBody: (part: Buffer) => void) {
    this.#onBody = onBody;
  }

  /** `part` handed to the body's reader is the chunk's own memory. */
  read(chunk: Buffer): ReadState {
    let at = 0;
    while (at >= 0) {
      const next = this.#framing === "head" ? this.#readHead(chunk, at) : this.#readBody(chunk, at);
      if (typeof next === "string") return next;
      at = next;
    }
    return "more";
  }

  /** The receiver has closed its side: the end of an answer that says nothing else about its end. */
  close(): ReadState {
    return this.#framing === "until_close" ? "complete" : "broken";
  }

  /** Where to go on in the chunk; -1: all of it was read. */
  #readHead(chunk: Buffer, at: number): number | ReadState {
    const bytes = this.#pending === undefined ? chunk.subarray(at) : Buffer.concat([this.#pending, chunk.subarray(at)]);
    const end = bytes.indexOf(END_OF_HEAD);
    const length = end < 0 ? bytes.length : end + END_OF_HEAD.length;
    if (length > ANSWER_HEAD_BYTES_MAX || this.#overheadBytes > OVERHEAD_BYTES_MAX) return "too_large";
    if (end < 0) {
      this.#pending = Buffer.from(bytes);
      // Who speaks another protocol may wait for us.
      return PROTOCOL.startsWith(bytes.toString("latin1", 0, Math.min(length, PROTOCOL.length))) ? -1 : "broken";
    }
    this.#overheadBytes += length;
    const taken = end + END_OF_HEAD.length - (this.#pending?.length ?? 0);
    this.#pending = undefined;
    const state = this.#takeHead(bytes.toString("latin1", 0, end));
    return state === "more" ? at + taken : this.#atEnd(state, at + taken === chunk.length);
  }

  #takeHead(head: string): ReadState {
    const [line, version, status] = STATUS_LINE.exec(head) ?? [];
    if (line === undefined || FORBIDDEN_IN_HEAD.test(head)) return "broken";
    const fields = fieldsOf(head);
    const code = Number(status);
    if (fields === undefined || code === 101) return "broken";
    if (code < 200) return "more";
    this.status = code;
    this.retryAfter = fields["retry-after"];
    this.keepsAlive = version === "1" && !/(?:^|,)\s*close\s*(?:,|$)/i.test(fields.connection ?? "");
    const idle = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(fields["keep-alive"] ?? "");
    this.keepAliveSeconds = idle === null ? undefined : Number(idle[1]);
    return this.#frame(code, fields, version === "1");
  }

  /** How the body ends (RFC 9112, section 6.3). */
  #frame(code: number, fields: Fields, isCurrent: boolean): ReadState {
    const { "content-length": length, "transfer-encoding": coding } = fields;
    if (coding !== undefined) {
      if (coding.toLowerCase() !== "chunked" || length !== undefined || !isCurrent) return "broken";
      this.#framing = "chunk_line";
    } else if (length !== undefined) {
      if (!/^\d{1,15}$/.test(length)) return "broken";
      this.#framing = "length";
      this.#left = Number(length);
    } else {
      this.#framing = "until_close";
    }
    if (code === 204 || code === 304 || (this.#framing === "length" && this.#left === 0)) return "complete";
    if (this.#framing === "until_close") this.keepsAlive = false;
    return "more";
  }

  #readBody(chunk: Buffer, at: number): number | ReadState {
    if (at >= chunk.length) return -1;
    switch (this.#framing) {
      case "length":
      case "chunk_data":
        return this.#readData(chunk, at);
      case "until_close":
        this.#onBody(chunk.subarray(at));
        return -1;
      default:
        return this.#readLine(chunk, at);
    }
  }

  #readData(chunk: Buffer, at: number): number | ReadState {
    const end = Math.min(chunk.length, at + this.#left);
    this.#left -= end - at;
    this.#onBody(chunk.subarray(at, end));
    if (this.#left > 0) return -1;
    if (this.#framing === "length") return this.#atEnd("complete", end === chunk.length);
    this.#framing = "chunk_end";
    return end;
  }

  /** The lines of a chunked body: sizes, the line break after each chunk, the trailer. */
  #readLine(chunk: Buffer, at: number): number | ReadState {
    const found = chunk.indexOf(LINE_FEED, at);
    const end = found < 0 ? chunk.length : found;
    const part = chunk.subarray(at, end);
    const line = this.#pending === undefined ? part : Buffer.concat([this.#pending, part]);
    if (line.length > CHUNK_LINE_BYTES_MAX) return "broken";
    if (found < 0) {
      this.#pending = Buffer.from(line);
      return -1;
    }
    this.#pending = undefined;
    this.#overheadBytes += line.length;
    if (this.#overheadBytes > OVERHEAD_BYTES_MAX) return "too_large";
    return this.#takeLine(line.toString("latin1", 0, line.length), end + 1, chunk.length);
  }

  #takeLine(line: string, next: number, length: number): number | ReadState {
    if (this.#framing === "chunk_line") {
      const [, size] = CHUNK_LINE.exec(line) ?? [];
      if (size === undefined) return "broken";
      this.#left = Number.parseInt(size, 16);
      this.#framing = this.#left === 0 ? "trailer" : "chunk_data";
      return next;
    }
    if (this.#framing === "chunk_end") {
      this.#framing = "chunk_line";
      return line === "\r" ? next : "broken";
    }
    if (line === "\r") return this.#atEnd("complete", next === length);
    // What a trailer says matters to nobody here.
    return line.endsWith("\r") ? next : "broken";
  }

  /** Bytes after the end belong to nothing we asked for. */
  #atEnd(state: ReadState, isLast: boolean): ReadState {
    if (!isLast) this.keepsAlive = false;
    return state;
  }
}

/** Undefined where a line is no header field, or one that frames the answer comes twice. */
function fieldsOf(head: string): Fields | undefined {
  const fields: Fields = {};
  let at = head.indexOf("\r\n");
  while (at >= 0) {
    const start = at + 2;
    at = head.indexOf("\r\n", start);
    const end = at < 0 ? head.length : at;
    const colon = head.indexOf(":", start);
    if (colon <= start || colon >= end) return undefined;
    if (!FIELD_NAME.test(head.slice(start, colon))) return undefined;
    if (!LENGTHS.has(colon - start)) continue;
    const name = head.slice(start, colon).toLowerCase();
    const value = head.slice(colon + 1, end).trim();
    switch (name) {
      case "content-length":
      case "transfer-encoding":
        if (fields[name] !== undefined) return undefined;
        fields[name] = value;
        break;
      case "connection":
        fields.connection = fields.connection === undefined ? value : `${fields.connection},${value}`;
        break;
      case "keep-alive":
      case "retry-after":
        fields[name] ??= value;
        break;
    }
  }
  return fields;
}
