import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runDemo, startDemo } from "./run-demo.ts";

const STORY_TIMEOUT_MS = 120_000;

describe("the demo as a story, on the real service", () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), "shelfwire-demo-test-"));
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  it(
    "shows every scene, ends with 0, and leaves nothing behind",
    async () => {
      const { code, stdout, stderr } = await runDemo(["--exit", "--stores", "2000"], temporary);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      for (const seen of [
        /done .* after the upload: 2,000 stores taken/,
        /18 rows rejected, of 6 kinds:/,
        /2 pages walked by links\.next in .*: 2,000 stores, none missing, none twice/,
        /GN-\d+ is inactive and still listed; GN-\d+ is deleted, 1,999 are left/,
        /refusing +answers 503; the service will try again/,
        /attempt 4 +\+\d+\.\d\d s +200 +delivered/,
        /900 callbacks accepted by 3 receivers/,
        /0 accepted, 300 known already/,
        /5 callbacks arrived, 20 kept away/,
        /What you have seen/,
      ]) {
        expect(stdout).toMatch(seen);
      }
      expect(stdout, "no colour and no writing over without a terminal").not.toMatch(/\p{Cc}(?<!\n)/u);
      expect(left(temporary)).toEqual([]);
    },
    STORY_TIMEOUT_MS,
  );

  it(
    "stops the service and removes its folder when it is interrupted",
    async () => {
      const { child, ended, said } = startDemo(["--stores", "2000"], temporary);
      await said("is ready after");
      child.kill("SIGINT");
      const { code, stdout, stderr } = await ended;
      expect([code, stderr]).toEqual([130, ""]);
      expect(stdout).toContain("Stopping the service");
      expect(left(temporary)).toEqual([]);
      const url = /(http:\S+) is ready/.exec(stdout)?.[1] ?? "";
      await expect(fetch(url)).rejects.toThrow("fetch failed");
    },
    STORY_TIMEOUT_MS,
  );

  it(
    "cleans up as well when its output is closed, as by `head`",
    async () => {
      const { child, ended, said } = startDemo(["--stores", "2000"], temporary);
      await said("is ready after");
      child.stdout?.destroy();
      expect((await ended).code).toBe(130);
      expect(left(temporary)).toEqual([]);
    },
    STORY_TIMEOUT_MS,
  );
});

/** Node keeps a cache of compiled code there, which is not the demo's. */
function left(temporary: string): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith("shelfwire"));
}
