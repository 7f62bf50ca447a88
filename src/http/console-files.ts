import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** One file of the built console, ready to send. */
export interface ConsoleFile {
  type: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** The built console, a megabyte or two, read and compressed when first asked for and kept. */
export class ConsoleFiles {
  readonly #folder: string;
  readonly #names: Set<string>;
  readonly #files = new Map<string, ConsoleFile>();
  #page: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    const assets = join(folder, "assets");
    this.#names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  }

  /** False where the console was not built. */
  get isBuilt(): boolean {
    return existsSync(join(this.#folder, "index.html"));
  }

  /** A file under `assets/`, whose name tells its content; undefined where there is none. */
  asset(name: string): ConsoleFile | undefined {
    if (!this.#names.has(name)) return undefined;
    const known = this.#files.get(name);
    if (known) return known;
    const made = fileOf(readFileSync(join(this.#folder, "assets", name)), extname(name));
    this.#files.set(name, made);
    return made;
  }

  /** The page, for an address so many segments below the console's own. */
  page(depth: number): ConsoleFile {
    const key = `page ${depth}`;
    const known = this.#files.get(key);
    if (known) return known;
    this.#page ??= readFileSync(join(this.#folder, "index.html"), "utf8");
    const base = depth === 0 ? "./" : "../".repeat(depth);
    const made = fileOf(Buffer.from(this.#page.replace('<base href="./">', `<base href="${base}">`)), ".html");
    this.#files.set(key, made);
    return made;
  }
}

function fileOf(plain: Buffer, extension: string): ConsoleFile {
  return {
    type: TYPES[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 16)}"`,
    plain,
    gzip: gzipSync(plain),
    // The default of 11 takes seconds for the largest file, and this one is 3 % larger.
    brotli: brotliCompressSync(plain, { params: { 1: 6 } }),
  };
}
