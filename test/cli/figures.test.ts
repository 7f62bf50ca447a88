import { describe, expect, it } from "vitest";
import { bytes, count, duration } from "../../src/cli/figures.ts";
import { groupRejections } from "../../src/cli/rejection-groups.ts";
import { bar } from "../../src/cli/terminal.ts";

describe("figures for people", () => {
  it.each([
    [count(1_234_567), "1,234,567"],
    [bytes(999), "999 B"],
    [bytes(1_500), "1.5 KB"],
    [bytes(22_000_000), "22.0 MB"],
    [bytes(1_230_000_000), "1.23 GB"],
    [duration(85), "85 ms"],
    [duration(4_230), "4.2 s"],
    [duration(125_000), "2 min 5 s"],
    [duration(119_700), "2 min 0 s"],
    [bar(0.5, 4), "██░░"],
    [bar(7, 4), "████"],
  ])("%s", (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

describe("groups of rejections (interface, Entity error file)", () => {
  it("put messages that differ in their value only together, the most frequent first, with three examples", () => {
    const unknown = (value: string) => `Unknown region_name '${value}'`;
    const groups = groupRejections([
      { store_number: "1", errors: ["Missing mandatory field:city", unknown("A")] },
      { store_number: 2, errors: [unknown("it's")] },
      { store_number: null, errors: [unknown("C")] },
      { login_name: "ann", errors: [unknown("D")] },
    ]);
    expect(groups).toEqual([
      {
        kind: "Unknown region_name '...'",
        count: 4,
        examples: [
          { key: "1", message: unknown("A") },
          { key: "2", message: unknown("it's") },
          { key: "(no key)", message: unknown("C") },
        ],
      },
      {
        kind: "Missing mandatory field:city",
        count: 1,
        examples: [{ key: "1", message: "Missing mandatory field:city" }],
      },
    ]);
  });

  it("are none where nothing was rejected", () => {
    expect(groupRejections([])).toEqual([]);
  });
});
