import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, type EncodingChoice } from "../../../src/jobs/reading/decode.ts";
import { NotUtf8, UnreadableFile } from "../../../src/jobs/unreadable-file.ts";
import { asyncOf, collect, cutAt, places } from "./pieces.ts";

async function textOf(bytes: Buffer, choice: EncodingChoice = "found", cuts: number[] = []) {
  return Buffer.concat(await collect(decode(asyncOf(cutAt(bytes, cuts)), choice))).toString("utf8");
}

function utf16be(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]);
}

describe("encodings (decisions, section 6: CSV)", () => {
  const text = "naïve café, 東京 𝄞\n";

  it("reads UTF-8 with and without a byte order mark", async () => {
    expect(await textOf(Buffer.from(text))).toBe(text);
    expect(await textOf(Buffer.from(`\uFEFF${text}`))).toBe(text);
  });

  it("reads UTF-16 of both orders by its byte order mark", async () => {
    expect(await textOf(Buffer.from(`\uFEFF${text}`, "utf16le"))).toBe(text);
    expect(await textOf(utf16be(text))).toBe(text);
  });

  it("keeps a byte order mark that is not at the beginning", async () => {
    expect(await textOf(Buffer.from("a\uFEFFb"))).toBe("a\uFEFFb");
  });

  it("asks for another pass where the bytes are no UTF-8, and then reads Windows-1252", async () => {
    const bytes = Buffer.concat([Buffer.from("a".repeat(10_000)), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80])]);
    await expect(textOf(bytes)).rejects.toBeInstanceOf(NotUtf8);
    expect((await textOf(bytes, "windows-1252")).slice(-6)).toBe("café €");
  });

  it("asks for another pass where the last character is cut off", async () => {
    await expect(textOf(Buffer.from("caf\u00e9").subarray(0, 4))).rejects.toBeInstanceOf(NotUtf8);
  });

  it.each([
    ["%PDF-1.7 ...", /PDF/],
    ["\u0000\u0001\u0002\u0003 binary", /binary data/],
    ["\x89PNG\r\n", /PNG/],
  ])("refuses what is no text: %j", async (content, reason) => {
    const error = await textOf(Buffer.from(content, "latin1")).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(String(error)).toMatch(reason);
  });

  it("refuses UTF-16 without its mark by name", async () => {
    await expect(textOf(Buffer.from("store_number", "utf16le"))).rejects.toThrow(
      /UTF-16 text without a byte order mark/,
    );
  });

  it("refuses UTF-16 that breaks off inside a character", async () => {
    const bytes = Buffer.from("\uFEFFab", "utf16le").subarray(0, 5);
    await expect(textOf(bytes)).rejects.toThrow(/not UTF-16 throughout/);
  });

  it("gives nothing for no bytes", async () => {
    expect(await textOf(Buffer.alloc(0))).toBe("");
  });

  it("does not care where the bytes are cut", async () => {
    const texts = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((one) => !one.includes("\0") && !one.startsWith("\uFEFF"));
    await fc.assert(
      fc.asyncProperty(texts, places, async (written, cuts) => {
        // A beginning of its own: an arbitrary one may be the mark of some other kind of file.
        const whole = `store ${written}`;
        expect(await textOf(Buffer.from(whole), "found", cuts)).toBe(whole);
        expect(
          await textOf(
            Buffer.from(`\uFEFF${whole}`),
            "found",
            cuts.map((cut) => cut + 3),
          ),
        ).toBe(whole);
        expect(
          await textOf(
            utf16be(whole),
            "found",
            cuts.map((cut) => cut + 2),
          ),
        ).toBe(whole);
      }),
      { numRuns: 300 },
    );
  });
});
