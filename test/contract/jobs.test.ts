import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvOf, formOf, store, type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

/** What an integrator may hold us to who has read the two pages and nothing else: uploads, their records, their files. */

let app: TestApp;
let project: UploadingProject;
let other: UploadingProject;
beforeAll(async () => {
  app = await startTestApp();
  project = await uploadingProject(app, "contract");
  other = await uploadingProject(app, "neighbour");
});
afterAll(() => app.close());

const MISSING_ALL_BUT_KEY = "Missing mandatory fields:store_name,store_type_name,region_name,street,city";

function runJson(file: string) {
  return project.run({ file_format: "JSON", file });
}

async function errorFileText(job: { rejection_details_url: string }): Promise<string> {
  return (await fetch(job.rejection_details_url)).text();
}

describe("interface, Async job: the record", () => {
  const KEYS = [
    "entity_type",
    "file_name",
    "input_file_url",
    "number_of_job_items",
    "action",
    "mode",
    "user_name",
    "source",
    "import_mode",
    "project",
    "parsed_file_url",
    "status",
    "creation_time",
    "tries",
    "failure_reason",
    "complete_time",
    "number_of_effected_items",
    "number_of_rejected_items",
    "rejection_details_url",
    "rejection_details_xlsx_url",
  ];

  it.each([
    ["done", JSON.stringify([store("1")])],
    ["done", "[{}]"],
    ["done", "[]"],
    ["failed", "["],
  ])("has every key of the table when the job is %s (%#)", async (status, file) => {
    const record = await runJson(file);
    expect(record).toMatchObject({ status });
    for (const key of KEYS) expect(record).toHaveProperty(key);
  });

  it("has the reason, the time and no counts where the job failed", async () => {
    expect(await runJson("[")).toMatchObject({
      status: "failed",
      failure_reason: "The JSON is cut off: the file ends in line 1, before the end of the array.",
      complete_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      number_of_job_items: null,
      number_of_effected_items: null,
      number_of_rejected_items: null,
      parsed_file_url: null,
      rejection_details_url: null,
      rejection_details_xlsx_url: null,
    });
  });

  it.each([
    ["an empty list", "JSON", "[]"],
    ["a header alone", "CSV", "store_number,store_name"],
  ])("counts nothing in %s and is done", async (_, file_format, file) => {
    expect(await project.run({ file_format, file })).toMatchObject({
      status: "done",
      failure_reason: null,
      number_of_job_items: 0,
      number_of_effected_items: 0,
      number_of_rejected_items: 0,
    });
  });
});

describe("decisions, section 5: what belongs to another project", () => {
  it("knows neither the job nor its files, also by a signed link with the name exchanged", async () => {
    const job = await runJson(JSON.stringify([store("1")]));
    const path = `/async-job/status/${job.async_job_id}`;
    expect((await other.get(path)).status).toBe(404);
    for (const url of [job.input_file_url, job.parsed_file_url, job.rejection_details_url]) {
      expect((await fetch(url.replace("/contract/", "/neighbour/"))).status).toBe(401);
      const plain = new URL(url).pathname;
      expect((await app.as(other.token, "GET", plain)).status).toBe(403);
      expect((await app.as(other.token, "GET", plain.replace("/contract/", "/neighbour/"))).status).toBe(404);
    }
  });

  it("keeps the Idempotency-Keys of projects apart", async () => {
    const headers = { "idempotency-key": "monday" };
    const parts = { file: JSON.stringify([store("1")]) };
    const answers = [await project.upload(parts, headers), await other.upload(parts, headers)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const [mine, theirs] = await Promise.all(answers.map((answer) => answer.json()));
    expect(mine.async_job_id).not.toBe(theirs.async_job_id);
  });
});

describe("decisions, section 5: the form", () => {
  it("takes a part of its own that no page knows, and passes over it", async () => {
    const form = formOf({ file: "[]" });
    form.set("comment", "weekly");
    const headers = { authorization: `Auth-Token ${project.token}` };
    const response = await fetch(`${app.url}/api/v1/contract/async-job`, { method: "POST", headers, body: form });
    expect(response.status).toBe(202);
  });

  it.each(["", "validate_only", "VALIDATE_ONLY"])("takes import_mode %j", async (import_mode) => {
    const answer = await project.upload({ file: "[]", import_mode });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ import_mode: import_mode.toLowerCase() });
  });
});

