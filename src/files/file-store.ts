/**
 * Files that the service keeps for its clients: uploads and what is made from them. Keys are paths with `/` made by
 * us (`<project id>/<job id>/input`), never by a client. What `write` has acknowledged survives a crash of the machine;
 * what it has not leaves nothing behind.
 */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { MIB } from "../lib/units.ts";

export interface FileStore {
  /** Durable when it resolves; when the source throws, nothing is left behind. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Rejects with code ENOENT where there is no such file. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A path on this machine for readers that need random access; a store that is not local fetches the file first. */
  localPath(key: string): Promise<string>;
  /** In bytes; undefined where there is no such file. */
  size(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `<folder>/`. */
  removeFolder(folder: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]+)*$/;
/** Unfinished writes stand here, so that a start can tell them from files. */
const UNFINISHED = "unfinished";
/** As much as a slow disk writes in a tenth of a second. */
const SYNC_BYTES = 8 * MIB;

/** A folder of this machine, or one that all machines of the installation mount. */
export class LocalFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder and removes what writes that were cut off more than `olderThanMs` ago have left. */
  async open(nowMs: number, olderThanMs: number): Promise<void> {
    const unfinished = join(this.#folder, UNFINISHED);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    for (const name of await readdir(unfinished)) {
      const path = join(unfinished, name);
      // Another process that shares the folder may be writing right now, or have just finished.
      const modifiedMs = await stat(path).then(
        (found) => found.mtimeMs,
        () => nowMs,
      );
      if (modifiedMs < nowMs - olderThanMs) await rm(path, { force: true });
    }
  }

  async write(key: string, source: AsyncIterable<Uint8Array>): Promise<{ bytes: number }> {
    const path = this.#pathOf(key);
    const draft = join(this.#folder, UNFINISHED, randomUUID());
    try {
      const bytes = await writeDurably(draft, source);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(draft, path);
      await syncFolder(dirname(path));
      return { bytes };
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const path = this.#pathOf(key);
    await stat(path);
    return createReadStream(path, range);
  }

  async localPath(key: string): Promise<string> {
    return this.#pathOf(key);
  }

  async size(key: string): Promise<number | undefined> {
    try {
      return (await stat(this.#pathOf(key))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#pathOf(folder), { recursive: true, force: true });
  }

  #pathOf(key: string): string {
    if (!KEY.test(key) || key.split("/").some((part) => part.startsWith(".")))
      throw new Error(`not a file key: ${key}`);
    return join(this.#folder, key);
  }
}

/**
 * Resolves with the number of bytes when they are on the disk. They are sent there while more arrive: else the end of
 * a large file would wait for all of it.
 */
async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  let syncedBytes = 0;
  let syncing: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten;
      bytes += chunk.length;
      if (bytes - syncedBytes < SYNC_BYTES) continue;
      await syncing;
      syncedBytes = bytes;
      syncing = file.datasync();
      // Heard of at the next one or at the end.
      syncing.catch(() => {});
    }
    await syncing;
    await file.sync();
    return bytes;
  } finally {
    await syncing.catch(() => {});
    await file.close();
  }
}

/** A rename is durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
