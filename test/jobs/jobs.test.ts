import { text } from "node:stream/consumers";
import { gzipSync, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { csvOf, store, type UploadingProject, uploadingProject, zipOf } from "./upload-form.ts";

const ROWS = [store("007", { store_name: "Café, “North”\nCorner" }), store(" 8 "), store("9", { street: 'Say "hi"' })];

describe("formats of uploads (decisions, section 6)", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const latin = Buffer.from(csvOf([store("1", { store_name: "Café Zürich" })]), "latin1");
  const csv = csvOf(ROWS);
  const json = JSON.stringify(ROWS);
  const pretty = JSON.stringify(ROWS, null, 2);
  const utf16 = (label: "le" | "be") => {
    const bytes = Buffer.from(`\uFEFF${csv}`, "utf16le");
    return label === "le" ? bytes : bytes.swap16();
  };

  it.each<[string, string, string | Uint8Array]>([
    ["CSV", "CSV", csv],
    ["CSV with a byte order mark", "CSV", `\uFEFF${csv}`],
    ["CSV with CR LF", "CSV", csvOf(ROWS.map((row) => ({ ...row }))).replaceAll(/\n(?! *Corner)/g, "\r\n")],
    ["CSV separated by semicolons", "CSV", csvOf(ROWS, ";")],
    ["CSV separated by tabs", "CSV", csvOf(ROWS, "\t")],
    ["CSV separated by pipes", "CSV", csvOf(ROWS, "|")],
    ["CSV whose first line names the delimiter", "CSV", `sep=;\r\n${csvOf(ROWS, ";")}`],
    ["CSV in UTF-16, little end first", "CSV", utf16("le")],
    ["CSV in UTF-16, big end first", "CSV", utf16("be")],
    [
      "CSV with a header in capitals and spaces",
      "CSV",
      csv.replace(/^.*/, (header) => header.toUpperCase().replaceAll(",", " , ")),
    ],
    ["CSV with empty lines", "CSV", `\n\n${csv}\n\n\r\n`],
    ["CSV without a line end at the end", "CSV", csv.trimEnd()],
    ["CSV in a ZIP archive", "CSV_ZIP", zipOf({ "a.csv": csv })],
    [
      "CSV in a ZIP archive with clutter",
      "CSV_ZIP",
      zipOf({ "f/": "", "__MACOSX/._a.csv": "x", ".DS_Store": "x", "f/a.csv": csv, "Thumbs.db": "x" }),
    ],
    ["CSV in gzip", "CSV", gzipSync(Buffer.from(csv))],
    ["CSV in gzip, called a ZIP archive", "CSV_ZIP", gzipSync(Buffer.from(csv))],
    ["JSON", "JSON", json],
    ["indented JSON", "JSON", pretty],
    ["JSON with a byte order mark", "JSON", `\uFEFF${json}`],
    ["JSON with the list in an object", "JSON", JSON.stringify({ metadata: { page: [0] }, stores: ROWS, more: 1 })],
    ["JSON with the list under the singular", "JSON", JSON.stringify({ store: ROWS })],
    ["JSON lines", "JSON", ROWS.map((row) => JSON.stringify(row)).join("\n")],
    ["JSON in a ZIP archive", "JSON_ZIP", zipOf({ "a.json": json })],
    ["JSON in gzip", "JSON", gzipSync(Buffer.from(json))],
  ])("reads %s", async (_, file_format, file) => {
    const project = await uploadingProject(app, `format-${formats++}`);
    const job = await project.run({ file_format, file });
    expect(job).toMatchObject({ status: "done", failure_reason: null, number_of_effected_items: 3, warnings: [] });
    const stores = await project.stores();
    expect(stores.map((one) => [one.store_number, one.store_name, one.street]).sort()).toEqual(
      ROWS.map((row) => [row.store_number, row.store_name, row.street]).sort(),
    );
  });

  it("reads a file that is no UTF-8 as Windows-1252 and warns", async () => {
    const project = await uploadingProject(app, "latin");
    const job = await project.run({ file_format: "CSV", file: latin });
    expect(job).toMatchObject({ status: "done", warnings: [expect.stringContaining("Windows-1252")] });
    expect((await project.stores())[0].store_name).toBe("Café Zürich");
    expect(await fetchText(job.parsed_file_url)).toContain("Café Zürich");
  });

  it.each<[string, string, string]>([
    ["a header and no rows", "CSV", "store_number,store_name\n"],
    ["an empty array", "JSON", "[]"],
    ["an empty list", "JSON", '{"stores": []}'],
  ])("ends with nothing to do for %s", async (_, file_format, file) => {
    const project = await uploadingProject(app, `empty-${formats++}`);
    expect(await project.run({ file_format, file })).toMatchObject({ status: "done", number_of_job_items: 0 });
  });

  it("names unknown columns and ignores them", async () => {
    const project = await uploadingProject(app, "unknown-columns");
    const job = await project.run({ file_format: "CSV", file: csvOf([store("1", { colour: "red", errors: "x" })]) });
    expect(job).toMatchObject({ number_of_effected_items: 1, warnings: [expect.stringContaining("“colour”")] });
    expect(job.warnings[0]).not.toContain("errors");
  });
});

