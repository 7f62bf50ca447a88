import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFolder } from "../../src/db/folder-lock.ts";

describe("the lock on a data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "shelfwire-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is held by one and can be taken again once released", () => {
    const first = lockFolder(folder);
    expect(first.taken).toBe(true);
    expect(lockFolder(folder)).toEqual({ taken: false, holderPid: process.pid });
    if (first.taken) first.lock.release();
    expect(lockFolder(folder).taken).toBe(true);
  });

  it.each([
    ["a process that is gone", "999999999 12345\n"],
    ["another process that got the same number", `${process.pid} 1\n`],
    ["nothing that can be read", "rubbish"],
  ])("is taken over from %s", (_, text) => {
    writeFileSync(join(folder, "shelfwire.pid"), text);
    expect(lockFolder(folder).taken).toBe(true);
    expect(readdirSync(folder)).toEqual(["shelfwire.pid"]);
  });
});
