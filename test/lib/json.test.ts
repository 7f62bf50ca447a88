import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/lib/json.ts";

const NAMES = ["b\\", 'b"', '"', "\\", "\n", "é", "店", "/", "a", 'a"', "\uE000", "\uE000\uE000x", ',"\n', "\ud83c"];
const name = fc.constantFrom(...NAMES);
const objects = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("", "x", '{"\\n":1}', ',"\\n":', 1.5, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

describe("JSON from outside", () => {
  it("gives back every name, also those of one character that are written as escapes", () => {
    fc.assert(
      fc.property(objects, fc.constantFrom(0, 2), fc.boolean(), (value, space, isAscii) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJson(isAscii ? inAscii(text) : text)).toEqual(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it("takes the later one of two members of the same name", () => {
    expect(parseJson('{"\\n":1,"\\u000a":2}')).toEqual({ "\n": 2 });
  });

  it.each(['{"\\q":1}', '{"\\u12":1}', '{"\\n":1', "", '"\\'])("complains of %j as JSON.parse does", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

/** As scripts write it that escape all but ASCII. */
function inAscii(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