let formats = 0;

describe("files that cannot be read (decisions, section 5)", () => {
  let app: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    app = await startTestApp();
    project = await uploadingProject(app, "unreadable");
  });
  afterAll(() => app.close());

  const json = JSON.stringify([store("1")]);
  const csv = csvOf([store("1")]);
  const zip = zipOf({ "a.csv": csv });
  const nonUtf8 = Buffer.concat([Buffer.from('[{"store_number": "'), Buffer.from([0xe9, 0xff]), Buffer.from('"')]);
  const brokenUtf16 = Buffer.concat([Buffer.from("\uFEFFa,b\n", "utf16le"), Buffer.from([0x00, 0xdc, 0x41, 0x00])]);
  it.each<[string, string, string | Uint8Array, RegExp]>([
    ["space only as JSON", "JSON", " \n ", /empty/],
    ["space only as CSV", "CSV", " \n ", /empty/],
    ["plain text as JSON", "JSON", "hello", /not a JSON array.*plain text/],
    ["CSV as JSON", "JSON", csv, /looks like CSV.*file_format CSV/],
    ["JSON as CSV", "CSV", json, /looks like JSON.*file_format JSON/],
    ["HTML as CSV", "CSV", "<html><body>Sign in</body></html>", /HTML page/],
    ["a header without a known column", "CSV", "a,b\n1,2\n", /store_number|column/],
    ["a cut array", "JSON", json.slice(0, -1), /cut off: the file ends in line 1/],
    ["a cut object", "JSON", `[\n${json.slice(1, -8)}`, /cut off.*row 1, which begins in line 2/],
    ["malformed JSON in row 2", "JSON", '[{"a":1},\n{"a":01}]', /row 2, which begins in line 2, is malformed/],
    ["something behind the array", "JSON", "[]\n[]", /line 2.*end of the file/],
    ["a missing comma", "JSON", "[{}\n{}]", /line 2/],
    ["a quote that is not closed", "CSV", 'store_number,city\n1,"a\n2,b\n', /line 2 is not closed/],
    ["an archive as CSV", "CSV", zip, /ZIP archive.*CSV_ZIP/],
    ["CSV as an archive", "CSV_ZIP", csv, /not a ZIP archive.*looks like CSV/],
    ["a cut archive", "CSV_ZIP", zip.subarray(0, zip.length - 30), /damaged or cut off/],
    ["an archive of rubbish", "CSV_ZIP", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(500, 7)]), /damaged/],
    ["an archive with two files", "CSV_ZIP", zipOf({ "a.csv": csv, "b.csv": csv }), /holds 2 files.*a\.csv/],
    ["an empty archive", "CSV_ZIP", zipOf({}), /holds no file/],
    ["an archive in an archive", "CSV_ZIP", zipOf({ "a.zip": zip }), /another archive/],
    ["a workbook as CSV", "CSV", zipOf({ "xl/workbook.xml": "<x/>" }), /Excel workbook.*CSV UTF-8/],
    ["a workbook as an archive", "CSV_ZIP", zipOf({ "xl/workbook.xml": "<x/>" }), /Excel workbook.*CSV UTF-8/],
    ["an old workbook", "CSV", Buffer.from("d0cf11e0a1b11ae1", "hex"), /Excel workbook/],
    ["a PDF", "CSV", "%PDF-1.7 ...", /PDF/],
    ["binary data", "CSV", Buffer.from([1, 0, 2, 3, 4, 5, 6, 7, 8, 9]), /binary/],
    ["a cut gzip", "CSV", gzipSync(Buffer.from(csv)).subarray(0, 40), /damaged or cut off/],
    ["broken UTF-16", "CSV", brokenUtf16, /UTF-16/],
    ["cut JSON that is no UTF-8", "JSON", nonUtf8, /cut off/],
    ["JSON of great depth", "JSON", `[${"[".repeat(5_000)}`, /cut off/],
  ])("fails for %s and says what is wrong", async (_, file_format, file, reason) => {
    const job = await project.run({ file_format, file });
    expect(job).toMatchObject({
      status: "failed",
      failure_reason: expect.stringMatching(reason),
      complete_time: expect.any(String),
      number_of_job_items: null,
      number_of_effected_items: null,
      number_of_rejected_items: null,
      rejection_details_url: null,
    });
    expect(await project.stores()).toEqual([]);
  });

  it("fails for an archive whose content was changed", async () => {
    const stored = zipOf({ "a.csv": csv });
    const damaged = Buffer.from(stored);
    const at = 60;
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    const job = await project.run({ file_format: "CSV_ZIP", file: damaged });
    expect(job).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("damaged") });
  });

  it("fails for an archive that inflates beyond the limit", async () => {
    const small = await startTestApp({ environment: { SHELFWIRE_INFLATED_BYTES_MAX: "2000" } });
    const bomb = await uploadingProject(small, "bomb");
    const long = csv + " ".repeat(5_000);
    for (const [file_format, file] of [
      ["CSV_ZIP", zipOf({ "a.csv": long })],
      ["CSV", gzipSync(Buffer.from(long))],
    ] as const) {
      const job = await bomb.run({ file_format, file });
      expect(job).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("2000") });
    }
    await small.close();
  });
});

