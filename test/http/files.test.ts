import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { DAY, HOUR } from "../../src/lib/units.ts";
import { store, type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const FILES = ["input", "parsed.jsonl", "rejections.json", "rejections.xlsx"] as const;

describe("files of jobs (decisions, section 5: signed URLs that expire and also accept the project's token)", () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const text = JSON.stringify([store("1"), { store_number: "2" }]);
  let app: TestApp;
  let project: UploadingProject;
  // biome-ignore lint/suspicious/noExplicitAny: a record as the API gives it.
  let job: any;
  beforeAll(async () => {
    app = await startTestApp({ clock });
    project = await uploadingProject(app, "files");
    job = await project.run({ file: text, file_name: "Läden “2026”.json" });
  });
  afterAll(() => app.close());

  async function statusOf(path: string, token = project.token): Promise<number> {
    const answer = await fetch(app.url + path, { headers: { authorization: `Auth-Token ${token}` } });
    await answer.body?.cancel();
    return answer.status;
  }

  const pathOf = (name: string) => `/api/v4/files/async-job/${job.async_job_id}/${name}`;

  it("gives each file by its link alone", async () => {
    const urls = [job.input_file_url, job.parsed_file_url, job.rejection_details_url, job.rejection_details_xlsx_url];
    const answers = await Promise.all(urls.map((url) => fetch(url)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(answers.map((answer) => answer.headers.get("content-type"))).toEqual([
      "application/json",
      "application/x-ndjson; charset=utf-8",
      "application/json; charset=utf-8",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ]);
    const [input, parsed, errors] = await Promise.all(answers.slice(0, 3).map((answer) => answer.text()));
    expect(input).toBe(text);
    expect(
      parsed
        ?.trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(JSON.parse(text));
    expect(JSON.parse(errors ?? "")).toMatchObject([{ store_number: "2", errors: [expect.any(String)] }]);
    expect((await answers[3]?.text())?.slice(0, 2)).toBe("PK");
    expect(answers[0]?.headers.get("content-disposition")).toBe(
      "attachment; filename=\"L_den _2026_.json\"; filename*=UTF-8''L%C3%A4den%20%E2%80%9C2026%E2%80%9D.json",
    );
  });

  it.each(FILES)("gives %s to the project's token without a signature", async (name) => {
    expect(await statusOf(pathOf(name))).toBe(200);
  });

  it.each(FILES)(
    "refuses %s without either (401), with a changed link (401) and with another token (403)",
    async (name) => {
      const other = await uploadingProject(app, `other-${name.replace(".", "-")}`);
      expect((await fetch(app.url + pathOf(name))).status).toBe(401);
      expect((await fetch(`${app.url}${pathOf(name)}?expires=9999999999&signature=x`)).status).toBe(401);
      expect(await statusOf(pathOf(name), other.token)).toBe(403);
    },
  );

  it("does not take the link of one file for another", async () => {
    const { search } = new URL(job.input_file_url);
    expect((await fetch(`${app.url}${pathOf("parsed.jsonl")}${search}`)).status).toBe(401);
  });

  it("refuses an expired link with 403; a fresh record has a fresh one", async () => {
    const old = job.input_file_url;
    clock.advance(1 * DAY + HOUR);
    const answer = await fetch(old);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("expired") });
    const fresh = (await project.get(`/async-job/status/${job.async_job_id}`)).json;
    expect((await fetch(fresh.input_file_url)).status).toBe(200);
  });

  it("answers 404 for files of unknown jobs, and for those that a failed job does not have", async () => {
    const failed = await project.run({ file: "nonsense" });
    const path = `/api/v4/files/async-job/${failed.async_job_id}`;
    expect(await statusOf(`${path}/input`)).toBe(200);
    expect(await statusOf(`${path}/rejections.json`)).toBe(404);
    const unknown = "/api/v4/files/async-job/00000000-0000-7000-8000-000000000000/input";
    expect(await statusOf(unknown)).toBe(404);
  });

  it("answers HEAD, and 405 with Allow to other methods", async () => {
    const headers = { authorization: `Auth-Token ${project.token}` };
    expect((await fetch(app.url + pathOf("input"), { method: "HEAD", headers })).status).toBe(200);
    const answer = await fetch(app.url + pathOf("input"), { method: "POST", headers });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});
