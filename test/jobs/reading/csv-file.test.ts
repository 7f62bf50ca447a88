import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { ROW_LENGTH_MAX } from "../../../src/config/limits.ts";
import { findDelimiter, openCsv, recordsOf } from "../../../src/jobs/reading/csv-file.ts";
import { CsvScanner } from "../../../src/jobs/reading/csv-scanner.ts";
import { UnreadableFile } from "../../../src/jobs/unreadable-file.ts";
import { asyncOf, collect, cutAt, places } from "./pieces.ts";

async function read(...pieces: string[]) {
  const file = await openCsv(asyncOf(pieces.map((piece) => Buffer.from(piece))));
  return { header: file.header, records: (await collect(recordsOf(file))).flat() };
}

/** What the scanner finds in these pieces. */
function scan(delimiter: string, pieces: readonly Buffer[]) {
  const scanner = new CsvScanner(delimiter);
  const records: { line: number; cells: string[]; isTooLong: boolean }[] = [];
  const take = () => {
    while (scanner.next()) {
      const { line, isTooLong } = scanner;
      records.push({ line, cells: scanner.cells(), isTooLong });
    }
  };
  for (const piece of pieces) {
    scanner.add(piece);
    take();
  }
  scanner.finish();
  take();
  return records;
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

  it("passes over a row that is too long without keeping it, and reads on behind it", () => {
    const piece = Buffer.from(`${"x".repeat(500_000)}"\r\n${"y".repeat(500_000)}`);
    const pieces = Array.from({ length: Math.ceil((3 * ROW_LENGTH_MAX) / piece.length) }, () => piece);
    for (const cut of [[], [1_000_001, 1_000_002]]) {
      const end = cutAt(Buffer.from('last""",2\r\nafter,3\r\n'), cut);
      const [long, after, ...more] = scan(",", [Buffer.from('a,b\r\n"k",1,"'), ...quoted(pieces), ...end]).slice(1);
      expect(long).toEqual({ line: 2, cells: ["k", "1"], isTooLong: true });
      expect(after).toEqual({ line: 3 + pieces.length, cells: ["after", "3"], isTooLong: false });
      expect(more).toEqual([]);
    }
  });

  /** With each quote doubled. */
  function quoted(pieces: Buffer[]): Buffer[] {
    return pieces.map((piece) => Buffer.from(piece.toString().replaceAll('"', '""')));
  }

  it("does not keep a quoted cell that is never closed, and says where it began", () => {
    const pieces = [Buffer.from('a\n1,"'), ...Array.from({ length: 12 }, () => Buffer.alloc(1_000_000, "x"))];
    expect(() => scan(",", pieces)).toThrow(/line 2 is not closed/);
  });

  it("refuses a header that is too long", async () => {
    const names = Array.from({ length: 2_000_000 }, (_, i) => `c${i}`).join(",");
    const pieces = cutAt(names, [2_000_000, 4_000_000, 6_000_000, 8_000_000, 9_000_000]);
    await expect(read(...pieces)).rejects.toThrow(/header, in line 1, is longer than/);
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

describe("the CSV scanner against an independent one", () => {
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
          const records = scan(delimiter, cutAt(Buffer.from(text), cuts));
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
        const records = scan(",", cutAt(Buffer.from(text), cuts));
        expect(rowsOf(records).filter((cells) => cells.length > 1 || cells[0] !== "")).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("does not care where the text is cut, however broken it is", () => {
    const noise = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " "), maxLength: 40 });
    fc.assert(
      fc.property(noise, places, (text, cuts) => {
        expect(outcomeOf(cutAt(Buffer.from(text), cuts))).toEqual(outcomeOf([Buffer.from(text)]));
      }),
      { numRuns: 2_000 },
    );
  });

  function outcomeOf(pieces: Buffer[]): unknown {
    try {
      return scan(",", pieces);
    } catch (error) {
      return String(error);
    }
  }
});
