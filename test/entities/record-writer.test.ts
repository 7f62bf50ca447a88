import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CopyIn } from "../../src/entities/copy-in.ts";
import { CopyRows } from "../../src/entities/copy-rows.ts";
import type { AcceptedRow, RowCheckOptions } from "../../src/entities/row-check.ts";
import { STORE } from "../../src/entities/store.ts";
import { CsvScanner } from "../../src/jobs/reading/csv-scanner.ts";
import { FULL_STORE_ROW, LOOKUPS, rowCheck, STORE_ROW } from "./sample-rows.ts";

const good = { ...FULL_STORE_ROW, additional_attributes: JSON.stringify(FULL_STORE_ROW.additional_attributes) };

/** What a cell of any column may hold besides what is good in it. */
const ODD = [
  "",
  " ",
  "\t",
  "a\tb",
  "back\\slash",
  "\\N",
  "two\nlines",
  "\r\n",
  'say "hi"',
  '"',
  "naïve",
  "東京",
  "𝄞",
  "null\u0000",
  "x".repeat(45),
  "x".repeat(46),
  "x".repeat(101),
  "é".repeat(45),
  "𝄞".repeat(100),
  "x".repeat(300),
];
const NUMBERS = [
  "0",
  "-0",
  "-0.0",
  "007.5",
  "12.5000000",
  "12.1234565",
  "+5",
  ".5",
  "5.",
  "1e2",
  " 7 ",
  "90",
  "90.000001",
  "-90",
  "180",
  "0x10",
  "1,5",
  "NaN",
  "--1",
  "99999999999999999999",
];
const FLAGS = ["true", "TRUE", "1", "0", " no ", "yes", "ja"];
const MAILS = [
  "a@b.co",
  "a.b+c@d-e.example.com",
  ".a@b.co",
  "a..b@c.co",
  "a@b",
  "a@-b.co",
  "a@b-.co",
  "a@b.c",
  "a@b.c1",
  "a@b.1c",
  "ü@b.co",
  "a@bücher.de",
  "a@b..co",
  "a@b@c.co",
  "a b@c.co",
  "a@b.co.",
];
const OBJECTS = [
  "{}",
  "[]",
  '{"a":null}',
  '{"a":1}',
  '{"a":"\\u00e9\\n\\\\"}',
  '{"":"x"}',
  "{",
  '{"a":"b","a":"c"}',
  '{"a":"\ud834\udd1e"}',
];
const LOOKED_UP = ["West", "Hypermarket", "North End", "Atlantis", "Convenience"];

