import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const ASSETS = join(import.meta.dirname, "..", "..", "console", "dist", "assets");
const ALL_BYTES_MAX = 450_000;

describe("the console's weight", () => {
  it(`is at most ${ALL_BYTES_MAX / 1_000} kB of gzipped script, all pages together`, () => {
    const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
    const sizes = scripts.map((name) => gzipSync(readFileSync(join(ASSETS, name))).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(ALL_BYTES_MAX);
  });
});
