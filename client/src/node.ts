import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { UploadFile } from "./upload-body.ts";

/** Large reads: a file of 200 MB is then sent in 800 pieces instead of 3,200. */
const READ_BYTES = 256 * 1_024;

/** A file of this machine, read as it is sent; never whole in memory. Throws where there is no such file. */
export async function fileOnDisk(path: string, name: string = basename(path)): Promise<UploadFile> {
  const { size } = await stat(path);
  return { name, size, stream: () => streamOf(path) };
}

function streamOf(path: string): ReadableStream<Uint8Array> {
  const chunks = createReadStream(path, { highWaterMark: READ_BYTES })[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
