import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { storeRow, uploadRows } from "../entities/upload-rows.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const AT = new Date("2026-03-01T10:20:30.400Z");
const LIST = "/api/v1/acme/entity/store";

let app: TestApp;
let token: string;
let projectId: number;
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers: { authorization: `Auth-Token ${token}`, ...headers } });
const get = (query: string) => app.as(token, "GET", `${LIST}${query}`);
const numbers = async (query: string) => {
  const { status, json, text } = await get(query);
  if (status !== 200) throw new Error(text);
  return json.stores.map((store: { store_number: string }) => store.store_number);
};

beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(AT.getTime()) });
  ({ token } = await app.createProject("acme"));
  const project = await app.projects.byName("acme");
  if (project === undefined) throw new Error("no project");
  ({ projectId } = project);
  await app.operator("POST", "/api/operator/projects/acme/lookups/region_name", { values: ["North", "South"] });
  const rows = Array.from({ length: 30 }, (_, i) =>
    storeRow({
      store_number: `S-${10 + i}`,
      city: i % 3 === 0 ? "Ürümqi" : "Boston",
      street: `${i} ${"long ".repeat(8)}street`,
    }),
  );
  await uploadRows(app.db, projectId, "store", rows, { at: AT });
  await uploadRows(app.db, projectId, "store", [storeRow({ store_number: "S-99", is_deleted: true })], {
    at: new Date(AT.getTime() + 5_000),
  });
});
afterAll(() => app.close());

describe("fields of a list", () => {
  it("are those that are asked for, in their own order", async () => {
    const { json } = await get("?fields=city,store_number&fields=last_update_time&per_page=1");
    expect(json.stores).toEqual([
      { store_number: "S-10", city: "Ürümqi", last_update_time: AT.getTime() / 1_000 - 0.4 },
    ]);
    expect(Object.keys(json.stores[0])).toEqual(["store_number", "city", "last_update_time"]);
    expect(json.metadata.links.next).toContain("fields=city%2Cstore_number&fields=last_update_time");
  });

  it.each([
    ["?fields=", "Unknown Field: "],
    ["?fields=store_number,colour", "Unknown Field: colour"],
  ])("must be known: %s", async (query, message) => {
    expect((await get(query)).json).toMatchObject({ statusCode: 400, message });
  });
});

describe("what was updated since", () => {
  it.each([
    [`updated_since=${AT.getTime() / 1_000 - 0.4 + 5}`, ["S-99"]],
    ["updated_since=2026-03-01T10:20:35Z", ["S-99"]],
    ["updated_since=2026-03-01T11:20:35.999%2B01:00", ["S-99"]],
    ["updated_since=2026-03-01T11:20:35+01:00", ["S-99"]],
    ["updated_since=2026-03-01T10:20:36Z", []],
    ["updated_since=2026-03-02", []],
  ])("is read by %s", async (query, expected) => {
    expect(await numbers(`?is_deleted=any&${query}`)).toEqual(expected);
  });

  it("includes the second itself, and leaves deleted stores out unless they are asked for", async () => {
    expect(await numbers("?updated_since=2026-03-01T10:20:30Z&per_page=100")).toHaveLength(30);
    expect(await numbers("?updated_since=2026-03-01T10:20:35Z")).toEqual([]);
  });

  it.each(["yesterday", "2026-03-01T10:20:30", "2026-13-01", "-1", ""])("is no time: %s", async (text) => {
    const { json } = await get(`?updated_since=${text}`);
    expect(json.message).toBe("updated_since must be seconds since 1970, or a time such as 2026-03-01T10:20:30Z");
  });
});

describe("searching a list", () => {
  it.each([
    ["?q=s-1", 10],
    ["?q=ürüm", 10],
    ["?q=29%20LONG", 1],
    ["?q=%25", 0],
    ["?q=", 30],
  ])("looks for the text in key and names, in any case: %s", async (query, total) => {
    expect((await get(query)).json.metadata.total_count).toBe(total);
  });

  it("takes no endless text", async () => {
    expect((await get(`?q=${"a".repeat(201)}`)).json.message).toBe("q must be at most 200 characters long");
  });
});