describe('rejections (interface, "Entity error file")', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it("explains each refused row in order, applies the others, and is done", async () => {
    const project = await uploadingProject(app, "mixed");
    const rows = [
      store("1", { store_type_name: "Kiosk" }),
      store("2"),
      { store_number: "3", store_name: "x" },
      store("4", { manager_email: "nobody", latitude: "north" }),
    ];
    const job = await project.run({ file_format: "JSON", file: JSON.stringify(rows) });
    expect(job).toMatchObject({
      status: "done",
      number_of_job_items: 4,
      number_of_effected_items: 1,
      number_of_rejected_items: 3,
    });
    expect(JSON.parse(await fetchText(job.rejection_details_url))).toEqual([
      { store_number: "1", errors: ["Unknown store_type_name 'Kiosk'"] },
      { store_number: "3", errors: ["Missing mandatory fields:store_type_name,region_name,street,city"] },
      {
        store_number: "4",
        errors: [
          expect.stringContaining("Invalid variable type:latitude-expected type: "),
          expect.stringContaining("Incorrect format for field: manager_email, the correct format: "),
        ],
      },
    ]);
    expect((await project.stores()).map((one) => one.store_number)).toEqual(["2"]);
  });

  it("is done with an error file when every row is refused", async () => {
    const project = await uploadingProject(app, "all-refused");
    const job = await project.run({ file_format: "JSON", file: '[{"store_number": 12345678901234567890.10}, 7, {}]' });
    expect(job).toMatchObject({ status: "done", number_of_effected_items: 0, number_of_rejected_items: 3 });
    const errors = await fetchText(job.rejection_details_url);
    expect(errors).toContain('"store_number":12345678901234567890.10');
    expect(JSON.parse(errors)).toHaveLength(3);
    expect(JSON.parse(errors).slice(1)).toMatchObject([{ store_number: null }, { store_number: null }]);
  });

  it("gives [] where nothing was refused, and an empty workbook", async () => {
    const project = await uploadingProject(app, "clean");
    const job = await project.run({ file: JSON.stringify([store("1")]) });
    expect(JSON.parse(await fetchText(job.rejection_details_url))).toEqual([]);
    const response = await fetch(job.rejection_details_xlsx_url);
    const sheets = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(sheets)).toContain("xl/workbook.xml");
  });

  it("refuses rows with too many or too few cells by their number", async () => {
    const project = await uploadingProject(app, "ragged");
    const [header, row] = csvOf([store("1")]).split("\n");
    const file = [header, row, "2,short", `${row},extra`, row?.replace(/^1/, "3")].join("\n");
    const job = await project.run({ file_format: "CSV", file });
    expect(job).toMatchObject({ number_of_effected_items: 2, number_of_rejected_items: 2 });
    const page = (await project.get(`/async-job/${job.async_job_id}/rejections`)).json;
    expect(page.metadata).toMatchObject({ page: 0, per_page: 200, page_count: 1, total_count: 2 });
    expect(page.rejections).toMatchObject([
      { row: 2, line: 3, key: "2", field: null, code: "wrong_cell_count" },
      { row: 3, line: 4, key: "1", field: null, code: "wrong_cell_count" },
    ]);
    const second = await project.get(`/async-job/${job.async_job_id}/rejections?page=1&per_page=1`);
    expect(second.json.rejections).toMatchObject([{ row: 3 }]);
    expect((await project.get(`/async-job/${job.async_job_id}/rejections?page=9`)).json.rejections).toEqual([]);
    expect((await project.get(`/async-job/${job.async_job_id}/rejections?page=-1`)).status).toBe(400);
  });

  it("lets the later row of a key win and counts both as effected", async () => {
    const project = await uploadingProject(app, "twice");
    const rows = [store("1", { city: "First" }), store("1", { city: "Second" })];
    const job = await project.run({ file: JSON.stringify(rows) });
    expect(job).toMatchObject({ number_of_effected_items: 2, number_of_created_items: 1 });
    expect((await project.stores())[0].city).toBe("Second");
  });

  it("checks and counts without writing for import_mode validate_only", async () => {
    const project = await uploadingProject(app, "dry");
    await project.run({ file: JSON.stringify([store("1"), store("2")]) });
    const rows = [store("1"), store("2", { city: "Elsewhere" }), store("3"), store("4", { region_name: "?" })];
    const job = await project.run({ import_mode: "validate_only", file: JSON.stringify(rows) });
    expect(job).toMatchObject({
      status: "done",
      import_mode: "validate_only",
      number_of_effected_items: 3,
      number_of_rejected_items: 1,
      number_of_created_items: 1,
      number_of_changed_items: 1,
      number_of_unchanged_items: 1,
    });
    expect((await project.stores()).map((one) => [one.store_number, one.city])).toEqual([
      ["1", "Springfield"],
      ["2", "Springfield"],
    ]);
  });

  it("takes users and routes, checks their lists of keys, and names their key field", async () => {
    const project = await uploadingProject(app, "others");
    await project.run({ file: JSON.stringify([store("1"), store("2")]) });
    const users = [
      { login_name: "ann", first_name: "Ann", last_name: "A", operational_role: "rep", stores: ["1", "2"] },
      { login_name: "bob", first_name: "Bob", last_name: "B", operational_role: "rep", stores: ["9"] },
    ];
    const job = await project.run({ entity_type: "users", file: JSON.stringify(users) });
    expect(job).toMatchObject({ entity_type: "user", number_of_effected_items: 1, number_of_rejected_items: 1 });
    expect(JSON.parse(await fetchText(job.rejection_details_url))).toMatchObject([{ login_name: "bob" }]);
    const routes = csvOf([{ external_route_id: "r1", name: "Route", stores: "1;2", users: "ann" }]);
    const routeJob = await project.run({ entity_type: "route", file_format: "CSV", file: routes });
    expect(routeJob).toMatchObject({ status: "done", number_of_effected_items: 1 });
  });
});

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (response.body === null || response.status !== 200) throw new Error(`${response.status} ${url}`);
  return text(response.body);
}
