/** A file to upload. A `File` of a browser is one as it is; `fileOnDisk` of `@shelfwire/client/node` makes others. */
export interface UploadFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

export interface UploadProgress {
  bytesSent: number;
  bytesTotal: number;
}

/**
 * A multipart form (RFC 7578) of some fields and one file. The length is known before, so that the service can refuse
 * a file that is too large at once; the file is read as it is sent.
 */
export function multipartBody(
  fields: Record<string, string>,
  file: UploadFile,
  onProgress: (progress: UploadProgress) => void,
): { body: BodyInit; headers: Record<string, string> } {
  const boundary = `shelfwire-${randomId()}`;
  const { head, tail } = frameOf(fields, file.name, boundary);
  const type = `multipart/form-data; boundary=${boundary}`;
  const bytesTotal = head.length + file.size + tail.length;
  if (!streamsUpload() && file instanceof Blob) {
    // Most browsers can't send a stream over HTTP/1.1; a Blob made of parts is read from the disk as well.
    return { body: new Blob([head, file, tail]), headers: { "content-type": type } };
  }
  const counted = count(framed(head, file, tail), (bytesSent) => onProgress({ bytesSent, bytesTotal }));
  return { body: streamOf(counted), headers: { "content-type": type, "content-length": String(bytesTotal) } };
}

/** 128 random bits in hexadecimal; `crypto.randomUUID` is missing on pages without HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function frameOf(fields: Record<string, string>, fileName: string, boundary: string) {
  const encoder = new TextEncoder();
  let text = "";
  for (const [name, value] of Object.entries(fields)) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  }
  const escaped = fileName.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  text += `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n`;
  text += "Content-Type: application/octet-stream\r\n\r\n";
  return { head: encoder.encode(text), tail: encoder.encode(`\r\n--${boundary}--\r\n`) };
}

async function* framed(head: Uint8Array, file: UploadFile, tail: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  const reader = file.stream().getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
  yield tail;
}

async function* count(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    onBytes(bytes);
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

function streamsUpload(): boolean {
  return typeof navigator === "undefined" || /^(Node\.js|Bun|Deno)/.test(navigator.userAgent ?? "");
}
