import { once } from "node:events";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import {
  UPLOAD_DRAIN_BYTES_MAX,
  UPLOAD_DRAIN_TIMEOUT_MS,
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_PARTS_MAX,
} from "../config/limits.ts";

/** A form that arrived whole: its text parts by name, and its file. */
export interface ReceivedForm {
  fields: ReadonlyMap<string, string>;
  /** Undefined where the form has no part `file`. */
  file: ReceivedFile | undefined;
}

export interface ReceivedFile {
  /** As the client named it, without folders; may be empty. */
  name: string;
  bytes: number;
  crc32: number;
}

export type FormOutcome = { kind: "received"; form: ReceivedForm } | { kind: "malformed" } | { kind: "too_large" };

/**
 * Reads a multipart form (RFC 7578) from the network; parts may come in any order. The part `file` goes to `writeFile`
 * as it arrives, everything else is short text. Rejects only where `writeFile` does for reasons of its own.
 */
export async function receiveForm(
  body: Readable,
  contentType: string,
  fileBytesMax: number,
  writeFile: (source: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<FormOutcome> {
  const parser = openParser(contentType, fileBytesMax);
  if (parser === undefined) return { kind: "malformed" };
  const fields = new Map<string, string>();
  let file: FilePart | undefined;
  let isMalformed = false;

  function refuse(): void {
    isMalformed = true;
  }
  parser.on("field", (name, value, nameIsCut, valueIsCut) => {
    if (name === undefined || nameIsCut || valueIsCut || fields.has(name)) refuse();
    else fields.set(name, value);
  });
  parser.on("file", (_, stream, name) => {
    file = new FilePart(stream, name ?? "", writeFile, (error) => parser.destroy(error));
  });
  for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(event, refuse);

  try {
    await pipeline(body, parser);
  } catch {
    file?.breakOff();
    // The store's own fault is the caller's business; all else is what the client sent, or stopped sending.
    const fault = await file?.fault();
    if (fault !== undefined) throw fault;
    return { kind: file?.isTooLarge ? "too_large" : "malformed" };
  }
  const received = await file?.written();
  return isMalformed ? { kind: "malformed" } : { kind: "received", form: { fields, file: received } };
}

/** Reads and drops what is left of a refused body, within bounds, so that the client gets to read the answer. */
export async function drain(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  let bytes = 0;
  const ended = new Promise<void>((resolve) => {
    body.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > UPLOAD_DRAIN_BYTES_MAX) resolve();
    });
    for (const event of ["end", "close", "error"]) body.once(event, () => resolve());
  });
  const timeout = AbortSignal.timeout(UPLOAD_DRAIN_TIMEOUT_MS);
  body.resume();
  await Promise.race([ended, once(timeout, "abort")]);
  body.pause();
}

function openParser(contentType: string, fileBytesMax: number): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const headers: BusboyHeaders = { "content-type": contentType };
  try {
    return new Busboy({
      headers,
      // Whatever else a client says of it (some send no file name), the part `file` is the file.
      isPartAFile: (name) => name === "file",
      limits: {
        fileSize: fileBytesMax,
        files: 1,
        parts: UPLOAD_PARTS_MAX,
        fields: UPLOAD_PARTS_MAX,
        fieldSize: UPLOAD_FIELD_BYTES_MAX,
        headerPairs: 20,
        headerSize: 16_384,
      },
    });
  } catch {
    return undefined;
  }
}

class FilePart {
  readonly #stream: BusboyFileStream;
  readonly #name: string;
  readonly #writing: Promise<void>;
  #bytes = 0;
  #crc32 = 0;
  #brokeOff = false;
  #fault: unknown;
  isTooLarge = false;

  constructor(
    stream: BusboyFileStream,
    name: string,
    writeFile: (source: AsyncIterable<Uint8Array>) => Promise<unknown>,
    onFault: (error: Error) => void,
  ) {
    this.#stream = stream;
    this.#name = name;
    // The parser emits errors on the stream without ending it: reading on would wait for ever.
    stream.on("error", (error) => {
      this.#brokeOff = true;
      stream.destroy(error);
    });
    stream.on("limit", () => {
      this.isTooLarge = true;
      onFault(new Error("the file is larger than allowed"));
    });
    this.#writing = writeFile(this.#measured()).then(
      () => {},
      (error: unknown) => {
        this.#fault = error;
        onFault(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  /** Ends a file that will not come to its end. */
  breakOff(): void {
    this.#brokeOff = true;
    this.#stream.destroy(new Error("the upload broke off"));
  }

  /** Why the file could not be written, where that is not for what the client did. */
  async fault(): Promise<unknown> {
    const cameFirst = this.#fault;
    await this.#writing;
    return cameFirst ?? (this.#brokeOff ? undefined : this.#fault);
  }

  async written(): Promise<ReceivedFile> {
    await this.#writing;
    if (this.#fault !== undefined) throw this.#fault;
    return { name: this.#name, bytes: this.#bytes, crc32: this.#crc32 };
  }

  async *#measured(): AsyncIterable<Uint8Array> {
    for await (const chunk of this.#stream) {
      this.#bytes += chunk.length;
      this.#crc32 = crc32(chunk, this.#crc32);
      yield chunk;
    }
  }
}
