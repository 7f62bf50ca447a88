import { describe, expect, it } from "vitest";
import {
  filterOf,
  isFiltered as isFilteredDeliveries,
  readDeliveriesSearch,
  sessionMistake,
} from "../../console/src/pages/deliveries/deliveries-search.ts";
import {
  EMPTY,
  filterQuery,
  isFiltered,
  noFilters,
  readEntitiesSearch,
  shownFields,
} from "../../console/src/pages/entities/entities-search.ts";
import { ENTITY_SHAPES } from "../../console/src/pages/entities/entity-fields.ts";
import {
  isFiltered as isFilteredJobs,
  filterOf as jobFilterOf,
  NO_FILTERS as NO_JOB_FILTERS,
  readJobSearch,
  readJobsSearch,
} from "../../console/src/pages/jobs/jobs-search.ts";
import { parseSearch, stringifySearch } from "../../console/src/parts/search-params.ts";
import { ENTITIES } from "../../src/entities/registry.ts";

const SESSION = "0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10";

describe("what the address of a page says", () => {
  it("of deliveries leaves out what makes no sense, and comes back as it was", () => {
    const text = `?status=dead&url=https%3A%2F%2Fh.example%2Fin%3Fkey%3D****&session=${SESSION}&since=24h`;
    const search = readDeliveriesSearch(parseSearch(text));
    expect(stringifySearch({ ...search })).toBe(`?${new URLSearchParams(text)}`);
    expect(readDeliveriesSearch(parseSearch("?status=odd&since=9y&from=yesterday&to="))).toEqual(
      readDeliveriesSearch({}),
    );
    expect(isFilteredDeliveries(readDeliveriesSearch({ open: "x", cursor: "y" }))).toBe(false);
  });

  it("counts a span back from the beginning of the minute, so that a refresh asks for the same", () => {
    const search = readDeliveriesSearch({ since: "1h", session: SESSION.toUpperCase() });
    const at = Date.parse("2026-03-01T10:00:31.000Z");
    expect(filterOf(search, at)).toMatchObject({ from: "2026-03-01T09:00:00.000Z", session_uid: SESSION });
    expect(filterOf(search, at)).toEqual(filterOf(search, at + 20_000));
    expect(sessionMistake("")).toBeUndefined();
    expect(sessionMistake(SESSION)).toBeUndefined();
    expect(sessionMistake("42")).toContain("UUID");
  });

  it("of jobs reads states, entities and pages", () => {
    expect(readJobsSearch(parseSearch("?status=in+progress&entity=user&page=2"))).toEqual({
      status: "in progress",
      entity: "user",
      page: 2,
    });
    expect(readJobsSearch(parseSearch("?status=1&entity=shop&page=-1&since=9y&to=never&q="))).toEqual(
      readJobsSearch({}),
    );
    expect(isFilteredJobs(readJobsSearch({ page: "2" }))).toBe(false);
    const search = readJobsSearch(parseSearch("?q=May+stores&from=2026-03-01T10:00:00%2B01:00&since=15m"));
    expect(isFilteredJobs(search)).toBe(true);
    expect(jobFilterOf(search, 0)).toMatchObject({ q: "May stores", from: "2026-03-01T09:00:00.000Z", to: undefined });
    expect(isFilteredJobs({ ...search, ...NO_JOB_FILTERS })).toBe(false);
    expect(readJobSearch(parseSearch("?code=unknown_lookup&field=city"))).toMatchObject({ code: "unknown_lookup" });
  });
});

describe("what the address says of stores, users and routes", () => {
  const store = ENTITY_SHAPES.store;

  it("knows every field that the service has, in its order, and the time of the last change", () => {
    for (const type of ["store", "user", "route"] as const) {
      const names = ENTITIES[type].fields.map(({ name }) => name);
      expect(ENTITY_SHAPES[type].fields.map(({ name }) => name)).toEqual([...names, "last_update_time"]);
      expect(ENTITY_SHAPES[type].key).toBe(ENTITIES[type].key);
      expect(ENTITY_SHAPES[type].plural).toBe(ENTITIES[type].plural);
    }
  });

  it("keeps several values of a filter, and an empty one", () => {
    const raw = parseSearch(`?q=graz&region_name=East&region_name=West&city=${EMPTY}&colour=red&sort=-city`);
    const search = readEntitiesSearch("store", raw);
    expect(filterQuery(search, store)).toEqual({ q: "graz", region_name: ["East", "West"], city: [""] });
    expect(search.sort).toBe("-city");
    expect(isFiltered(search, store)).toBe(true);
    expect(isFiltered({ ...search, ...noFilters(store) }, store)).toBe(false);
  });

  it("takes neither a map of users nor an order by attributes", () => {
    expect(readEntitiesSearch("user", { view: "map" }).view).toBeUndefined();
    expect(readEntitiesSearch("store", { view: "map" }).view).toBe("map");
    expect(readEntitiesSearch("store", { sort: "additional_attributes" }).sort).toBeUndefined();
    expect(readEntitiesSearch("store", { sort: "-colour" }).sort).toBeUndefined();
  });

  it("always shows the key, and the usual columns where nothing is left", () => {
    expect(shownFields("city,latitude", store).map(({ name }) => name)).toEqual(["store_number", "city", "latitude"]);
    expect(shownFields("no_such_field", store)).toEqual(shownFields(undefined, store));
  });
});
