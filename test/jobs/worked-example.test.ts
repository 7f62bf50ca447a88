import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { csvOf, store, uploadingProject, zipOf } from "./upload-form.ts";

/**
 * Stores 200, 300 and 400 exist with their mandatory fields only. One file adds 100, sets 200 inactive, deletes 300 and
 * gives 400 a manager's e-mail address.
 */
const BEFORE = [store("200"), store("300"), store("400")];
const NAMES = ["store_number", "store_name", "store_type_name", "region_name", "street", "city"] as const;

const JSON_FILE = JSON.stringify([
  store("100"),
  store("200", { is_active: false }),
  store("300", { is_deleted: true }),
  store("400", { manager_email: "jo@example.com" }),
]);
// Each row of a CSV file has all columns; an empty flag is its default.
const CSV_FILE = csvOf([
  store("100"),
  store("200", { is_active: "false" }),
  store("300", { is_deleted: "true" }),
  store("400", { manager_email: "jo@example.com" }),
]);

const UPLOADS = [
  { file_format: "JSON", file: JSON_FILE },
  { file_format: "CSV", file: CSV_FILE },
  { file_format: "JSON_ZIP", file: zipOf({ "stores.json": JSON_FILE }) },
  { file_format: "CSV_ZIP", file: zipOf({ "stores.csv": CSV_FILE }) },
];

describe("the worked example (interface, endpoint 5: file content for stores)", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(UPLOADS)("adds, deactivates, deletes and changes stores by one $file_format file", async (upload) => {
    const project = await uploadingProject(app, `example-${upload.file_format}`);
    const first = await project.run({ file_format: "JSON", file: JSON.stringify(BEFORE) });
    expect(first).toMatchObject({ status: "done", number_of_created_items: 3 });

    const job = await project.run({ ...upload, file_name: "stores.dat" });

    expect(job).toMatchObject({
      status: "done",
      failure_reason: null,
      number_of_job_items: 4,
      number_of_effected_items: 4,
      number_of_rejected_items: 0,
      number_of_created_items: 1,
      number_of_changed_items: 2,
      number_of_unchanged_items: 0,
      number_of_deleted_items: 1,
      warnings: [],
    });
    const stores = await project.stores();
    expect(stores.map(essenceOf)).toEqual([
      { ...mandatoryOf("100"), is_active: true, is_deleted: false, manager_email: null },
      { ...mandatoryOf("200"), is_active: false, is_deleted: false, manager_email: null },
      { ...mandatoryOf("300"), is_active: true, is_deleted: true, manager_email: null },
      { ...mandatoryOf("400"), is_active: true, is_deleted: false, manager_email: "jo@example.com" },
    ]);
    expect((await project.stores("")).map((one) => one.store_number)).toEqual(["100", "200", "400"]);
  });
});

function mandatoryOf(number: string): Record<string, unknown> {
  const row = store(number);
  return Object.fromEntries(NAMES.map((name) => [name, row[name]]));
}

/** The fields that the file names, after a check that all others are empty. */
function essenceOf(one: Record<string, unknown>): Record<string, unknown> {
  const { last_update_time, additional_attributes, ...fields } = one;
  expect(last_update_time).toEqual(expect.any(Number));
  expect(additional_attributes).toEqual({});
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null || name === "manager_email"),
  );
}
