import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { readWorkbook } from "./results/read-workbook.ts";
import { csvOf, type UploadingProject, uploadingProject } from "./upload-form.ts";

const COLUMNS = ["store_number", "store_name", "store_type_name", "region_name", "street", "city"] as const;
type Row = Record<string, string>;

/** "" stands for nothing, in CSV as in JSON. */
const rowOf = fc.record({
  store_number: fc.constantFrom("1", "01", "2", "A", "a", "ü", '"q"', "x,y", ""),
  store_name: fc.constantFrom("Corner", "two\nlines", 'say "hi"', "tab\there", "\\N", " ", "🏪", ""),
  store_type_name: fc.constantFrom("Market", "Market", "Market", "Kiosk"),
  region_name: fc.constantFrom("North", "South", "North", "South", "Atlantis", ""),
  street: fc.constantFrom("1 Main Street", "=1+1", ""),
  city: fc.constantFrom("Springfield", "c".repeat(101)),
  postal_code: fc.constantFrom("00501", ""),
});
const files = fc.array(fc.array(rowOf, { maxLength: 12 }), { minLength: 1, maxLength: 3 });

describe("whole uploads against a model (decisions, sections 5 and 6)", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it("end with the table, the counts and the error files of the model, as CSV and as JSON", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(files, async (uploads) => {
        runs += 1;
        for (const format of ["CSV", "JSON"] as const) {
          const project = await uploadingProject(app, `model-${format}-${runs}`);
          const table = new Map<string, Row>();
          for (const rows of uploads) await compareOne(project, format, rows, table);
        }
      }),
      { numRuns: 12 },
    );
  });
});

async function compareOne(
  project: UploadingProject,
  file_format: "CSV" | "JSON",
  rows: Row[],
  table: Map<string, Row>,
) {
  const header = `${[...COLUMNS, "postal_code"].join(",")}\n`;
  const file = file_format === "JSON" ? JSON.stringify(rows) : rows.length === 0 ? header : csvOf(rows);
  const record = await project.run({ file_format, file });
  const expected = upload(rows, table);
  expect(record).toMatchObject({ status: "done", number_of_job_items: rows.length, ...expected.counts });
  const errors = await (await fetch(record.rejection_details_url)).json();
  expect(errors).toEqual(
    expected.errors.map(({ store_number, errors: messages }) => ({ store_number, errors: messages })),
  );
  const sheets = readWorkbook(Buffer.from(await (await fetch(record.rejection_details_xlsx_url)).arrayBuffer()));
  const shown = (sheets[0]?.rows ?? []).slice(1).map((cells) => [cells[0], cells.at(-1)]);
  expect(shown).toEqual(expected.errors.map(({ row, errors: messages }) => [row, messages.join("\n")]));
  const stored = await project.stores("sort=store_number");
  const kept = stored.map((one) => Object.fromEntries(Object.keys(rowShape).map((name) => [name, one[name] ?? ""])));
  expect(kept.sort(byNumber)).toEqual([...table.values()].sort(byNumber));
}

const rowShape: Row = { ...Object.fromEntries(COLUMNS.map((name) => [name, ""])), postal_code: "" };

function byNumber(one: Row, other: Row): number {
  return (one.store_number ?? "") < (other.store_number ?? "") ? -1 : 1;
}

/** What an upload does to the table: the service in twenty lines. */
function upload(rows: Row[], table: Map<string, Row>) {
  const before = new Map(table);
  const errors: { row: number; store_number: string | null; errors: string[] }[] = [];
  let effected = 0;
  for (const [index, row] of rows.entries()) {
    const messages = messagesOf(row);
    if (messages.length > 0) {
      errors.push({ row: index + 1, store_number: row.store_number ?? "", errors: messages });
      continue;
    }
    effected += 1;
    table.set(row.store_number ?? "", row);
  }
  const keys = [...table.keys()].filter((key) => rows.some((row) => row.store_number === key && isGood(row)));
  const created = keys.filter((key) => !before.has(key)).length;
  const changed = keys.filter((key) => {
    const old = before.get(key);
    return old !== undefined && JSON.stringify(inOrder(old)) !== JSON.stringify(inOrder(table.get(key) ?? {}));
  }).length;
  const counts = {
    number_of_effected_items: effected,
    number_of_rejected_items: errors.length,
    number_of_created_items: created,
    number_of_changed_items: changed,
    number_of_unchanged_items: keys.length - created - changed,
  };
  return { counts, errors };
}

function isGood(row: Row): boolean {
  return messagesOf(row).length === 0;
}

function inOrder(row: Row): string[] {
  return Object.keys(rowShape).map((name) => row[name] ?? "");
}

function messagesOf(row: Row): string[] {
  const messages: string[] = [];
  const missing = COLUMNS.filter((name) => row[name] === "");
  if (missing.length > 0) messages.push(`Missing mandatory field${missing.length > 1 ? "s" : ""}:${missing.join(",")}`);
  if (row.city?.length === 101) {
    messages.push("Incorrect format for field: city, the correct format: at most 100 characters");
  }
  if (row.store_type_name === "Kiosk") messages.push("Unknown store_type_name 'Kiosk'");
  if (row.region_name === "Atlantis") messages.push("Unknown region_name 'Atlantis'");
  return messages.slice(0, 3);
}
