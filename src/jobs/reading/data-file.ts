import type { FileStore } from "../../files/file-store.ts";
import { type FileFormat, inputKey } from "../job.ts";
import { type CsvFile, openCsv } from "./csv-file.ts";
import { decode, type Encoding, type EncodingChoice } from "./decode.ts";
import { type JsonElement, JsonSplitter } from "./json-elements.ts";
import { openUpload } from "./open-upload.ts";

/** What is needed to read the stored upload of a job. */
export interface UploadedFile {
  project_id: number;
  job_id: string;
  file_format: FileFormat;
  file_bytes: number;
}

/** The rows of an upload as they were sent, in batches and in their order. */
export type DataFile = (({ kind: "csv" } & CsvFile) | { kind: "json"; elements: AsyncIterable<JsonElement[]> }) & {
  /** From 0 to 1. */
  fractionRead(): number;
  /** Undefined until the first bytes are read. */
  encoding(): Encoding | undefined;
};

/**
 * Opens the stored upload, unwraps and decodes it, and reads as far as the header. Throws `UnreadableFile` and
 * `NotUtf8`, as reading its rows does.
 */
export async function openDataFile(
  files: Pick<FileStore, "localPath">,
  upload: UploadedFile,
  options: { listNames: readonly string[]; encoding: EncodingChoice; inflatedBytesMax: number },
): Promise<DataFile> {
  const path = await files.localPath(inputKey(upload.project_id, upload.job_id));
  const { bytes, fractionRead } = await openUpload(
    path,
    upload.file_bytes,
    upload.file_format,
    options.inflatedBytesMax,
  );
  let found: Encoding | undefined;
  const decoded = decode(bytes, options.encoding, (encoding) => {
    found = encoding;
  });
  const about = { fractionRead, encoding: () => found };
  if (upload.file_format === "CSV" || upload.file_format === "CSV_ZIP") {
    return { kind: "csv", ...(await openCsv(decoded)), ...about };
  }
  return { kind: "json", elements: readElements(decoded, options.listNames), ...about };
}

async function* readElements(
  pieces: AsyncIterable<Buffer>,
  listNames: readonly string[],
): AsyncGenerator<JsonElement[]> {
  const splitter = new JsonSplitter(listNames);
  for await (const piece of pieces) {
    const elements = splitter.add(piece.toString("utf8"));
    if (elements.length > 0) yield elements;
  }
  const last = splitter.finish();
  if (last.length > 0) yield last;
}
