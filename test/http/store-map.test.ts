import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const WORLD = "-180,-85,180,85";
const STORES = [
  // Two in Berlin, one in Munich, one in Sydney, one without a place, one deleted.
  { store_number: "b1", store_name: "Mitte", city: "Berlin", latitude: 52.52, longitude: 13.4 },
  { store_number: "b2", store_name: "Kreuzberg", city: "Berlin", latitude: 52.5, longitude: 13.42 },
  { store_number: "m1", store_name: "Sendling", city: "Munich", latitude: 48.12, longitude: 11.54 },
  { store_number: "s1", store_name: "<img src=x>", city: "Sydney", latitude: -33.87, longitude: 151.2 },
  { store_number: "n1", store_name: "Nowhere", city: "Berlin" },
  { store_number: "d1", store_name: "Gone", city: "Berlin", latitude: 52.51, longitude: 13.41, is_deleted: true },
].map((store) => ({ store_type_name: "Shop", region_name: "Any", street: "Main 1", ...store }));

let app: TestApp;
let client: ShelfwireClient;
let otherToken: string;
beforeAll(async () => {
  app = await startTestApp();
  const { token } = await app.createProject("acme", { lookup_policy: "open" });
  otherToken = (await app.createProject("other")).token;
  client = new ShelfwireClient({ baseUrl: app.url, token, projectName: "acme", retries: 0 });
  await upload(STORES);
});
afterAll(() => app.close());

async function upload(stores: object[]): Promise<void> {
  const file = new File([JSON.stringify(stores)], "stores.json");
  await client.waitForJob((await client.upload({ entityType: "store", file })).async_job_id);
}

describe("the map of stores", () => {
  it("gathers those that are near each other, and names those that are alone", async () => {
    const { clusters, ...counts } = await client.storeMap({ bbox: WORLD, cells: 90 });
    expect(counts).toEqual({ placed: 4, without_place: 1 });
    expect(clusters.map(({ count, store_number, store_name }) => [count, store_number, store_name])).toEqual([
      [2, null, null],
      [1, "m1", "Sendling"],
      [1, "s1", "<img src=x>"],
    ]);
    expect(clusters[0]?.bounds).toEqual([13.4, 52.5, 13.42, 52.52]);
    expect(clusters[0]?.longitude).toBeCloseTo(13.41, 6);
  });

  it("takes them apart in a smaller area, and counts those beyond it", async () => {
    const near = await client.storeMap({ bbox: "13.3,52.4,13.5,52.6", cells: 32 });
    expect(near.clusters.map(({ store_number }) => store_number)).toEqual(["b1", "b2"]);
    expect(near.placed).toBe(4);
    expect((await client.storeMap({ bbox: "0,0,1,1", cells: 4 })).clusters).toEqual([]);
  });

  it("shows all of them where no area is named, however they stand", async () => {
    const { clusters } = await client.storeMap({ cells: 90 });
    expect(clusters.map(({ count, store_number }) => [count, store_number])).toEqual([
      [2, null],
      [1, "m1"],
      [1, "s1"],
    ]);
    const alone = await client.storeMap({ city: "Munich" });
    expect(alone.clusters.map(({ store_number, bounds }) => [store_number, bounds])).toEqual([
      ["m1", [11.54, 48.12, 11.54, 48.12]],
    ]);
    expect(await client.storeMap({ city: "Nowhere" })).toEqual({ placed: 0, without_place: 0, clusters: [] });
  });

  it("is in step with the filters and the search of the list", async () => {
    const numbers = async (filters: object) =>
      (await client.storeMap({ bbox: WORLD, cells: 128, ...filters })).clusters.map(({ store_number }) => store_number);
    expect(await numbers({ city: "Munich" })).toEqual(["m1"]);
    expect(await numbers({ q: "sendl" })).toEqual(["m1"]);
    expect(await numbers({ is_deleted: "true" })).toEqual(["d1"]);
    await expect(numbers({ colour: "red" })).rejects.toThrow("Unknown Field: colour");
  });

  it("shows a job's stores as soon as it is done", async () => {
    expect((await client.storeMap({ bbox: WORLD, cells: 9, city: "Lima" })).placed).toBe(0);
    await upload([{ ...STORES[0], store_number: "l1", city: "Lima", latitude: -12.05, longitude: -77.04 }]);
    expect((await client.storeMap({ bbox: WORLD, cells: 9, city: "Lima" })).placed).toBe(1);
  });

  it.each(["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "10,0,5,1", "0,10,1,5", "-181,0,1,1", "0,0,1,91", "0,,1,1"])(
    "refuses the bounds %j",
    async (bbox) => {
      await expect(client.storeMap({ bbox, cells: 4 })).rejects.toThrow(
        bbox === "" ? "bbox" : "bbox must be west,south,east,north in degrees",
      );
    },
  );

  it("takes an area that touches the edges of the world, and at most 128 columns", async () => {
    expect((await client.storeMap({ bbox: "-180,-90,180,90", cells: 128 })).placed).toBeGreaterThan(3);
    await expect(client.storeMap({ bbox: WORLD, cells: 129 })).rejects.toThrow("cells");
  });

  it("shows nothing of one project to another", async () => {
    const path = `/entity/store/map?bbox=${WORLD}&cells=4`;
    expect((await app.as(otherToken, "GET", `/api/v4/acme${path}`)).status).toBe(403);
    expect((await app.as(otherToken, "GET", `/api/v4/other${path}`)).json).toEqual({
      placed: 0,
      without_place: 0,
      clusters: [],
    });
  });
});
