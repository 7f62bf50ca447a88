import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { ROW_LENGTH_MAX } from "../../../src/config/limits.ts";
import { findDelimiter, openCsv } from "../../../src/jobs/reading/csv-file.ts";
import { CsvSplitter } from "../../../src/jobs/reading/csv-records.ts";
import { UnreadableFile } from "../../../src/jobs/unreadable-file.ts";
import { asyncOf, collect, cutAt, places } from "./pieces.ts";

async function read(...pieces: string[]) {
  const { header, records } = await openCsv(asyncOf(pieces));
  return { header, records: (await collect(records)).flat() };
}

function rowsOf(records: { cells: string[] }[]) {
  return records.map(({ cells }) => cells);
}

describe("CSV rows (decisions, section 6)", () => {
  it.each([",", ";", "\t", "|"])("finds the delimiter %j in the header", async (delimiter) => {
    const text = ["store_number", "store_name"].join(delimiter);
    expect(await read(`${text}\n1${delimiter}a, b; c\n`.replace("a, b; c", "abc"))).toEqual({
      header: ["store_number", "store_name"],
      records: [{ line: 2, cells: ["1", "abc"] }],
    });
  });

  it("does not count delimiters inside quoted names", () => {
    expect(findDelimiter('"a,b,c,d";e')).toBe(";");
    expect(findDelimiter("alone")).toBe(",");
  });

  it("takes the delimiter that a line sep= names, and does not take that line for the header", async () => {
    expect(await read("sep=|\na|b\n1,5|2\n")).toEqual({
      header: ["a", "b"],
      records: [{ line: 3, cells: ["1,5", "2"] }],
    });
  });

  it("keeps quotes, delimiters and line ends inside quoted cells, and counts lines on over them", async () => {
    const { records } = await read('a,b\n"x ""y"", z","1\r\n2"\nlast,3\n');
    expect(records).toEqual([
      { line: 2, cells: ['x "y", z', "1\r\n2"] },
      { line: 4, cells: ["last", "3"] },
    ]);
  });

  it("passes over empty lines and keeps the numbers of the others", async () => {
    const { records } = await read("\n\na,b\n\n1,2\r\n\r\n3,4");
    expect(records).toEqual([
      { line: 5, cells: ["1", "2"] },
      { line: 7, cells: ["3", "4"] },
    ]);
  });

  it("hands on rows with too few and too many cells as they are", async () => {
    expect(rowsOf((await read("a,b\n1\n1,2,3\n,\n")).records)).toEqual([["1"], ["1", "2", "3"], ["", ""]]);
  });

  it("keeps spaces and leading zeros in cells, and trims names", async () => {
    expect(await read(" a , b\n 007 ,0\n")).toEqual({
      header: ["a", "b"],
      records: [{ line: 2, cells: [" 007 ", "0"] }],
    });
  });

  it.each(["\n", "\r\n", "\r"])("reads lines that end with %j, the last one without", async (end) => {
    expect(rowsOf((await read(["a,b", "1,2", "3,4"].join(end))).records)).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  it("answers no rows for a file that is a header only", async () => {
    expect(await read("a,b\n")).toEqual({ header: ["a", "b"], records: [] });
    expect(await read("a,b")).toEqual({ header: ["a", "b"], records: [] });
  });

  it.each([
    ["", /empty/],
    ["\n\n \n", /empty/],
    ['[{"store_number":"1"}]', /looks like JSON: send it with file_format JSON/],
    ["<html><body>Sign in</body></html>", /looks like an HTML page/],
    ["<stores><store/></stores>", /looks like XML/],
    ['a,b\n1,2\n3,"never closed\n4,5\n', /begins in line 3 is not closed/],
  ])("refuses %j with a reason", async (text, reason) => {
    const error = await read(text).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(String(error)).toMatch(reason);
  });

  it("gives up a row that does not end, instead of keeping the file in memory", () => {
    const splitter = new CsvSplitter(",");
    splitter.add('1,"');
    const piece = "x".repeat(1_000_000);
    expect(() => {
      for (let i = 0; i * piece.length <= ROW_LENGTH_MAX; i += 1) splitter.add(piece);
    }).toThrow(/line 1 is longer than .* not closed/);
  });

  it("reads a header of 10,000 columns", async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `c${i}`);
    const { header, records } = await read(`${names}\n${names}\n`);
    expect(header).toEqual(names);
    expect(rowsOf(records)).toEqual([names]);
  });
});

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ", "é", "\t", "|", "𝄞"), maxLength: 8 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

describe("the CSV splitter against an independent one", () => {
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 12 });

  it("reads back any rows in any cutting, whatever the delimiter and the line end", () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n", "\r"),
        places,
        (written, delimiter, end, cuts) => {
          const text = written
            .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter) + end)
            .join("");
          const splitter = new CsvSplitter(delimiter);
          const records = [...cutAt(text, cuts).flatMap((piece) => splitter.add(piece)), ...splitter.finish()];
          expect(rowsOf(records)).toEqual(written);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("quotes only where it must, and still agrees with Papa Parse", () => {
    fc.assert(
      fc.property(rows, places, (written, cuts) => {
        const text = Papa.unparse(written, { newline: "\n" });
        const expected = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" }).data.filter(
          (cells) => cells.length > 1 || cells[0] !== "",
        );
        const splitter = new CsvSplitter(",");
        const records = [...cutAt(text, cuts).flatMap((piece) => splitter.add(piece)), ...splitter.finish()];
        expect(rowsOf(records).filter((cells) => cells.length > 1 || cells[0] !== "")).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("does not care where the text is cut, however broken it is", () => {
    const noise = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " "), maxLength: 40 });
    fc.assert(
      fc.property(noise, places, (text, cuts) => {
        expect(outcomeOf(cutAt(text, cuts))).toEqual(outcomeOf([text]));
      }),
      { numRuns: 2_000 },
    );
  });

  function outcomeOf(pieces: string[]): unknown {
    const splitter = new CsvSplitter(",");
    try {
      return [...pieces.flatMap((piece) => splitter.add(piece)), ...splitter.finish()];
    } catch (error) {
      return String(error);
    }
  }
});
