import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, sourceFiles } from "../tidy/source-tree.ts";

describe("docs/operating.md", () => {
  it("lists exactly the settings that the service reads", () => {
    const documented = [...readFileSync(join(ROOT, "docs/operating.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)];
    const code = sourceFiles([".ts"]).filter(({ path }) => path.startsWith("src/config/"));
    const read = code
      .flatMap(({ text }) => [...text.matchAll(/"((?:SHELFWIRE_|DATABASE_)[A-Z_]+)"/g)])
      .map((match) => match[1]);
    // Read by the command line, described in its help.
    const ofTheCommandLine = [
      ...["SHELFWIRE_PROFILE", "SHELFWIRE_URL", "SHELFWIRE_PROJECT", "SHELFWIRE_TOKEN", "SHELFWIRE_SIGNING_SECRET"],
    ];
    const expected = new Set(read.filter((name) => name !== undefined && !ofTheCommandLine.includes(name)));
    expect(documented.map((match) => match[1]).sort()).toEqual([...expected].sort());
  });
});