describe("walking by links.next", () => {
  it("begins behind the last store of the page before, even if stores came or went meanwhile", async () => {
    const { json } = await get("?per_page=10");
    await uploadRows(app.db, projectId, "store", [
      storeRow({ store_number: "S-05" }),
      storeRow({ store_number: "S-12", is_deleted: true }),
      storeRow({ store_number: "S-13", is_deleted: true }),
    ]);
    const second = await app.as(token, "GET", json.metadata.links.next);
    expect(second.json.stores[0].store_number).toBe("S-20");
    expect(second.json.metadata).toMatchObject({ page: 1, total_count: 29 });
    expect(second.json.metadata.links.self).toBe(json.metadata.links.next);
    expect(second.json.metadata.links.first).toBe(`${LIST}?per_page=10&page=0`);
    await uploadRows(app.db, projectId, "store", [
      storeRow({ store_number: "S-05", is_deleted: true }),
      storeRow({ store_number: "S-12", is_deleted: false }),
      storeRow({ store_number: "S-13", is_deleted: false }),
    ]);
  });

  it.each([
    ["after=nonsense"],
    ["after=WyJjaXR5IiwiQiIsIlMtMSJd"],
    [`sort=latitude&after=${Buffer.from('["latitude","north","S-1"]').toString("base64url")}`],
    [`sort=city&after=${Buffer.from('["city","\\u0000","S-1"]').toString("base64url")}`],
    [`sort=last_update_time&after=${Buffer.from('["last_update_time",1e99,"S-1"]').toString("base64url")}`],
  ])("refuses a place that it did not give out: %s", async (query) => {
    const { status, json } = await get(`?${query}`);
    expect([status, json.message]).toEqual([400, "after must be left as links.next has it, with the same sort"]);
  });
});

describe("versions of lists", () => {
  it("stand until a job changes something, for each page and form", async () => {
    const first = await ask(LIST);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const header of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
      const again = await ask(LIST, { "if-none-match": header });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    }
    expect((await ask(LIST, { "if-none-match": '"other"' })).status).toBe(200);
    await uploadRows(app.db, projectId, "store", [storeRow({ store_number: "S-10", city: "Ürümqi", street: "anew" })]);
    const changed = await ask(LIST, { "if-none-match": tag });
    expect([changed.status, changed.headers.get("etag") === tag]).toEqual([200, false]);
    const same = storeRow({ store_number: "S-10", city: "Ürümqi", street: "anew" });
    await uploadRows(app.db, projectId, "store", [same]);
    expect((await ask(LIST, { "if-none-match": changed.headers.get("etag") ?? "" })).status).toBe(304);
  });

  it("are others where the project names the list differently", async () => {
    const tag = (await ask(LIST)).headers.get("etag") ?? "";
    await app.operator("PATCH", "/api/operator/projects/acme", { list_key: "singular" });
    expect((await ask(LIST, { "if-none-match": tag })).status).toBe(200);
    await app.operator("PATCH", "/api/operator/projects/acme", { list_key: "plural" });
  });

  it("are kept of lookup lists too", async () => {
    const tag = (await ask(`${LIST}/region`)).headers.get("etag") ?? "";
    expect((await ask(`${LIST}/region`, { "if-none-match": tag })).status).toBe(304);
    await app.operator("POST", "/api/operator/projects/acme/lookups/region_name", { values: ["East"] });
    const changed = await ask(`${LIST}/region?q=EAST`, { "if-none-match": tag });
    expect([changed.status, (await changed.json()).regions]).toEqual([200, [{ region_name: "East" }]]);
  });
});

describe("compressed lists", () => {
  it.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["*", "br"],
    ["br;q=0, gzip;q=0", null],
    ["identity", null],
    ["identity;q=1, gzip;q=0.5", null],
    ["deflate", null],
  ])("go out to Accept-Encoding %s as %s", async (accepted, coding) => {
    const answer = await ask(LIST, { "accept-encoding": accepted });
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([coding, "accept-encoding"]);
    expect((await answer.json()).stores).toHaveLength(30);
  });

  it("stay as they are where they are short", async () => {
    const answer = await ask(`${LIST}?per_page=1`, { "accept-encoding": "gzip" });
    expect(answer.headers.get("content-encoding")).toBeNull();
  });

  it("tell HEAD the same, without the body", async () => {
    const answer = await fetch(`${app.url}${LIST}`, {
      method: "HEAD",
      headers: { authorization: `Auth-Token ${token}` },
    });
    expect([answer.status, answer.headers.get("etag") !== null, await answer.text()]).toEqual([200, true, ""]);
  });
});