function cellOf(column: string): fc.Arbitrary<string> {
  const usual = String(good[column as keyof typeof good] ?? "");
  const own = /tude$/.test(column)
    ? NUMBERS
    : /^is_/.test(column)
      ? FLAGS
      : column === "manager_email"
        ? MAILS
        : column.startsWith("additional")
          ? OBJECTS
          : LOOKED_UP;
  return fc.oneof(
    { weight: 90, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  );
}

const cell = fc.record({
  quoted: fc.boolean(),
  behind: fc.oneof({ weight: 60, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constant("x") }),
});
const columns = fc.oneof(
  fc.constant(Object.keys(good)),
  fc.shuffledSubarray([...Object.keys(good), "colour"], { minLength: 1 }),
  fc.constant([...Object.keys(STORE_ROW), "additional_attributes.a", "Additional_Attributes.b", ""]),
);
const files = columns.chain((header) =>
  fc.record({
    header: fc.constant(header),
    rows: fc.array(
      fc.record({
        cells: fc.tuple(...header.map((column) => fc.tuple(cellOf(column), cell))),
        more: fc.constantFrom("", "", "", "", ",", ",,", ",x", ", "),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    policy: fc.constantFrom<RowCheckOptions["lookupPolicy"]>("strict", "open"),
    extraMandatory: fc.constantFrom([], ["additional_attributes"], ["latitude", "is_active", "manager_email"]),
  }),
);

describe("the quick way of good rows, against the row check", () => {
  it("writes what the row check accepts, as it would be written by way of its values, and leaves the rest to it", () => {
    let quick = 0;
    fc.assert(
      fc.property(files, ({ header, rows, policy, extraMandatory }) => {
        const options = { lookupPolicy: policy, extraMandatory };
        const compiled = rowCheck(options).forHeader(header);
        const judge = rowCheck(options).forHeader(header);
        if (!compiled.usable || !judge.usable || compiled.writeRecord === undefined) return;
        const scanner = new CsvScanner(",");
        scanner.add(Buffer.from(rows.map(({ cells, more }) => `${cells.map(written).join(",")}${more}\n`).join("")));
        while (scanner.next()) {
          const [ours, theirs] = [newRows(), newRows()];
          const outcome = judge.checkCells(scanner.cells());
          if (compiled.writeRecord(scanner, ours.rows)) {
            quick += 1;
            expect(outcome.accepted).toBe(true);
            theirs.rows.add(outcome as AcceptedRow);
            expect(fieldsOf(ours.text())).toEqual(fieldsOf(theirs.text()));
            expect(ours.rows.mayDelete).toBe(theirs.rows.mayDelete);
          } else expect([ours.text(), ours.rows.count]).toEqual(["", 0]);
        }
      }),
      { numRuns: 400 },
    );
    expect(quick).toBeGreaterThan(200);
  });

  it("takes plainly good rows, and writes numbers and flags in one form", () => {
    const rows = newRows();
    const header = rowCheck().forHeader(Object.keys(good));
    if (!header.usable) throw new Error(header.reason);
    const scanner = new CsvScanner(",");
    scanner.add(
      Buffer.from(
        `${Object.values(good)
          .map((value) => written([String(value), QUOTED]))
          .join(",")}\n`,
      ),
    );
    expect(scanner.next() && header.writeRecord?.(scanner, rows.rows)).toBe(true);
    expect(rows.text()).toContain("\t40.754932\t-73.984016\tf\tAda\t");
  });

  it("leaves a value to the row check that is known but longer than its field", () => {
    const long = "r".repeat(46);
    const lookups = new Map([...LOOKUPS, ["region_name", new Set([long])] as const]);
    const row = { ...STORE_ROW, region_name: long };
    const header = rowCheck({ lookups }).forHeader(Object.keys(row));
    if (!header.usable) throw new Error(header.reason);
    const scanner = new CsvScanner(",");
    scanner.add(Buffer.from(`${Object.values(row).join(",")}\n`));
    expect(scanner.next() && header.writeRecord?.(scanner, newRows().rows)).toBe(false);
  });
});

describe("rows for COPY", () => {
  const row = (key: string, presence = 1): AcceptedRow => ({
    accepted: true,
    key,
    presence,
    values: STORE.fields.map((field, i) => (i === 0 ? key : field.type === "attributes" ? {} : null)),
  });

  it.each([
    [["a", "b", "c"], true],
    [["a", "aa", "b"], true],
    [["a", "a"], false],
    [["b", "a"], false],
    [["aa", "a"], false],
    [["Z", "a", "é", "東", "𝄞"], true],
    [["", "a"], true],
  ])("tells whether the keys %j ascend", (keys, isAscending) => {
    const { rows } = newRows();
    for (const key of keys) rows.add(row(key));
    expect(rows.isAscending).toBe(isAscending);
  });

  it("numbers rows, and tells one mask from many", () => {
    const numbered = newRows();
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) numbered.rows.add(row(`k${number}`, 1_048_575));
    expect(
      numbered
        .text()
        .split("\n")
        .map((line) => line.split("\t").slice(0, 3).join())
        .slice(8, 11),
    ).toEqual(["9,1048575,k9", "10,1048575,k10", "11,1048575,k11"]);
    expect(numbered.rows.presence).toBe(1_048_575);
    numbered.rows.add(row("z", 3));
    expect(numbered.rows.presence).toBe("mixed");
  });
});

const QUOTED = { quoted: true, behind: "" };

/** As a CSV file has it; plain where that says the same. */
function written([text, { quoted, behind }]: [string, { quoted: boolean; behind: string }]): string {
  if (!quoted && !/[",\r\n]/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"${behind}`;
}

/** Rows that are sent nowhere. */
function newRows() {
  const sent: Uint8Array[] = [];
  const copy = Object.create(CopyIn.prototype, {
    write: { value: async (piece: Uint8Array) => sent.push(Uint8Array.from(piece)) },
    end: { value: async () => {} },
  });
  const rows = new CopyRows(copy, STORE, "numbered");
  return {
    rows,
    text: () => {
      void rows.finish();
      return Buffer.concat(sent).toString("utf8");
    },
  };
}

function fieldsOf(line: string): unknown[] {
  const numbers = new Set(STORE.fields.flatMap(({ type }, i) => (type === "number" ? [i + 2] : [])));
  return line.split("\t").map((field, i) => (numbers.has(i) && field !== "\\N" ? Number(field) : field));
}
