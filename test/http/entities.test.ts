import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { KNOWN_LOOKUPS, storeRow, uploadRows } from "../entities/upload-rows.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const AT = new Date("2026-03-01T10:20:30.400Z");

let app: TestApp;
let token: string;
let projectId: number;
const get = (query: string, entity = "store") => app.as(token, "GET", `/api/v1/acme/entity/${entity}${query}`);
const numbers = async (query: string) => {
  const answer = await get(query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.stores.map((store: { store_number: string }) => store.store_number);
};

async function projectIdOf(name: string): Promise<number> {
  const project = await app.projects.byName(name);
  if (project === undefined) throw new Error(`no project ${name}`);
  return project.projectId;
}

beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(AT.getTime()) });
  ({ token } = await app.createProject("acme"));
  projectId = await projectIdOf("acme");
  for (const [type, values] of Object.entries(KNOWN_LOOKUPS)) {
    await app.operator("POST", `/api/operator/projects/acme/lookups/${type}`, { values });
  }
  const rows = [
    storeRow({ store_number: "S-1", city: "Boston", latitude: 10.5, manager_name: "Ann & Co" }),
    storeRow({ store_number: "S-2", city: "Austin", is_active: false, additional_attributes: { size: "L" } }),
    storeRow({ store_number: "S-3", city: "Boston", region_name: "South", state_code: "NY" }),
    storeRow({ store_number: "S-4", city: "Austin", latitude: -3 }),
    storeRow({ store_number: "S-5", city: "Chicago" }),
    storeRow({ store_number: "S-6", city: "Chicago", is_deleted: true }),
  ];
  await uploadRows(app.db, projectId, "store", rows, { at: AT });
});
afterAll(() => app.close());

