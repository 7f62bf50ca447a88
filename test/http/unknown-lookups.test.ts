import { afterAll, beforeAll, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const OPERATOR_PATH = "/api/operator/projects/acme/lookups";
const CSV = `store_number,store_name,store_type_name,region_name,street,city
1,One,Kiosk,East,Main 1,Springfield
2,Two,Kiosk,<b>Mu</b>,Main 2,Springfield
3,Three,Kiosk,East,Main 3,Springfield
`;

let app: TestApp;
let client: ShelfwireClient;
beforeAll(async () => {
  app = await startTestApp();
  const { token } = await app.createProject("acme");
  await app.operator("PUT", `${OPERATOR_PATH}/region_name`, { values: ["East"] });
  client = new ShelfwireClient({ baseUrl: app.url, token, projectName: "acme" });
});
afterAll(() => app.close());

async function upload(): Promise<string> {
  const { async_job_id: id } = await client.upload({ entityType: "store", file: new File([CSV], "stores.csv") });
  await client.waitForJob(id);
  return id;
}

async function unknown(): Promise<{ type: string; value: string; rows: number; async_job_id: string }[]> {
  return (await app.operator("GET", `${OPERATOR_PATH}/unknown`)).json.values;
}

it("lists lookup values that uploads were refused for until they are added, with the rows of the latest upload", async () => {
  expect(await unknown()).toEqual([]);
  await upload();
  const second = await upload();
  expect(await unknown()).toMatchObject([
    { type: "store_type_name", value: "Kiosk", rows: 3, async_job_id: second },
    { type: "region_name", value: "<b>Mu</b>", rows: 1, async_job_id: second },
  ]);
  await app.operator("POST", `${OPERATOR_PATH}/store_type_name`, { values: ["Kiosk"] });
  expect((await unknown()).map(({ value }) => value)).toEqual(["<b>Mu</b>"]);
});

it("shows a project its own, and goes with the project", async () => {
  const other = await app.createProject("other");
  const own = await app.as(other.token, "GET", "/api/notifier/public/other/lookups/unknown");
  expect(own.json).toEqual({ values: [] });
  expect((await app.as(other.token, "GET", "/api/notifier/public/acme/lookups/unknown")).status).toBe(403);
  expect((await app.operator("DELETE", "/api/operator/projects/acme")).status).toBe(204);
});
