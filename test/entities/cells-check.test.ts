import { describe, expect, it } from "vitest";
import { checkCells, messagesOf, rowCheck, STORE_ROW, valuesOf } from "./sample-rows.ts";

describe("decisions, section 6: CSV headers", () => {
  const reading = (header: string[]) => rowCheck().forHeader(header);

  it("trims names and matches them in any letter case", () => {
    const header = rowCheck().forHeader(Object.keys(STORE_ROW).map((name) => `  ${name.toUpperCase()} `));
    if (!header.usable) throw new Error(header.reason);
    expect(valuesOf(header.checkCells(Object.values(STORE_ROW)))).toMatchObject(STORE_ROW);
  });

  it("names unknown columns as they are written, and none for columns without a name", () => {
    expect(reading(["store_number", " Colour ", "", "last_update_time"])).toMatchObject({
      usable: true,
      unknownColumns: ["Colour", "last_update_time"],
    });
  });

  it.each([
    [["a", "b"], /no column of the entity store \(such as store_number\); it starts with: a, b$/],
    [["store_number", "STORE_NUMBER "], /names the column store_number twice/],
    [["store_number", "additional_attributes.a", "Additional_Attributes.a"], /additional_attributes\.a twice/],
    [["store_number", "additional_attributes", "additional_attributes.a"], /use one form/],
  ])("finds the header %j unusable and says why", (header, reason) => {
    expect(reading(header)).toEqual({ usable: false, reason: expect.stringMatching(reason) });
  });

  it("keeps two attributes apart whose names differ in case only", () => {
    const row = { ...STORE_ROW, "additional_attributes.a": "1", "additional_attributes.A": "2" };
    expect(valuesOf(checkCells(row)).additional_attributes).toEqual({ a: "1", A: "2" });
  });
});

describe("decisions, section 6: CSV cells", () => {
  it("keeps leading zeros and spaces inside and around texts", () => {
    const row = { ...STORE_ROW, store_number: " 00 42 ", city: " New  York" };
    expect(valuesOf(checkCells(row))).toMatchObject({ store_number: " 00 42 ", city: " New  York" });
  });

  it("takes nothing but the empty cell for empty: spaces are text, which comes back, and no number or flag", () => {
    const row = { ...STORE_ROW, store_number: " ", city: "  ", manager_name: "\t", "additional_attributes.a": " " };
    const { store_number, city, manager_name } = row;
    const values = { store_number, city, manager_name, additional_attributes: { a: " " } };
    expect(valuesOf(checkCells(row))).toMatchObject(values);
    expect(messagesOf(checkCells({ ...STORE_ROW, latitude: " ", is_active: "\t" }))).toEqual([
      "Invalid variable types:latitude-expected type: Number,is_active-expected type: Boolean",
    ]);
  });

  it.each([
    ["true", true],
    ["TRUE", true],
    ["1", true],
    ["Yes", true],
    [" no ", false],
    ["0", false],
    ["False", false],
  ])("reads the flag %j as %s", (text, flag) => {
    expect(valuesOf(checkCells({ ...STORE_ROW, is_active: text })).is_active).toBe(flag);
  });

  it.each([["maybe"], ["2"], ["on"], ["t"], ["-"]])("refuses the flag %j", (text) => {
    expect(messagesOf(checkCells({ ...STORE_ROW, is_active: text }))).toEqual([
      "Invalid variable type:is_active-expected type: Boolean",
    ]);
  });

  it.each([
    ["12.5", 12.5],
    [" -7 ", -7],
    ["+.5", 0.5],
    ["5.", 5],
    ["1e1", 10],
    ["-0", 0],
  ])("reads the number %j as %d", (text, number) => {
    expect(valuesOf(checkCells({ ...STORE_ROW, latitude: text })).latitude).toBe(number);
  });

  it.each([["abc"], ["0x10"], ["1,5"], ["NaN"], ["Infinity"], ["1 2"], ["."], ["١"], ["--1"]])(
    "refuses the number %j",
    (text) => {
      expect(messagesOf(checkCells({ ...STORE_ROW, latitude: text }))).toEqual([
        "Invalid variable type:latitude-expected type: Number",
      ]);
    },
  );

  it("reads attributes from one cell with JSON, or from columns of their own without the empty ones", () => {
    const one = checkCells({ ...STORE_ROW, additional_attributes: '{"size": "L", "note": null}' });
    expect(valuesOf(one).additional_attributes).toEqual({ size: "L", note: null });
    const own = checkCells({ ...STORE_ROW, "additional_attributes.Size": "L", "additional_attributes.b": "" });
    expect(valuesOf(own).additional_attributes).toEqual({ Size: "L" });
    const none = checkCells({ ...STORE_ROW, "additional_attributes.b": "" });
    expect(valuesOf(none).additional_attributes).toEqual({});
  });

  it("keeps an attribute of any name as a pair like the others", () => {
    const row = checkCells({
      ...STORE_ROW,
      "additional_attributes.__proto__": "x",
      "additional_attributes.toString": "y",
    });
    const attributes = valuesOf(row).additional_attributes;
    expect(JSON.stringify(attributes)).toBe('{"__proto__":"x","toString":"y"}');
  });

  it.each([["{"], ["[1]"], ["3"], ["null"], ['"text"']])("refuses %j as attributes", (text) => {
    expect(messagesOf(checkCells({ ...STORE_ROW, additional_attributes: text }))).toEqual([
      "Invalid variable type:additional_attributes-expected type: Object",
    ]);
  });

  it("rejects a row with too many or too few cells and says so, but bears blank ones at the end", () => {
    const header = rowCheck().forHeader(Object.keys(STORE_ROW));
    if (!header.usable) throw new Error(header.reason);
    const cells = Object.values(STORE_ROW);
    expect(header.checkCells([...cells, "", " "])).toMatchObject({ accepted: true });
    expect(header.checkCells([...cells, "more"])).toMatchObject({ accepted: false, key: "0042" });
    expect(messagesOf(header.checkCells([...cells, "more"]))).toEqual([
      "Incorrect number of cells: 7, the header has 6",
    ]);
    expect(messagesOf(header.checkCells(cells.slice(1)))).toEqual(["Incorrect number of cells: 5, the header has 6"]);
  });

  it("rejects every row of a file without a mandatory column", () => {
    expect(messagesOf(checkCells({ store_number: "1", colour: "red" }))).toEqual([
      "Missing mandatory fields:store_name,store_type_name,region_name,street,city",
    ]);
  });
});
