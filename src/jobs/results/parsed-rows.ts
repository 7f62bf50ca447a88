import type { FileStore } from "../../files/file-store.ts";
import { recordsOf } from "../reading/csv-file.ts";
import { type DataFile, openDataFile, type UploadedFile } from "../reading/data-file.ts";
import type { EncodingChoice } from "../reading/decode.ts";
import { NotUtf8 } from "../unreadable-file.ts";

/** The rows of a finished job as they were read, one JSON object a line, made from the stored upload. */
export async function* writeParsedRows(
  files: FileStore,
  upload: UploadedFile,
  options: { listNames: readonly string[]; inflatedBytesMax: number },
): AsyncGenerator<string> {
  const encoding = await findEncoding(files, upload, options);
  const file = await openDataFile(files, upload, { ...options, encoding });
  if (file.kind === "json") {
    for await (const batch of file.elements) yield batch.map(({ text }) => `${onOneLine(text)}\n`).join("");
    return;
  }
  for await (const batch of recordsOf(file)) {
    yield batch.map(({ cells }) => `${JSON.stringify(objectOf(file.header, cells))}\n`).join("");
  }
}

/** Read through once before anything is sent: a file may turn out to be no UTF-8 in its last line. */
async function findEncoding(
  files: FileStore,
  upload: UploadedFile,
  options: { listNames: readonly string[]; inflatedBytesMax: number },
): Promise<EncodingChoice> {
  try {
    const file = await openDataFile(files, upload, { ...options, encoding: "found" });
    for await (const _ of batchesOf(file));
    return "found";
  } catch (error) {
    if (error instanceof NotUtf8) return "windows-1252";
    throw error;
  }
}

function batchesOf(file: DataFile): AsyncIterable<unknown> {
  return file.kind === "csv" ? recordsOf(file) : file.elements;
}

function objectOf(header: readonly string[], cells: readonly string[]): Record<string, string | string[]> {
  const named = Object.fromEntries(cells.slice(0, header.length).map((cell, i) => [header[i] ?? "", cell]));
  return cells.length > header.length ? { ...named, "": cells.slice(header.length) } : named;
}

/** Line ends stand between the parts of JSON only, never inside its strings. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+\s*/g, "");
}
