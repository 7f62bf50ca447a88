import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RowFailure } from "../../../src/entities/row-failures.ts";
import { STORE } from "../../../src/entities/store.ts";
import { type FileStore, LocalFileStore } from "../../../src/files/file-store.ts";
import { parseExact, stringifyExact } from "../../../src/jobs/exact-json.ts";
import { type Rejection, RejectionsWriter } from "../../../src/jobs/rejections.ts";
import { readRejectionPage, writeErrorsJson, writeErrorsXlsx } from "../../../src/jobs/results/error-files.ts";
import { collect } from "../reading/pieces.ts";
import { readWorkbook } from "./read-workbook.ts";

const FIELDS = STORE.fields.map(({ name }) => name);
const KEY = "1/job/rejections-token.ndjson";

let folder: string;
let files: LocalFileStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shelfwire-errors-"));
  files = new LocalFileStore(folder);
  await files.open(Date.now(), 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const missing: RowFailure = {
  code: "missing_mandatory",
  fields: ["store_name", "city"],
  message: "Missing mandatory fields:store_name,city",
  values: [null, null],
};
const unknown: RowFailure = {
  code: "unknown_lookup",
  fields: ["store_type_name"],
  message: "Unknown store_type_name 'Kiosk'",
  values: ["Kiosk"],
};
const ragged: RowFailure = {
  code: "wrong_cell_count",
  fields: [],
  message: "Incorrect number of cells: 4, the header has 3",
  values: [],
};

async function write(rejections: Rejection[], columns: string[] | null): Promise<void> {
  const writer = new RejectionsWriter(files, KEY, { key: "store_number", columns });
  await writer.add(rejections);
  await writer.finish();
}

async function jsonText(): Promise<string> {
  return (await collect(writeErrorsJson(files, KEY))).join("");
}

async function sheets() {
  return readWorkbook(Buffer.concat(await collect(writeErrorsXlsx(files, KEY, FIELDS))));
}

describe("the error file in JSON form (interface, Entity error file)", () => {
  it("is an empty array where nothing was rejected", async () => {
    await write([], null);
    expect(JSON.parse(await jsonText())).toEqual([]);
  });

  it("has one object for each row, in the order of the input, with its key and messages only", async () => {
    await write(
      [
        { row: 2, line: 3, key: "007", failures: [missing, unknown], cells: ["007", "", "Kiosk"] },
        { row: 5, line: 6, key: null, failures: [ragged], cells: [] },
      ],
      ["store_number", "store_name", "store_type_name"],
    );
    expect(JSON.parse(await jsonText())).toEqual([
      { store_number: "007", errors: [missing.message, unknown.message] },
      { store_number: null, errors: [ragged.message] },
    ]);
  });

  it.each(["12345678901234567890", "1.0", "1e3", "-0", "7", "true", '["a"]', '{"deep":1.50}'])(
    "shows the key %s as it was sent",
    async (text) => {
      await write(
        [{ row: 1, line: 1, key: parseExact(text), failures: [missing], text: `{"store_number":${text}}` }],
        null,
      );
      expect(await jsonText()).toContain(`{"store_number":${text},"errors":`);
    },
  );

  it("keeps any order of thousands of rows", async () => {
    const rejections = Array.from({ length: 5_000 }, (_, i) => ({
      row: i + 1,
      line: i + 2,
      key: `S${i}`,
      failures: [missing],
      cells: [`S${i}`],
    }));
    await write(rejections, ["store_number"]);
    const errors: { store_number: string }[] = JSON.parse(await jsonText());
    expect(errors.map(({ store_number }) => store_number)).toEqual(rejections.map(({ key }) => key));
  });
});

describe("the error file in spreadsheet form", () => {
  it("has the messages, the rows to fix as they were sent, and a summary", async () => {
    await write(
      [
        { row: 1, line: 2, key: "007", failures: [missing, unknown], cells: ["007", "=1+1", "Kiosk"] },
        { row: 3, line: 4, key: "8", failures: [unknown], cells: ["8", "x", "Kiosk"] },
        { row: 4, line: 5, key: "9", failures: [ragged], cells: ["9", "x", "y", "too much"] },
      ],
      ["store_number", "Note", "store_type_name"],
    );
    const [errors, rowsToFix, summary] = await sheets();
    expect([errors?.name, rowsToFix?.name, summary?.name]).toEqual(["Errors", "Rows to fix", "Summary"]);
    expect(errors?.rows).toEqual([
      ["row", "store_number", "errors"],
      [1, "007", `${missing.message}\n${unknown.message}`],
      [3, "8", unknown.message],
      [4, "9", ragged.message],
    ]);
    expect(rowsToFix?.rows).toEqual([
      ["store_number", "Note", "store_type_name", "errors"],
      ["007", "=1+1", "Kiosk", `${missing.message}\n${unknown.message}`],
      ["8", "x", "Kiosk", unknown.message],
      ["9", "x", "y", ragged.message, "too much"],
    ]);
    expect(summary?.rows).toEqual([
      ["kind", "field", "count"],
      ["Unknown lookup value", "store_type_name", 2],
      ["Missing mandatory field", "store_name", 1],
      ["Missing mandatory field", "city", 1],
      ["Wrong number of cells", "", 1],
    ]);
  });

  it("lays elements of a JSON upload out in the columns of the entity, as cells of a CSV file", async () => {
    const text =
      '{"store_number":12345678901234567890,"latitude":1.50,"is_active":false,"additional_attributes":{"a":"1"},"city":null}';
    await write([{ row: 1, line: 1, key: parseExact("12345678901234567890"), failures: [missing], text }], null);
    const [, rowsToFix] = await sheets();
    const [header = [], row = []] = rowsToFix?.rows ?? [];
    expect(header).toEqual([...FIELDS, "errors"]);
    const cells = Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""]));
    expect(cells).toMatchObject({
      store_number: "12345678901234567890",
      latitude: "1.50",
      is_active: "false",
      additional_attributes: '{"a":"1"}',
      city: "",
      errors: missing.message,
    });
  });

  it("has its three sheets where nothing was rejected", async () => {
    await write([], ["store_number"]);
    expect((await sheets()).map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
  });
});

