import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { HOUR } from "../../src/lib/units.ts";
import { type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("read async job status (interface, endpoint 6)", () => {
  let app: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    app = await startTestApp();
    project = await uploadingProject(app, "status");
  });
  afterAll(() => app.close());

  it.each(["00000000-0000-7000-8000-000000000000", "no-uuid", "%00"])(
    "answers 404 for the unknown job %s",
    async (id) => {
      expect(await project.get(`/async-job/status/${id}`)).toMatchObject({ status: 404, json: { statusCode: 404 } });
    },
  );

  it("answers 404 for a job of another project", async () => {
    const other = await uploadingProject(app, "neighbour");
    const { async_job_id } = await other.run({ file: "[]" });
    expect((await project.get(`/async-job/status/${async_job_id}`)).status).toBe(404);
  });

  it("refuses without a token (401) and with another project's (403)", async () => {
    const { async_job_id } = await project.run({ file: "[]" });
    const path = `/api/v4/status/async-job/status/${async_job_id}`;
    expect((await app.as("wrong", "GET", path)).status).toBe(401);
    const other = await uploadingProject(app, "stranger");
    expect((await app.as(other.token, "GET", path)).json).toMatchObject({
      message: `A forbidden resource has been requested ${path}`,
    });
  });

  it("finds jobs by the time of their upload and by text in what is on record, in any letter case", async () => {
    const clock = new ManualClock(Date.parse("2026-03-01T08:00:00Z"));
    const own = await startTestApp({ clock });
    try {
      const finding = await uploadingProject(own, "finding");
      const stores = await finding.run({ file: "[]", file_name: "Märkte-100%.json" });
      clock.advance(HOUR);
      const failed = await finding.run({ file: "nonsense", file_name: "other_name.json" });
      const list = async (query: Record<string, string>) => {
        const search = new URLSearchParams(query);
        const answers = [
          await own.operator("GET", `/api/operator/projects/finding/jobs?${search}`),
          await finding.get(`/async-job?${search}`),
        ];
        const [ids] = answers.map(({ json }) => json.jobs.map((job: { file_name: string }) => job.file_name));
        expect(answers[1]?.json.jobs).toHaveLength(ids.length);
        expect(answers[0]?.json.metadata.total_count).toBe(ids.length);
        return ids;
      };
      const [first, second] = [stores.file_name, failed.file_name];
      expect(await list({ from: "2026-03-01T09:00:00Z" })).toEqual([second]);
      expect(await list({ to: "2026-03-01T10:00:00+01:00" })).toEqual([second, first].slice(1));
      expect(await list({ from: "2026-03-01T08:00:00Z", to: "2026-03-01T09:00:00.001Z" })).toEqual([second, first]);
      expect(await list({ q: "MÄRKTE" })).toEqual([first]);
      expect(await list({ q: "100%" })).toEqual([first]);
      expect(await list({ q: "other_n" })).toEqual([second]);
      expect(await list({ q: "r%n" })).toEqual([]);
      expect(await list({ q: stores.async_job_id.slice(-12).toUpperCase() })).toEqual([first]);
      expect(await list({ q: " Tester " })).toEqual([second, first]);
      expect(await list({ q: failed.failure_reason.slice(0, 12), status: "failed" })).toEqual([second]);
      expect(await list({ q: "json\ntester" })).toEqual([]);
      expect(await list({ q: "a\0b" })).toEqual([]);
      expect(await list({ q: "" })).toEqual([second, first]);
      const path = "/api/operator/projects/finding/jobs";
      for (const query of ["from=yesterday", "to=2026-13-01T00:00:00Z", `q=${"x".repeat(201)}`]) {
        expect((await own.operator("GET", `${path}?${query}`)).status, query).toBe(400);
      }
    } finally {
      await own.close();
    }
  });

  it("lists a project's jobs for the operator and for itself, newest first, by status, page by page", async () => {
    const alone = await uploadingProject(app, "listed");
    const done = await alone.run({ file: "[]" });
    const failed = await alone.run({ file: "nonsense" });
    const list = async (query: string) =>
      (await app.operator("GET", `/api/operator/projects/listed/jobs${query}`)).json;
    const ids = (answer: { jobs: { async_job_id: string }[] }) => answer.jobs.map((job) => job.async_job_id);
    expect(ids(await list(""))).toEqual([failed.async_job_id, done.async_job_id]);
    expect(ids(await list("?status=failed"))).toEqual([failed.async_job_id]);
    expect(ids(await list("?per_page=1&page=1"))).toEqual([done.async_job_id]);
    expect((await list("?per_page=1")).metadata).toEqual({
      ...{ page: 0, per_page: 1, page_count: 2, total_count: 2 },
      links: expect.objectContaining({ previous: "", next: "/api/operator/projects/listed/jobs?per_page=1&page=1" }),
    });
    expect(ids((await alone.get("/async-job?status=failed")).json)).toEqual([failed.async_job_id]);
    expect((await app.operator("GET", "/api/operator/projects/listed/jobs?status=odd")).status).toBe(400);
    expect((await app.operator("GET", "/api/operator/projects/nobody/jobs")).status).toBe(404);
  });
});
