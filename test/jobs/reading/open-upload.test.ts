import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileFormat } from "../../../src/jobs/job.ts";
import { openUpload } from "../../../src/jobs/reading/open-upload.ts";
import { UnreadableFile } from "../../../src/jobs/unreadable-file.ts";
import { MIB } from "../../../src/lib/units.ts";
import { collect } from "./pieces.ts";

const CSV = Buffer.from("store_number,store_name\n1,One\n");
const BYTES_MAX = 2 * MIB;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "shelfwire-open-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array, format: FileFormat): Promise<Buffer> {
  const path = join(folder, "upload");
  writeFileSync(path, bytes);
  const upload = await openUpload(path, bytes.length, format, BYTES_MAX);
  const content = Buffer.concat(await collect(upload.bytes));
  expect(upload.fractionRead()).toBe(1);
  return content;
}

async function reasonOf(bytes: Uint8Array, format: FileFormat): Promise<string> {
  const error = await read(bytes, format).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnreadableFile);
  return error instanceof Error ? error.message : "";
}

describe("a ZIP holds one data file (decisions, section 6)", () => {
  it("is read, whatever the file in it is called", async () => {
    expect(await read(zipSync({ "any name": CSV }), "CSV_ZIP")).toEqual(CSV);
    expect(await read(zipSync({ "folder/stores.csv": CSV }), "JSON_ZIP")).toEqual(CSV);
  });

  it("is read where the file is stored without compression", async () => {
    expect(await read(zipSync({ "stores.csv": CSV }, { level: 0 }), "CSV_ZIP")).toEqual(CSV);
  });

  it("does not count folders, hidden files and what operating systems add", async () => {
    const zip = zipSync({
      "stores/": new Uint8Array(),
      "__MACOSX/stores/._stores.csv": Buffer.from("x"),
      "stores/.DS_Store": Buffer.from("x"),
      "Thumbs.db": Buffer.from("x"),
      "stores/stores.csv": CSV,
    });
    expect(await read(zip, "CSV_ZIP")).toEqual(CSV);
  });

  it.each([
    ["no file", zipSync({ "folder/": new Uint8Array() }), /holds no file/],
    ["two files", zipSync({ "a.csv": CSV, "b.csv": CSV }), /holds 2 files \(“a.csv”, “b.csv”\); exactly one/],
    ["an archive", zipSync({ "stores.zip": zipSync({ "stores.csv": CSV }) }), /holds another archive/],
    ["a gzip file", zipSync({ "stores.csv.gz": gzipSync(CSV) }), /holds another archive/],
    ["a bomb", zipSync({ "stores.csv": new Uint8Array(BYTES_MAX + 1) }), /limit/],
    [
      "its beginning only",
      zipSync({ "stores.csv": Buffer.alloc(9_000, "a,b\n") }).subarray(0, 60),
      /damaged or cut off/,
    ],
    ["nothing at all", zipSync({}), /holds no file/],
  ])("refuses one that holds %s", async (_, zip, reason) => {
    expect(await reasonOf(zip, "CSV_ZIP")).toMatch(reason);
  });

  it("refuses more than the limit also where the archive lies about its size", async () => {
    const zip = Buffer.from(zipSync({ "stores.csv": Buffer.alloc(BYTES_MAX + 1, "a,b\n") }));
    const directory = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    zip.writeUInt32LE(100, directory + 24);
    expect(await reasonOf(zip, "CSV_ZIP")).toMatch(/damaged|limit/);
  });

  it("refuses an encrypted file by name", async () => {
    const zip = Buffer.from(zipSync({ "stores.csv": CSV }));
    const directory = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    zip.writeUInt16LE(zip.readUInt16LE(6) | 1, 6);
    zip.writeUInt16LE(zip.readUInt16LE(directory + 8) | 1, directory + 8);
    expect(await reasonOf(zip, "CSV_ZIP")).toMatch(/“stores.csv”.*encrypted/);
  });

  it("refuses content that does not match its checksum", async () => {
    const zip = Buffer.from(zipSync({ "stores.csv": CSV }, { level: 0 }));
    const place = zip.indexOf("One");
    zip[place] = 0x6f;
    expect(await reasonOf(zip, "CSV_ZIP")).toMatch(/checksum of “stores.csv”/);
  });

  it("either reads a damaged archive as it was or refuses it, and never fails in another way", async () => {
    const whole = zipSync({ "stores.csv": Buffer.from(CSV.toString().repeat(20)) });
    const damage = fc.array(fc.record({ at: fc.nat({ max: whole.length - 1 }), to: fc.nat({ max: 255 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat({ max: whole.length }), async (changes, cut) => {
        const zip = Buffer.from(whole);
        for (const { at, to } of changes) zip[at] = to;
        const outcome = await read(cut % 3 === 0 ? zip.subarray(0, cut) : zip, "CSV_ZIP").catch(
          (error: unknown) => error,
        );
        if (!(outcome instanceof UnreadableFile)) expect(String(outcome)).toBe(CSV.toString().repeat(20));
      }),
      { numRuns: 400 },
    );
  });
});

describe("gzip is accepted as well (decisions, section 6)", () => {
  it.each(["CSV", "CSV_ZIP", "JSON", "JSON_ZIP"] as const)("as %s", async (format) => {
    expect(await read(gzipSync(CSV), format)).toEqual(CSV);
  });

  it.each([
    ["cut off", gzipSync(Buffer.alloc(90_000, "a,b\n")).subarray(0, 80), /damaged or cut off/],
    ["a bomb", gzipSync(new Uint8Array(BYTES_MAX + 1)), /inflates to more than/],
    ["around another archive", gzipSync(zipSync({ "stores.csv": CSV })), /holds another archive/],
  ])("but not %s", async (_, bytes, reason) => {
    expect(await reasonOf(bytes, "CSV")).toMatch(reason);
  });
});

describe("another file than file_format says (decisions, section 5)", () => {
  const xlsx = zipSync({ "[Content_Types].xml": Buffer.from("<x/>"), "xl/workbook.xml": Buffer.from("<x/>") });

  it.each([
    ["a ZIP archive as CSV", zipSync({ "stores.csv": CSV }), "CSV", /is a ZIP archive.*file_format CSV_ZIP/],
    ["a ZIP archive as JSON", zipSync({ "stores.json": CSV }), "JSON", /is a ZIP archive.*file_format JSON_ZIP/],
    ["CSV as CSV_ZIP", CSV, "CSV_ZIP", /not a ZIP archive.*looks like CSV.*file_format CSV\./],
    [
      "JSON as JSON_ZIP",
      Buffer.from('[{"a":1}]'),
      "JSON_ZIP",
      /not a ZIP archive.*looks like JSON.*file_format JSON\./,
    ],
    ["a workbook as CSV", xlsx, "CSV", /Excel workbook.*save it as “CSV UTF-8/],
    ["a workbook as CSV_ZIP", xlsx, "CSV_ZIP", /Excel workbook.*save it as “CSV UTF-8/],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "CSV", /Excel workbook/],
    ["a PDF document", Buffer.from("%PDF-1.7"), "JSON_ZIP", /looks like a PDF document/],
  ] as const)("%s", async (_, bytes, format, reason) => {
    expect(await reasonOf(bytes, format)).toMatch(reason);
  });

  it("reads a plain file as it is", async () => {
    expect(await read(CSV, "CSV")).toEqual(CSV);
    expect(await read(CSV, "JSON")).toEqual(CSV);
  });
});