describe("reading stores (interface, List stores; decisions, section 7)", () => {
  it("gives every field of a store, null where empty, and its time of update in seconds", async () => {
    const { json, status } = await get("?store_number=S-2");
    expect(status).toBe(200);
    expect(json.stores).toEqual([
      {
        store_number: "S-2",
        store_name: "Corner",
        store_display_name: null,
        store_type_name: "Supermarket",
        region_name: "North",
        district_name: null,
        branch_name: null,
        retailer_name: null,
        state_code: null,
        street: "1 Main Street",
        city: "Austin",
        postal_code: null,
        latitude: null,
        longitude: null,
        is_active: false,
        manager_name: null,
        manager_email: null,
        manager_phone: null,
        is_deleted: false,
        additional_attributes: { size: "L" },
        last_update_time: Math.floor(AT.getTime() / 1000),
      },
    ]);
  });

  it("gives the first page of 200 by default, ordered by store_number, without deleted stores", async () => {
    const { json } = await get("");
    expect(json.stores.map((store: { store_number: string }) => store.store_number)).toEqual([
      "S-1",
      "S-2",
      "S-3",
      "S-4",
      "S-5",
    ]);
    const link = "/api/v1/acme/entity/store?page=0&per_page=200";
    expect(json.metadata).toEqual({
      page: 0,
      per_page: 200,
      page_count: 1,
      total_count: 5,
      links: { self: link, first: link, previous: "", next: "", last: link },
    });
  });

  it("leads from page to page by links that keep sort and filters, until next is empty", async () => {
    const seen: string[] = [];
    let path = "/api/v1/acme/entity/store?is_active=true&sort=-city&per_page=2&manager_email=";
    const first = (await app.as(token, "GET", path)).json.metadata;
    expect(first.links).toEqual({
      self: `${path}&page=0`,
      first: `${path}&page=0`,
      previous: "",
      next: expect.stringMatching(/&page=1&after=[\w-]+$/),
      last: `${path}&page=1`,
    });
    while (path !== "") {
      const { json } = await app.as(token, "GET", path);
      seen.push(...json.stores.map((store: { store_number: string }) => store.store_number));
      path = json.metadata.links.next;
    }
    expect(seen).toEqual(["S-5", "S-1", "S-3", "S-4"]);
  });

  it("answers a page past the end with an empty list, and leads back", async () => {
    const { json, status } = await get("?page=7&per_page=2");
    expect(status).toBe(200);
    expect(json.stores).toEqual([]);
    expect(json.metadata).toMatchObject({ page: 7, per_page: 2, page_count: 3, total_count: 5 });
    expect(json.metadata.links).toMatchObject({
      previous: "/api/v1/acme/entity/store?page=2&per_page=2",
      next: "",
      last: "/api/v1/acme/entity/store?page=2&per_page=2",
    });
    expect((await get("?page=999999999999999&per_page=1000")).json.stores).toEqual([]);
  });

  it("answers an empty list where nothing matches, with no page to lead to", async () => {
    const { json } = await get("?city=Nowhere");
    expect(json.stores).toEqual([]);
    expect(json.metadata).toMatchObject({ page_count: 0, total_count: 0 });
    expect(json.metadata.links).toMatchObject({ first: "", previous: "", next: "", last: "" });
  });

  it("lowers a per_page above 1,000 and shows it", async () => {
    expect((await get("?per_page=5000")).json.metadata).toMatchObject({ per_page: 1000 });
  });

  it.each([
    ["?sort=city", ["S-2", "S-4", "S-1", "S-3", "S-5"]],
    ["?sort=-city", ["S-5", "S-1", "S-3", "S-2", "S-4"]],
    ["?sort=-store_number", ["S-5", "S-4", "S-3", "S-2", "S-1"]],
    ["?sort=latitude", ["S-4", "S-1", "S-2", "S-3", "S-5"]],
    ["?sort=is_active", ["S-2", "S-1", "S-3", "S-4", "S-5"]],
    ["?sort=last_update_time", ["S-1", "S-2", "S-3", "S-4", "S-5"]],
  ])("sorts %s with the key between equals", async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  it.each([
    ["?city=Boston", ["S-1", "S-3"]],
    ["?city=Boston&city=Chicago", ["S-1", "S-3", "S-5"]],
    ["?city=boston", []],
    ["?city=Boston&region_name=South", ["S-3"]],
    ["?manager_name=Ann%20%26%20Co", ["S-1"]],
    ["?state_code=", ["S-1", "S-2", "S-4", "S-5"]],
    ["?state_code=&state_code=NY", ["S-1", "S-2", "S-3", "S-4", "S-5"]],
    ["?latitude=10.5", ["S-1"]],
    ["?latitude=10.50000001", ["S-1"]],
    ["?latitude=-3.0", ["S-4"]],
    ["?longitude=", ["S-1", "S-2", "S-3", "S-4", "S-5"]],
    ["?is_active=false", ["S-2"]],
    ["?is_deleted=true", ["S-6"]],
    ["?is_deleted=false&city=Chicago", ["S-5"]],
    ["?is_deleted=any&city=Chicago", ["S-5", "S-6"]],
    ["?additional_attributes=%7B%22size%22%3A%22L%22%7D", ["S-2"]],
    [`?last_update_time=${Math.floor(AT.getTime() / 1000)}&sort=-store_number&per_page=1`, ["S-5"]],
    ["?last_update_time=1", []],
  ])("filters by %s", async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  it.each([
    ["?colour=red", "Unknown Field: colour"],
    ["?Store_Number=S-1", "Unknown Field: Store_Number"],
    ["?sort=colour", "Unknown Field: colour"],
    ["?sort=-colour", "Unknown Field: colour"],
    ["?sort=", "Unknown Field: "],
    ["?__proto__=1", "Unknown Field: __proto__"],
    ["?sort=additional_attributes", "sort cannot be by additional_attributes"],
    ["?sort=city&sort=street", "sort must be given once"],
    ["?page=-1", "page must be a whole number, 0 or more"],
    ["?page=one", "page must be a whole number, 0 or more"],
    ["?page=1.5", "page must be a whole number, 0 or more"],
    ["?page=", "page must be a whole number, 0 or more"],
    ["?page=1&page=2", "page must be given once"],
    ["?per_page=0", "per_page must be a whole number, 1 or more"],
    ["?per_page=x", "per_page must be a whole number, 1 or more"],
    ["?latitude=north", "latitude must be a number"],
    ["?is_active=maybe", "is_active must be true or false"],
    ["?is_deleted=maybe", "is_deleted must be true or false, or any"],
    ["?city=%00", "city must not contain a null character"],
    ["?additional_attributes=L", 'additional_attributes must be a JSON object, such as {"size":"big"}'],
    ["?last_update_time=today", "last_update_time must be a whole number of seconds since 1970"],
  ])("answers 400 to %s", async (query, message) => {
    const { status, json } = await get(query);
    expect({ status, json }).toEqual({ status: 400, json: { statusCode: 400, message, error: "Bad Request" } });
  });

  it("answers 401 without a valid token and 403 for another project", async () => {
    const { token: foreign } = await app.createProject("other");
    const denied = await app.as("nonsense", "GET", "/api/v1/acme/entity/store");
    expect([denied.status, denied.json.message]).toEqual([401, "Incorrect or expired token"]);
    const forbidden = await app.as(foreign, "GET", "/api/v1/acme/entity/store");
    expect([forbidden.status, forbidden.json.message]).toEqual([
      403,
      "A forbidden resource has been requested /api/v1/acme/entity/store",
    ]);
    expect((await app.as(foreign, "GET", "/api/V2/other/entity/store")).json.metadata.total_count).toBe(0);
  });

  it("names the list `store` in a project that asks for it", async () => {
    const singular = await app.createProject("single", { list_key: "singular" });
    const { json } = await app.as(singular.token, "GET", "/api/v1/single/entity/store");
    expect(Object.keys(json)).toEqual(["metadata", "store"]);
    const regions = await app.as(singular.token, "GET", "/api/v1/single/entity/store/region");
    expect(Object.keys(regions.json)).toEqual(["metadata", "region"]);
  });

  it("counts anew after every upload that changed something", async () => {
    const { token: growing } = await app.createProject("growing");
    const id = await projectIdOf("growing");
    const total = async () =>
      (await app.as(growing, "GET", "/api/v1/growing/entity/store?city=Springfield")).json.metadata.total_count;
    expect(await total()).toBe(0);
    await uploadRows(app.db, id, "store", [storeRow()]);
    expect(await total()).toBe(1);
    await uploadRows(app.db, id, "store", [storeRow(), storeRow({ store_number: "S-2" })]);
    expect(await total()).toBe(2);
    await uploadRows(app.db, id, "store", [storeRow({ is_deleted: true })]);
    expect(await total()).toBe(1);
  });
});
