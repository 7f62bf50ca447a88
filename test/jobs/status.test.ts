import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { csvOf, store, type UploadingProject, uploadingProject } from "./upload-form.ts";

describe("the status of a job (decisions, section 5)", () => {
  let app: TestApp;
  let idle: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    app = await startTestApp();
    // Accepts jobs and does not run them.
    idle = await startTestApp({ environment: { SHELFWIRE_ROLES: "api" } });
    project = await uploadingProject(app, "status");
  });
  afterAll(async () => {
    await app.close();
    await idle.close();
  });

  it("answers a request that waits once the job has ended", async () => {
    const accepted = await (await project.upload({ file: JSON.stringify([store("1")]) })).json();
    const { json } = await project.get(`/async-job/status/${accepted.async_job_id}?wait=30`);
    expect(json).toMatchObject({ status: "done", number_of_effected_items: 1 });
  });

  it("answers a request that waits when the job is cancelled, and at once when it has ended", async () => {
    const waiting = await uploadingProject(idle, "waiting");
    const { async_job_id } = await (await waiting.upload({ file: "[]" })).json();
    const answer = waiting.get(`/async-job/status/${async_job_id}?wait=30`);
    await idle.as(waiting.token, "DELETE", `/api/v4/waiting/async-job/status/${async_job_id}`);
    expect((await answer).json.status).toBe("failed");
    expect((await waiting.get(`/async-job/status/${async_job_id}?wait=30`)).json.status).toBe("failed");
  });

  it("says how things stand when the time is over", async () => {
    const waiting = await uploadingProject(idle, "impatient");
    const { async_job_id } = await (await waiting.upload({ file: "[]" })).json();
    expect((await waiting.get(`/async-job/status/${async_job_id}?wait=1`)).json.status).toBe("queued");
    expect((await waiting.get(`/async-job/status/${async_job_id}?wait=soon`)).status).toBe(400);
  });

  it("lets the service stop while requests wait", async () => {
    const stopping = await startTestApp({ environment: { SHELFWIRE_ROLES: "api" } });
    const waiting = await uploadingProject(stopping, "stopping");
    const { async_job_id } = await (await waiting.upload({ file: "[]" })).json();
    const answer = waiting.get(`/async-job/status/${async_job_id}?wait=50`).catch(() => undefined);
    await waiting.get(`/async-job/status/${async_job_id}`);
    await stopping.close();
    await answer;
  });

  it("tells the encoding and the delimiter of the file", async () => {
    const text = csvOf([store("Ä")], ";");
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    const forms = [
      [text, { file_encoding: "UTF-8", file_delimiter: ";" }],
      [utf16, { file_encoding: "UTF-16LE", file_delimiter: ";" }],
      [Buffer.from(text, "latin1"), { file_encoding: "Windows-1252", file_delimiter: ";" }],
    ] as const;
    for (const [file, form] of forms) expect(await project.run({ file_format: "CSV", file })).toMatchObject(form);
    const json = await project.run({ file: JSON.stringify([store("Ä")]) });
    expect(json).toMatchObject({ file_encoding: "UTF-8", file_delimiter: null });
  });

  it("links the pages of rejections", async () => {
    const rows = Array.from({ length: 5 }, (_, i) => ({ store_number: String(i) }));
    const { async_job_id } = await project.run({ file: JSON.stringify(rows) });
    const path = `/api/v4/status/async-job/${async_job_id}/rejections`;
    const { json } = await project.get(`/async-job/${async_job_id}/rejections?page=1&per_page=2`);
    expect(json.metadata).toEqual({
      page: 1,
      per_page: 2,
      page_count: 3,
      total_count: 5,
      links: {
        self: `${path}?page=1&per_page=2`,
        first: `${path}?page=0&per_page=2`,
        previous: `${path}?page=0&per_page=2`,
        next: `${path}?page=2&per_page=2`,
        last: `${path}?page=2&per_page=2`,
      },
    });
  });

  it("rejects only the row that is nested too deep, and cuts it in the error files", async () => {
    const deep = `{"store_number":"deep","extra":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const file = `[${JSON.stringify(store("before"))},${deep},${JSON.stringify(store("after"))}]`;
    const record = await project.run({ file });
    expect(record).toMatchObject({ status: "done", number_of_effected_items: 2, number_of_rejected_items: 1 });
    const errors = await (await fetch(record.rejection_details_url)).json();
    expect(errors).toEqual([{ store_number: "deep", errors: ["The row is nested more than 100 levels deep"] }]);
    expect((await fetch(record.rejection_details_xlsx_url)).status).toBe(200);
  });
});
