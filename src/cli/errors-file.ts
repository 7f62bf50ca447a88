import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { UsageError } from "./command-errors.ts";

export type ErrorsFormat = "json" | "xlsx";

/** By the ending of the name. Asked before anything is sent: a wrong name found after an hour would be a pity. */
export function errorsFormatOf(name: string): ErrorsFormat {
  if (/\.json$/i.test(name)) return "json";
  if (/\.xlsx$/i.test(name)) return "xlsx";
  throw new UsageError(`--errors ${name}: expected a name that ends in .json or .xlsx`);
}

/** Writes a file that appears whole or not at all. */
export async function writeWhole(
  path: string,
  content: AsyncIterable<string | Uint8Array> | ReadableStream<Uint8Array>,
): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
