import { describe, expect, it } from "vitest";
import { recordLines, tableLines } from "../../src/cli/table.ts";
import { cut, widthOf, wrap } from "../../src/cli/text-width.ts";

const plain = (width = Number.POSITIVE_INFINITY) => ({ width, paint: (_style: string, text: string) => text });

interface Row {
  id: string;
  text: string;
  amount: number;
}

const COLUMNS = [
  { title: "ID", value: (row: Row) => row.id },
  { title: "TEXT", value: (row: Row) => row.text, canShrink: true },
  { title: "AMOUNT", value: (row: Row) => row.amount, right: true, optional: true },
];

describe("tables for people", () => {
  it("are as wide as what is in them, numbers to the right, and uncut where there is no terminal", () => {
    const rows = [
      { id: "a", text: "x".repeat(200), amount: 5 },
      { id: "bbb", text: "", amount: 12_345 },
    ];
    expect(tableLines(COLUMNS, rows, plain())).toEqual([
      `ID   ${"TEXT".padEnd(200)}  AMOUNT`,
      `a    ${"x".repeat(200)}       5`,
      `bbb  ${"-".padEnd(200)}   12345`,
    ]);
  });

  it("stand straight whatever letters they hold", () => {
    const texts = ["Zürich", "東京都", "e\u0301clair", "👩‍👩‍👧 family", "ＡＢ", "مرحبا"];
    const lines = tableLines(
      COLUMNS,
      texts.map((text, amount) => ({ id: "1", text, amount })),
      plain(),
    );
    expect(new Set(lines.map(widthOf)).size).toBe(1);
  });

  it.each([80, 60, 40, 30])("fit into a terminal of %i columns", (width) => {
    const rows = [{ id: "0199c0de-7000", text: "東京都 ".repeat(40), amount: 1_000_000 }];
    for (const line of tableLines(COLUMNS, rows, plain(width))) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it("leave out what is optional first, and become records where even the rest has no room", () => {
    const rows = [{ id: "0199c0de-7000", text: "some long text", amount: 7 }];
    expect(tableLines(COLUMNS, rows, plain(26))).toEqual(["ID             TEXT", "0199c0de-7000  some long …"]);
    expect(tableLines(COLUMNS, [...rows, ...rows], plain(22))).toEqual([
      ...["ID      0199c0de-7000", "TEXT    some long text", "AMOUNT  7", ""],
      ...["ID      0199c0de-7000", "TEXT    some long text", "AMOUNT  7"],
    ]);
  });

  it("show control characters and signs that turn letters round as what they are not", () => {
    const [, line] = tableLines(COLUMNS, [{ id: "\u001b[31mred", text: "a\nb\u202ec", amount: 1 }], plain());
    expect(line).toBe("�[31mred  a�b�c       1");
  });
});

describe("records for people", () => {
  it("wrap long values under themselves, and put each URL of a list on its own line", () => {
    expect(recordLines({ name: "one two three four", empty: null }, plain(20))).toEqual([
      "name   one two three",
      "       four",
      "empty  -",
    ]);
    const urls = ["https://hooks.acme.example/first?key=1234", "https://hooks.acme.example/second?key=1234"];
    expect(recordLines({ url_list: urls }, plain())).toEqual([`url_list  ${urls[0]}`, `          ${urls[1]}`]);
  });
});

describe("texts", () => {
  it.each([
    ["short", 10, "short"],
    ["just right", 10, "just right"],
    ["one too long", 11, "one too lo…"],
    ["東京都港区", 6, "東京…"],
  ])("%s in %i columns", (text, width, expected) => {
    expect(cut(text, width)).toBe(expected);
  });

  it("break within a word that fits into no line, and never within a letter", () => {
    expect(wrap("a 東京都港区 b", 6)).toEqual(["a", "東京都", "港区 b"]);
    expect(wrap("", 6)).toEqual([""]);
  });
});
