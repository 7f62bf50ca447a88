import type { Readable } from "node:stream";
import { UnreadableFile } from "../unreadable-file.ts";

/** Passes bytes on until there are more than allowed; what the decompressor complains of becomes a reason. */
export async function* limited(source: Readable, bytesMax: number, kind: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        throw new UnreadableFile(`The ${kind} inflates to more than ${bytesMax} bytes, which is the limit.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UnreadableFile || !isInflateError(error)) throw error;
    throw new UnreadableFile(
      `The ${kind} is damaged or cut off: its content cannot be decompressed beyond byte ${bytes}.`,
    );
  } finally {
    source.destroy();
  }
}

function isInflateError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // yauzl's own complaints (sizes that disagree) carry no code; the operating system's do.
  return code === "" || code.startsWith("Z_");
}
