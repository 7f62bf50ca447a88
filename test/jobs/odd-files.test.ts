import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "../../src/lib/json.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { csvOf, store, type UploadingProject, uploadingProject, zipOf } from "./upload-form.ts";

const MIB = 1_024 * 1_024;

describe("files of odd shapes (decisions, sections 5 and 6)", () => {
  let app: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    app = await startTestApp();
    project = await uploadingProject(app, "odd");
  });
  afterAll(() => app.close());

  it.each([10_000, 1_000_000])("reads a row of %i columns, and names some of the unknown ones", async (columns) => {
    const more = Array.from({ length: columns }, (_, i) => `c${i}`);
    const row = store("wide");
    const file = `${[...Object.keys(row), ...more].join(",")}\n${Object.values(row).join(",")}${",".repeat(columns)}\n`;
    const record = await project.run({ file_format: "CSV", file });
    expect(record).toMatchObject({ status: "done", number_of_effected_items: 1, number_of_rejected_items: 0 });
    expect(record.warnings.join()).toMatch(/at least/);
  });

  it("rejects one CSV row of 50 MB, and takes the rows around it", async () => {
    const lines = csvOf([store("before"), store("after")])
      .trimEnd()
      .split("\n");
    const file = [...lines.slice(0, 2), `long,${"x".repeat(50 * MIB)}`, ...lines.slice(2)].join("\n");
    const record = await project.run({ file_format: "CSV", file });
    expect(record).toMatchObject({ status: "done", number_of_effected_items: 2, number_of_rejected_items: 1 });
    const errors = await (await fetch(record.rejection_details_url)).json();
    expect(errors).toEqual([{ store_number: "long", errors: ["The row is longer than 8 MiB"] }]);
  });

  it("rejects one JSON row of 50 MB, and takes the rows around it", async () => {
    const long = `{"store_number":"long","store_name":"${"x".repeat(50 * MIB)}"}`;
    const file = `[${JSON.stringify(store("before"))},${long},${JSON.stringify(store("after"))}]`;
    const record = await project.run({ file_format: "JSON", file });
    expect(record).toMatchObject({ status: "done", number_of_effected_items: 2, number_of_rejected_items: 1 });
    const errors = await (await fetch(record.rejection_details_url)).json();
    expect(errors).toEqual([{ store_number: "long", errors: ["The row is longer than 8 MiB"] }]);
  });

  it("says which list is expected where an object holds another one", async () => {
    const record = await project.run({ file_format: "JSON", file: JSON.stringify({ data: [store("1")] }) });
    const failure_reason = expect.stringMatching(/expected as an array .* \{"stores": \[\.\.\.\]\}; .* in “data”/);
    expect(record).toMatchObject({ status: "failed", failure_reason });
    const rows = { ...store("with-hours"), opening_hours: [{ day: 1 }] };
    expect(await project.run({ file_format: "JSON", file: JSON.stringify(rows) })).toMatchObject({
      status: "done",
      number_of_effected_items: 1,
    });
  });

  it.each(["CSV", "JSON"])("gives attributes back under any name, sent as %s", async (file_format) => {
    const additional_attributes = { "\\": "1", '"': "2", "\n": "3", é: "4", 'a"': "5" };
    const named = [store("names-1", { additional_attributes }), store("names-2", { additional_attributes })];
    const text = JSON.stringify(named).replaceAll("é", "\\u00e9");
    const cells = named.map((row) => ({ ...row, additional_attributes: JSON.stringify(row.additional_attributes) }));
    const record = await project.run({ file_format, file: file_format === "JSON" ? text : csvOf(cells) });
    expect(record).toMatchObject({ status: "done", number_of_effected_items: 2 });
    const answer = await fetch(`${app.url}/api/v4/odd/entity/store?store_number=names-2`, {
      headers: { authorization: `Auth-Token ${project.token}` },
    });
    const { stores } = parseJson(await answer.text()) as { stores: { additional_attributes: unknown }[] };
    expect(stores[0]?.additional_attributes).toEqual(additional_attributes);
  });

  it("loads a first file in which keys come twice: the later row wins, both are effected", async () => {
    const first = await uploadingProject(app, "first");
    const rows = [store("1"), store("2"), store("1", { city: "Shelbyville" })];
    const record = await first.run({ file_format: "CSV", file: csvOf(rows) });
    expect(record).toMatchObject({ number_of_effected_items: 3, number_of_created_items: 2, tries: 1 });
    expect((await first.stores("sort=store_number")).map(({ city }) => city)).toEqual(["Shelbyville", "Springfield"]);
  });

  it("ends damaged archives as done or failed, with a reason, and works on", async () => {
    const archive = Buffer.from(zipOf({ "stores.csv": csvOf([store("1"), store("2")]) }));
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(archive.length), async (changes, length) => {
        const damaged = Buffer.from(archive.subarray(0, Math.max(1, length)));
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        const record = await project.run({ file_format: "CSV_ZIP", file: damaged });
        expect(["done", "failed"]).toContain(record.status);
        expect(record.failure_reason === null).toBe(record.status === "done");
        expect(record.tries).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  it("answers damaged forms with 202 or 400, and works on", async () => {
    const part = (name: string, more: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const fields = `${part("entity_type", "", "store")}${part("file_format", "", "JSON")}`;
    const form = Buffer.from(`${fields}${part("file", '; filename="s.json"', "[]")}--b--\r\n`);
    const damage = fc.array(fc.tuple(fc.nat(form.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(form.length), async (changes, cut) => {
        const damaged = Buffer.from(form);
        for (const [at, byte] of changes) damaged[at] = byte;
        const body = cut % 3 === 0 ? damaged.subarray(0, cut) : damaged;
        const headers = {
          authorization: `Auth-Token ${project.token}`,
          "content-type": "multipart/form-data; boundary=b",
        };
        const answer = await fetch(`${app.url}/api/v4/odd/async-job`, { method: "POST", headers, body });
        expect([202, 400]).toContain(answer.status);
        await answer.text();
      }),
      { numRuns: 150 },
    );
    expect((await project.upload({ file: "[]" })).status).toBe(202);
  });
});
