import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const CSV = `store_number,store_name,store_type_name,region_name,street,city,latitude
1,One,Kiosk,East,Main 1,Springfield,1
2,,Kiosk,East,Main 2,,1
3,Three,Kiosk,Mu,Main 3,Springfield,north
`;

let app: TestApp;
let client: ShelfwireClient;
let jobId: string;
let otherToken: string;
beforeAll(async () => {
  app = await startTestApp();
  const { token } = await app.createProject("acme");
  otherToken = (await app.createProject("other")).token;
  await app.operator("PUT", "/api/operator/projects/acme/lookups/region_name", { values: ["East"] });
  client = new ShelfwireClient({ baseUrl: app.url, token, projectName: "acme" });
  const job = await client.upload({ entityType: "store", file: new File([CSV], "stores.csv") });
  jobId = (await client.waitForJob(job.async_job_id)).async_job_id;
});
afterAll(() => app.close());

describe("rejections by kind and field", () => {
  it("counts them, the most frequent first", async () => {
    expect((await client.rejectionGroups(jobId)).map(({ code, field, rows }) => [code, field, rows])).toEqual([
      ["unknown_lookup", "store_type_name", 3],
      ["invalid_type", "latitude", 1],
      ["missing_mandatory", "store_name", 1],
      ["missing_mandatory", "city", 1],
      ["unknown_lookup", "region_name", 1],
    ]);
  });

  it("pages through those of one kind, and of one field", async () => {
    const second = await client.listRejections(jobId, { code: "unknown_lookup", page: 1, per_page: 2 });
    expect(second.metadata).toMatchObject({ total_count: 3, page_count: 2, page: 1 });
    expect(second.metadata.links.previous).toContain("code=unknown_lookup");
    expect(second.items.map(({ row, field }) => [row, field])).toEqual([
      [3, "store_type_name"],
      [3, "region_name"],
    ]);
    const one = await client.listRejections(jobId, { code: "missing_mandatory", field: "city" });
    expect(one.items.map(({ row, field }) => [row, field])).toEqual([[2, "city"]]);
  });

  it("says that a field needs its kind", async () => {
    await expect(client.listRejections(jobId, { field: "city" })).rejects.toThrow("field is given with code only");
  });

  it("has nothing for another project, nor for a job without rejections", async () => {
    const path = `/async-job/${jobId}/rejections/summary`;
    expect((await app.as(otherToken, "GET", `/api/v4/acme${path}`)).status).toBe(403);
    expect((await app.as(otherToken, "GET", `/api/v4/other${path}`)).status).toBe(404);
    const clean = await client.upload({ entityType: "store", file: new File(["[]"], "none.json") });
    await client.waitForJob(clean.async_job_id);
    expect(await client.rejectionGroups(clean.async_job_id)).toEqual([]);
  });
});
