import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KNOWN_LOOKUPS, storeRow, uploadRows } from "../entities/upload-rows.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
let token: string;
let projectId: number;
const get = (query: string, entity = "store") => app.as(token, "GET", `/api/v1/acme/entity/${entity}${query}`);

async function projectIdOf(name: string): Promise<number> {
  const project = await app.projects.byName(name);
  if (project === undefined) throw new Error(`no project ${name}`);
  return project.projectId;
}

beforeAll(async () => {
  app = await startTestApp();
  ({ token } = await app.createProject("acme"));
  projectId = await projectIdOf("acme");
  for (const [type, values] of Object.entries(KNOWN_LOOKUPS)) {
    await app.operator("POST", `/api/operator/projects/acme/lookups/${type}`, { values });
  }
  await uploadRows(app.db, projectId, "store", [storeRow({ store_number: "S-1" }), storeRow({ store_number: "S-2" })]);
});
afterAll(() => app.close());

describe("reading users and routes (decisions, section 6)", () => {
  it("gives them in the same envelope, with their lists", async () => {
    await uploadRows(app.db, projectId, "route", [
      { external_route_id: "R-1", name: "Monday", stores: ["S-2", "S-1"] },
      { external_route_id: "R-2", name: "Friday", stores: ["S-1"] },
    ]);
    const user = { login_name: "ann", first_name: "Ann", last_name: "Bell", routes: ["R-1"] };
    await uploadRows(app.db, projectId, "user", [user]);
    const routes = (await get("?stores=S-1;S-2", "route")).json;
    expect(routes.metadata.total_count).toBe(1);
    expect(routes.routes).toEqual([
      {
        external_route_id: "R-1",
        name: "Monday",
        description: null,
        is_deleted: false,
        stores: ["S-2", "S-1"],
        users: [],
        last_update_time: expect.any(Number),
      },
    ]);
    expect((await get("?sort=-name", "route")).json.routes.map(({ name }: { name: string }) => name)).toEqual([
      "Monday",
      "Friday",
    ]);
    expect((await get("?routes=R-1", "user")).json.users).toMatchObject([{ ...user, stores: [], is_active: true }]);
    expect((await get("?store_number=1", "user")).json.message).toBe("Unknown Field: store_number");
  });
});

describe("lookup lists and templates (decisions, section 7)", () => {
  it.each([
    ["region", "regions", "region_name"],
    ["district", "districts", "district_name"],
    ["branch", "branches", "branch_name"],
    ["retailer", "retailers", "retailer_name"],
    ["store-type", "store_types", "store_type_name"],
    ["state", "states", "state_code"],
  ] as const)("lists the lookup %s", async (path, list, field) => {
    const { json, status } = await get(`/${path}?per_page=1`);
    expect(status).toBe(200);
    const values = [...KNOWN_LOOKUPS[field]].sort();
    expect(json[list]).toEqual([{ [field]: values[0] }]);
    expect(json.metadata).toMatchObject({
      page: 0,
      per_page: 1,
      page_count: values.length,
      total_count: values.length,
    });
    expect((await get(`/${path}?page=1&per_page=1`)).json[list]).toEqual(
      values.slice(1).map((value) => ({ [field]: value })),
    );
  });

  it("sorts and filters a lookup list by its one field", async () => {
    expect((await get("/region?sort=-region_name")).json.regions).toEqual([
      { region_name: "South" },
      { region_name: "North" },
    ]);
    expect((await get("/region?region_name=South")).json.regions).toEqual([{ region_name: "South" }]);
    expect((await get("/region?is_deleted=any")).json.message).toBe("Unknown Field: is_deleted");
  });

  it("gives a CSV template of each entity", async () => {
    const template = await get("/template.csv", "route");
    expect(template.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(template.text).toBe("external_route_id,name,description,is_deleted,stores,users\r\n");
    expect((await get("/template.csv")).text).toMatch(/^store_number,store_name,/);
  });

  it("knows no other list", async () => {
    expect((await get("/planet")).status).toBe(404);
    expect((await get("", "planet")).status).toBe(404);
  });
});

describe("mandatory fields of a project (decisions, section 8)", () => {
  it("takes the names of fields only", async () => {
    const settings = { mandatory_fields: { store: ["manager_name"], route: ["stores"] } };
    expect((await app.operator("PATCH", "/api/operator/projects/acme", settings)).json.mandatory_fields).toEqual(
      settings.mandatory_fields,
    );
    const wrong = await app.operator("PATCH", "/api/operator/projects/acme", {
      mandatory_fields: { user: ["colour"] },
    });
    expect(wrong.status).toBe(400);
    const project = await app.projects.byName("acme");
    if (project === undefined) throw new Error("no project");
    const options = await app.entities.rowCheckOptions(project, "store");
    expect(options).toMatchObject({ extraMandatory: ["manager_name"], lookupPolicy: "strict" });
    expect([...(options.lookups.get("region_name") ?? [])]).toEqual(["North", "South"]);
  });
});

describe("removing a project (decisions, section 8)", () => {
  it("takes its stores with it, and a new one of the same name begins empty", async () => {
    const first = await app.createProject("short");
    await uploadRows(app.db, await projectIdOf("short"), "store", [storeRow()]);
    expect((await app.as(first.token, "GET", "/api/v1/short/entity/store")).json.metadata.total_count).toBe(1);
    expect((await app.operator("DELETE", "/api/operator/projects/short")).status).toBe(204);
    const second = await app.createProject("short");
    expect((await app.as(second.token, "GET", "/api/v1/short/entity/store")).json.metadata.total_count).toBe(0);
  });
});