describe("interface, Entity error file: store_number as it was sent", () => {
  it.each([
    ["12345678901234567890", "12345678901234567890"],
    ["1.50", "1.50"],
    ["-0", "-0"],
    ["1e400", "1e400"],
    ["true", "true"],
    ['["a"]', '["a"]'],
    ["null", "null"],
    ['""', '""'],
    ['"007"', '"007"'],
  ])("shows %s", async (sent, shown) => {
    const text = await errorFileText(await runJson(`[{"store_number": ${sent}}]`));
    expect(text).toContain(`{"store_number":${shown},"errors":[`);
    expect(JSON.parse(text)[0].errors[0]).toContain("Missing mandatory fields:");
  });

  it("has an entry with exactly its two members for each refused row, in the order of the file", async () => {
    const rows = [{ store_number: "b" }, store("ok"), { store_number: "a" }, {}, store("c", { latitude: "1" })];
    expect(JSON.parse(await errorFileText(await runJson(JSON.stringify(rows))))).toEqual([
      { store_number: "b", errors: [MISSING_ALL_BUT_KEY] },
      { store_number: "a", errors: [MISSING_ALL_BUT_KEY] },
      { store_number: null, errors: [MISSING_ALL_BUT_KEY.replace(":", ":store_number,")] },
      { store_number: "c", errors: ["Invalid variable type:latitude-expected type: Number"] },
    ]);
  });
});

describe("decisions, section 6: every delimiter in every encoding", () => {
  const name = 'Zoë, "x"\nline; two\t|';
  const encodings: Record<string, (text: string) => Uint8Array> = {
    "UTF-8": (text) => Buffer.from(text),
    "UTF-8 with BOM": (text) => Buffer.from(`\uFEFF${text}`),
    "UTF-16 LE with BOM": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
    "UTF-16 BE with BOM": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
    "Windows-1252": (text) => Buffer.from(text, "latin1"),
  };
  const cases = Object.keys(encodings).flatMap((encoding) => [",", ";", "\t", "|"].map((sign) => [encoding, sign]));

  it.each(cases)("reads %s separated by %j", async (encoding, delimiter) => {
    const number = `${encoding} ${delimiter}`;
    const file = encodings[encoding ?? ""]?.(csvOf([store(number, { store_name: name })], delimiter));
    expect(await project.run({ file_format: "CSV", file })).toMatchObject({ number_of_effected_items: 1 });
    const found = await project.stores(`store_number=${encodeURIComponent(number)}`);
    expect(found).toMatchObject([{ store_name: name }]);
  });
});

describe("decisions, section 6: names that the entity does not have", () => {
  it.each([
    ["a null character", '"a\\u0000b": 1', "“a\uFFFDb”"],
    ["half of a pair", '"\\ud800x": 1', "“\uFFFDx”"],
    ["other letter case", '"Store_Name": "x"', "“Store_Name”"],
  ])("ignores a key with %s and says so", async (_, member, shown) => {
    const text = JSON.stringify(store("odd")).replace("{", `{${member},`);
    expect(await runJson(`[${text}]`)).toMatchObject({
      status: "done",
      number_of_effected_items: 1,
      warnings: [`Ignored keys that a store does not have: ${shown}.`],
    });
  });

  it("gives a reason for a header that is nothing but null characters between letters", async () => {
    const job = await project.run({ file_format: "CSV", file: Buffer.from("\uFEFFa\0,b\0\n1,2\n", "utf16le") });
    expect(job).toMatchObject({ status: "failed", failure_reason: expect.stringMatching(/^The header has no column/) });
  });

  it("names 20 columns, and how many more there are at least", async () => {
    const columns = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`extra${n}`, "x"]));
    const job = await project.run({ file_format: "CSV", file: csvOf([store("wide", columns)]) });
    expect(job.warnings[0]).toMatch(/“extra0”, .*“extra19” and at least 80 more\.$/);
  });
});
