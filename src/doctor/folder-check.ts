import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { LocalFileStore } from "../files/file-store.ts";
import { GIB, MIB } from "../lib/units.ts";
import { type Finding, fail, ok, reasonOf, warn } from "./finding.ts";

const FREE_BYTES_MIN = 512 * MIB;
const FREE_BYTES_GOOD = 5 * GIB;
/** Longer for a small file means that every upload and commit is slow as well. */
const SLOW_WRITE_MS = 500;

/** The data folder: rights, room, secret key; and the file store in it. */
export async function* checkFolder(config: Config): AsyncGenerator<Finding, void, void> {
  const { dataDir } = config;
  if (!existsSync(dataDir)) {
    const parent = existingParent(dataDir);
    yield isWritable(parent)
      ? ok("data folder", `${dataDir} is not there yet; the first start makes it`)
      : fail(
          "data folder",
          `${dataDir} is not there, and ${userName()} may not make it in ${parent}`,
          "make it, or set SHELFWIRE_DATA_DIR",
        );
    yield* checkRoom(parent);
    return;
  }
  const problem = await writeProblem(dataDir);
  if (problem !== undefined) {
    yield fail(
      "data folder",
      `${userName()} cannot write to ${dataDir} (${problem})`,
      `sudo chown -R ${userName()} ${dataDir}`,
    );
    return;
  }
  yield ok("data folder", `${dataDir}, writable by ${userName()}`);
  yield* checkRoom(dataDir);
  yield* checkSecretKey(config);
  yield* checkFiles(dataDir);
}

async function* checkRoom(folder: string): AsyncGenerator<Finding, void, void> {
  const { bavail, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const gibs = `${(free / GIB).toFixed(1)} GiB free`;
  const cure = "make room, or move the folder to a larger disk";
  if (free < FREE_BYTES_MIN) yield fail("disk space", `only ${gibs}`, cure);
  else if (files > 0 && ffree === 0) yield fail("disk space", "the disk can take no more files (no inodes left)", cure);
  else if (free < FREE_BYTES_GOOD) yield warn("disk space", gibs, `${cure}: uploads and the database grow here`);
  else yield ok("disk space", gibs);
}

async function* checkSecretKey({ dataDir, secretKey, databaseUrl }: Config): AsyncGenerator<Finding, void, void> {
  const file = join(dataDir, "secret-key");
  if (secretKey !== undefined) yield ok("secret key", "from SHELFWIRE_SECRET_KEY");
  else if (!existsSync(file)) yield ok("secret key", "none yet; the first start makes one in the data folder");
  else if ((statSync(file).mode & 0o077) !== 0) {
    yield warn("secret key", `${file} can be read by others`, `chmod 600 ${file}`);
  } else yield ok("secret key", `${file}, readable by its owner only; back it up with the database`);
  if (databaseUrl !== undefined && secretKey === undefined) {
    const cure = "set SHELFWIRE_SECRET_KEY to the same on all machines, unless they share the data folder";
    yield warn("secret key", "kept in the data folder of this machine, while the database may serve several", cure);
  }
}

/** Writes, reads and removes a file in the way uploads are kept. */
async function* checkFiles(dataDir: string): AsyncGenerator<Finding, void, void> {
  const folder = join(dataDir, "files");
  if (!existsSync(join(folder, "unfinished"))) {
    yield ok("file store", `${folder} is not there yet; the first start makes it`);
    return;
  }
  const files = new LocalFileStore(folder);
  const name = `doctor-${randomUUID()}`;
  const startedAt = performance.now();
  try {
    await files.write(`${name}/probe`, pieces());
    const size = await files.size(`${name}/probe`);
    if (size !== PIECE.length) throw new Error(`${size} of ${PIECE.length} bytes came back`);
  } catch (error) {
    yield fail(
      "file store",
      `a file cannot be kept in ${folder} (${reasonOf(error)})`,
      `sudo chown -R ${userName()} ${folder}`,
    );
    return;
  } finally {
    await files.removeFolder(name).catch(() => {});
  }
  const tookMs = Math.round(performance.now() - startedAt);
  if (tookMs > SLOW_WRITE_MS)
    yield warn("file store", `a small file took ${tookMs} ms to be kept`, "look at the disk, or what else uses it");
  else yield ok("file store", `a file was kept and removed in ${tookMs} ms`);
}

const PIECE = Buffer.alloc(64 * 1_024, "x");

async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
  yield PIECE;
}

async function writeProblem(folder: string): Promise<string | undefined> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, "", { mode: 0o600 });
    await rm(file);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function existingParent(folder: string): string {
  const parent = dirname(folder);
  return existsSync(parent) || parent === folder ? parent : existingParent(parent);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "?"}`;
  }
}
