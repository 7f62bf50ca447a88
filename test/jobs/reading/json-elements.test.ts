import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JSON_DEPTH_MAX } from "../../../src/config/limits.ts";
import { JsonSplitter } from "../../../src/jobs/reading/json-elements.ts";
import { UnreadableFile } from "../../../src/jobs/unreadable-file.ts";
import { cutAt, places } from "./pieces.ts";

function split(pieces: string[]) {
  const splitter = new JsonSplitter(["stores", "store"]);
  return [...pieces.flatMap((piece) => splitter.add(piece)), ...splitter.finish()];
}

function valuesOf(...pieces: string[]) {
  return split(pieces).map(({ value }) => value);
}

function reasonOf(text: string): string {
  try {
    split([text]);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableFile);
    return String(error);
  }
  throw new Error(`was read: ${text}`);
}

describe("JSON uploads (decisions, section 6)", () => {
  it("reads an array of objects, with the line of each", () => {
    expect(split(['[\n{"a":1},\n\n{"b":\n2}]\n'])).toEqual([
      { line: 2, text: '{"a":1}', value: { a: 1 } },
      { line: 4, text: '{"b":\n2}', value: { b: 2 } },
    ]);
  });

  it.each([
    ["the plural", '{"stores": [{"a":1},{"a":2}]}'],
    ["the singular", '{"store": [{"a":1},{"a":2}]}'],
    ["the list behind other members", '{"metadata": {"stores": [7]}, "page": 0, "stores": [{"a":1},{"a":2}]}'],
    ["the list before other members", '{"stores": [{"a":1},{"a":2}], "metadata": {"page": 0}, "x": "]}"}'],
  ])("reads the list of an object: %s", (_, text) => {
    expect(valuesOf(text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(valuesOf(...text)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it.each(['{"a":1}\n{"a":2}', '{"a":1}\r\n{"a":2}\r\n', '{"a":1} {"a":2}', '{"a":1}\n\n{"a":2}\n'])(
    "reads JSON lines: %j",
    (text) => {
      expect(valuesOf(text)).toEqual([{ a: 1 }, { a: 2 }]);
      expect(valuesOf(...text)).toEqual([{ a: 1 }, { a: 2 }]);
    },
  );

  it("takes one object for one row, and no rows for an empty array", () => {
    expect(valuesOf('{"store_number":"1"}')).toEqual([{ store_number: "1" }]);
    expect(valuesOf("[]")).toEqual([]);
    expect(valuesOf(' { "stores" : [ ] } ')).toEqual([]);
  });

  it("hands on elements that are no objects, for the row check to refuse", () => {
    expect(valuesOf('[1, "x", null, [2], true, {"a":{}}]')).toEqual([1, "x", null, [2], true, { a: {} }]);
  });

  it("keeps the text of each element as it was sent", () => {
    expect(split(['[{"n":12345678901234567890,"x":1.0}]'])[0]?.text).toBe('{"n":12345678901234567890,"x":1.0}');
  });

  it.each([
    ["", /empty/],
    ["  \n ", /empty/],
    ["store_number,store_name\n1,a\n", /looks like CSV: send it with file_format CSV/],
    ["<html>", /looks like an HTML page/],
    ["hello", /looks like plain text/],
    ['"text"', /not a JSON array of objects/],
    ['[{"a":1},\n{"a":}]', /row 2, which begins in line 2, is malformed/],
    ['[{"a":1}\n{"a":2}]', /line 2, behind row 1: found “\{”/],
    ['[{"a":1},]', /row 2/],
    ['[{"a":1}', /cut off.*line 1/],
    ['[{"a":1},{"b":"never closed', /cut off.*row 2, which begins in line 1/],
    ['{"stores":[{"a":1}]', /cut off.*object/],
    ["[1]\n]", /line 2.*end of the file/],
    ['{"a":1},{"a":2}', /found “,”/],
    ['{"stores":[{"a":1}] "x":1}', /“,” or “\}”/],
  ])("says what is wrong with %j and where", (text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
  });

  it(`marks a row of more than ${JSON_DEPTH_MAX} levels, and keeps its plain members only`, () => {
    const levels = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`;
    const splitter = new JsonSplitter(["stores"]);
    const text = `[{"a":"x","b":${levels(JSON_DEPTH_MAX)}},${levels(JSON_DEPTH_MAX)},${levels(JSON_DEPTH_MAX + 1)}]`;
    const elements = [...splitter.add(text), ...splitter.finish()];
    expect(elements.map(({ value, isTooDeep }) => ({ value, isTooDeep }))).toEqual([
      { value: { a: "x" }, isTooDeep: true },
      { value: JSON.parse(levels(JSON_DEPTH_MAX)) },
      { value: [], isTooDeep: true },
    ]);
  });

  it.each([
    ['{"id":7,"a\\"]}":"x",\n"text":"', '\\"}]"}', { id: 7, 'a"]}': "x" }],
    ['{"list":[', "0]}", {}],
    ['"', '"', {}],
    ["[[", "0]]", {}],
  ])("passes over an element that is too long, %j, and reads on behind it", (begin, end, members) => {
    const splitter = new JsonSplitter(["stores"]);
    const piece = begin.endsWith('"') ? "x".repeat(1_000_000) : "0,".repeat(500_000);
    const pieces = [`[1,${begin}`, ...Array.from({ length: 10 }, () => piece), end, ",\n2]"];
    const elements = [...pieces.flatMap((text) => splitter.add(text)), ...splitter.finish()];
    const feeds = begin.split("\n").length - 1;
    expect(elements).toEqual([
      { line: 1, text: "1", value: 1 },
      { line: 1, text: JSON.stringify(members), value: members, isTooLong: true },
      { line: 2 + feeds, text: "2", value: 2 },
    ]);
  });

  it("does not keep an element that never ends", () => {
    const splitter = new JsonSplitter(["stores"]);
    splitter.add('[{"a":"');
    for (let i = 0; i < 12; i += 1) expect(splitter.add("x".repeat(1_000_000))).toEqual([]);
    expect(() => splitter.finish()).toThrow(/cut off/);
  });

  it.each(['{"stores":[{"a":1}],"stores":[{"a":2}]}', '{"stores":[],"x":1,"store":[]}'])(
    "refuses a second list: %s",
    (text) => {
      const splitter = new JsonSplitter(["stores", "store"]);
      expect(() => [...splitter.add(text), ...splitter.finish()]).toThrow(/second list, in line 1: .*“stores”/);
    },
  );
});

describe("the JSON splitter against JSON.parse", () => {
  const elements = fc.array(
    fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), fc.jsonValue({ maxDepth: 3 })),
    { maxLength: 6 },
  );

  it("reads any array, however it is laid out and cut", () => {
    fc.assert(
      fc.property(elements, fc.constantFrom(undefined, 1, "\t", 4), places, (written, indent, cuts) => {
        const text = JSON.stringify(written, null, indent);
        expect(valuesOf(...cutAt(text, cuts))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("reads any objects as lines, however they are cut", () => {
    const objects = fc.array(fc.dictionary(fc.constantFrom("a", "b", '"', "ab"), fc.jsonValue()), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(objects, places, (written, cuts) => {
        const text = written.map((object) => JSON.stringify(object)).join("\n");
        expect(valuesOf(...cutAt(text, cuts))).toEqual(written.map((object) => JSON.parse(JSON.stringify(object))));
      }),
      { numRuns: 500 },
    );
  });

  it("accepts and refuses what JSON.parse accepts and refuses, when single characters are changed", () => {
    const change = fc.record({
      at: fc.nat(),
      drop: fc.nat({ max: 2 }),
      insert: fc.constantFrom(
        "",
        ",",
        "[",
        "]",
        "{",
        "}",
        '"',
        ":",
        "\\",
        "0",
        "-",
        " ",
        "\n",
        "e",
        "tru",
        "null",
        "\u0000",
      ),
    });
    fc.assert(
      fc.property(elements, fc.array(change, { minLength: 1, maxLength: 3 }), places, (written, changes, cuts) => {
        let text = JSON.stringify(written);
        for (const { at, drop, insert } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + insert + text.slice(place + drop);
        }
        // Other beginnings are other forms of upload.
        fc.pre(text.trimStart().startsWith("["));
        expect(outcomeOf(() => valuesOf(...cutAt(text, cuts)))).toEqual(outcomeOf(() => JSON.parse(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  function outcomeOf(read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof UnreadableFile) return "refused";
      throw error;
    }
  }
});
