import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LocalFileStore } from "../../src/files/file-store.ts";

describe("local file store", () => {
  let folder: string;
  let files: LocalFileStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "shelfwire-files-"));
    files = new LocalFileStore(folder);
    await files.open(Date.now(), 0);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function* bytes(...chunks: string[]) {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }

  async function* brokenBytes() {
    yield Buffer.from("half");
    throw new Error("the client went away");
  }

  it("reads back what it wrote, and says how much that was", async () => {
    expect(await files.write("7/job/input", bytes("shelf", "wire"))).toEqual({ bytes: 9 });
    expect(await text(await files.read("7/job/input"))).toBe("shelfwire");
    expect(await files.size("7/job/input")).toBe(9);
  });

  it("leaves nothing behind when the source breaks off", async () => {
    await expect(files.write("7/job/input", brokenBytes())).rejects.toThrow("went away");
    expect(await files.size("7/job/input")).toBeUndefined();
    expect(readdirSync(join(folder, "unfinished"))).toEqual([]);
  });

  it("keeps the former file when a second write of the same key breaks off", async () => {
    await files.write("7/job/input", bytes("first"));
    await expect(files.write("7/job/input", brokenBytes())).rejects.toThrow();
    expect(await text(await files.read("7/job/input"))).toBe("first");
  });

  it("removes a folder with all in it and leaves its neighbours alone", async () => {
    await files.write("7/job/input", bytes("a"));
    await files.write("7/other/input", bytes("b"));
    await files.removeFolder("7/job");
    expect(await files.size("7/job/input")).toBeUndefined();
    expect(await files.size("7/other/input")).toBe(1);
  });

  it.each(["../secret", "/etc/passwd", "7/../8", "7//x", "", "7/.hidden", "a b"])(
    "refuses %j as a key",
    async (key) => {
      await expect(files.size(key)).rejects.toThrow("not a file key");
    },
  );
});
