import { describe, expect, it } from "vitest";
import { runDemo } from "./run-demo.ts";

describe("the demo's options", () => {
  it("tells on standard output what there is", async () => {
    const { code, stdout, stderr } = await runDemo(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const option of ["--exit", "--stores", "--help"]) expect(stdout).toContain(option);
  });

  it.each([
    ["--stores", "many"],
    ["--stores", "5"],
    ["--sotres", "5"],
  ])("refuses %s %s in one line with code 2, and starts nothing", async (...args) => {
    const { code, stdout, stderr } = await runDemo(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^demo: [^\n]+\n$/);
  });
});
