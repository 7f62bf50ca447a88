import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, writeWorkbook } from "../../../src/jobs/results/workbook.ts";
import { asyncOf, collect } from "../reading/pieces.ts";
import { readWorkbook } from "./read-workbook.ts";

async function written(rows: Cell[][], rowsMax?: number) {
  const sheets = [{ name: "Rows", rows: asyncOf([rows]) }];
  return readWorkbook(Buffer.concat(await collect(writeWorkbook(sheets, rowsMax))));
}

describe("workbooks (XLSX)", () => {
  it("hold texts and numbers at their places", async () => {
    const rows: Cell[][] = [
      ["a", "b", "c"],
      ["x", 2.5, "z"],
      [null, "", "only"],
    ];
    expect((await written(rows))[0]?.rows).toEqual([
      ["a", "b", "c"],
      ["x", 2.5, "z"],
      ["", "", "only"],
    ]);
  });

  it("go on in further sheets, each with the header, where a sheet is full", async () => {
    const rows: Cell[][] = [["row"], ...Array.from({ length: 7 }, (_, i) => [i + 1])];
    const sheets = await written(rows, 4);
    expect(sheets.map(({ rows }) => rows)).toEqual([
      [["row"], [1], [2], [3]],
      [["row"], [4], [5], [6]],
      [["row"], [7]],
    ]);
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(3);
  });

  it("do not begin a further sheet for nothing", async () => {
    expect(await written([["row"], [1], [2]], 3)).toHaveLength(1);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0"])(
    "hold %j as text that no program computes with",
    async (text) => {
      const [sheet] = await written([["header"], [text]]);
      expect(sheet?.rows[1]).toEqual([text]);
      expect(sheet?.xml).not.toContain("<f");
      expect(sheet?.xml).toMatch(/<c r="A2" s="1" t="inlineStr">/);
    },
  );

  it("give back any text as it was, up to the length that a cell may have", async () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
        fc.constantFrom(
          "_x0041_",
          "_x005F_x0041_",
          "a\u0000b",
          "\u0007",
          "a\rb\r\nc",
          "<&>\"'",
          "\uFFFE",
          " spaces ",
          "_",
          "𝄞",
        ),
      ),
      { minLength: 1, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (row) => {
        expect((await written([["header"], row]))[0]?.rows[1]).toEqual(row);
      }),
      { numRuns: 200 },
    );
  });

  it("hold a text that is too long cut, and halves of characters as marks", async () => {
    const [sheet] = await written([["header"], ["x".repeat(40_000), "a\ud800b"]]);
    expect(String(sheet?.rows[1]?.[0])).toHaveLength(32_767);
    expect(sheet?.rows[1]?.[1]).toBe("a\uFFFDb");
  });

  it("hold no more columns than a sheet may have", async () => {
    const [sheet] = await written([Array.from({ length: 20_000 }, (_, i) => `c${i}`)]);
    expect(sheet?.rows[0]).toHaveLength(16_384);
    expect(sheet?.xml).toContain('r="XFD1"');
  });
});