describe("rejections page by page", () => {
  it("has one item for each message and field, of the rows of the page only", async () => {
    await write(
      [
        { row: 1, line: 2, key: "a", failures: [unknown], cells: ["a"] },
        { row: 4, line: 5, key: "b", failures: [missing, unknown], cells: ["b"] },
        { row: 6, line: 7, key: "c", failures: [ragged], cells: ["c"] },
      ],
      ["store_number"],
    );
    const { items, total } = await readRejectionPage(files, KEY, { offset: 1, limit: 1 });
    expect(total).toBe(3);
    const place = { row: 4, line: 5, key: "b" };
    expect(items).toEqual([
      { ...place, field: "store_name", code: "missing_mandatory", message: missing.message, value: null },
      { ...place, field: "city", code: "missing_mandatory", message: missing.message, value: null },
      { ...place, field: "store_type_name", code: "unknown_lookup", message: unknown.message, value: "Kiosk" },
    ]);
    const last = await readRejectionPage(files, KEY, { offset: 2, limit: 10 });
    expect(last.items).toEqual([
      { row: 6, line: 7, key: "c", field: null, code: ragged.code, message: ragged.message, value: null },
    ]);
    expect((await readRejectionPage(files, KEY, { offset: 3, limit: 10 })).items).toEqual([]);
  });
});

describe("the file of rejections is closed", () => {
  const opened: Readable[] = [];
  const watched: FileStore = new Proxy(new LocalFileStore(""), {
    get: (_, name: keyof FileStore) => (name === "read" ? readWatched : files[name].bind(files)),
  });

  async function readWatched(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const stream = await files.read(key, range);
    opened.push(stream);
    return stream;
  }

  it.each([
    ["a page in the middle", () => readRejectionPage(watched, KEY, { offset: 10, limit: 5 })],
    ["a workbook whose reader leaves", () => firstOf(writeErrorsXlsx(watched, KEY, FIELDS))],
    ["JSON whose reader leaves in the middle", () => firstOf(writeErrorsJson(watched, KEY))],
  ])("after %s", async (_, read) => {
    const rejections = Array.from({ length: 20_000 }, (_, i) => ({
      row: i,
      line: i,
      key: "a",
      failures: [unknown],
      cells: [],
    }));
    await write(rejections, []);
    opened.length = 0;
    await read();
    await Promise.all(opened.map(closed));
    expect(opened.every((stream) => stream.destroyed)).toBe(true);
  });

  async function closed(stream: Readable): Promise<void> {
    if (!stream.closed) await new Promise((resolve) => stream.once("close", resolve));
  }

  async function firstOf(chunks: AsyncIterable<unknown>): Promise<void> {
    for await (const _ of chunks) return;
  }
});

describe("numbers keep the text with which they were sent", () => {
  it.each(["[1.0,1e3,12345678901234567890,-0,0.1,1E+2]", '{"a":{"b":[2.50]}}', '"1.0"', "1"])("%s", (text) => {
    expect(stringifyExact(parseExact(text))).toBe(text);
  });
});
