import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { type PageWay, pageStatement } from "../../src/entities/entity-reads.ts";
import { selectOrder } from "../../src/entities/matches-reads.ts";
import { parseReadQuery, type RawQuery } from "../../src/entities/read-query.ts";
import { RowPlaces } from "../../src/entities/row-places.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { observePlan } from "../support/plans.ts";
import { createProjectRow } from "./upload-rows.ts";

const ROWS = 30_000;
const PER_PAGE = 200;

describe("statements of pages", () => {
  let database: TestDatabase;
  let projectId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    projectId = await createProjectRow(database.db, "large");
    // Beside a neighbour, whose rows nobody is to look at. Statistics are not gathered yet, as after an upload.
    for (const id of [projectId, await createProjectRow(database.db, "neighbour")]) {
      await database.db.execute(FILL, [id, ROWS]);
    }
  });
  afterAll(() => database.drop());

  const query = (raw: RawQuery) => {
    const outcome = parseReadQuery(STORE, raw);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return outcome.query;
  };
  const visitedBy = (raw: RawQuery, way: PageWay) => {
    const { text, values } = pageStatement(projectId, { definition: STORE, query: query(raw), way });
    return observePlan(database.db, (db) => db.rows(text, values));
  };

  it.each([
    ["the first page", {}, { skipped: 0 }],
    ["a page behind a place", {}, { skipped: 0, after: { value: "S-15000", key: "S-15000" } }],
    ["the first page descending", { sort: "-store_number" }, { skipped: 0 }],
  ])("find %s by the key's index, without a look at the others", async (_, raw, way) => {
    const { rowsVisited, scanned } = await visitedBy(raw, way);
    expect(rowsVisited).toBeLessThanOrEqual(PER_PAGE + 10);
    expect(scanned).not.toContain("stores");
  });

  it("read the rows at their places, and no others", async () => {
    const { db } = database;
    const sort = { field: "city", descending: false };
    const order = await selectOrder(db, projectId, { definition: STORE, filters: [], sort, sampleEvery: 256 });
    const places = RowPlaces.fromBase64(order.places).text(20_000, 20_000 + PER_PAGE + 1);
    const { rowsVisited, scanned } = await visitedBy({ sort: "city" }, { places, skipped: 0 });
    expect(rowsVisited).toBeLessThanOrEqual(PER_PAGE + 10);
    expect(scanned).not.toContain("stores");
  });
});

const FILL = statement(
  "",
  `insert into stores (project_id, store_number, store_name, store_type_name, region_name, street, city, is_active,
     is_deleted, additional_attributes, updated_at)
   select $1, 'S-' || (10000 + n), 'Store', 'Grocery', 'North', 'Street ' || n, 'City ' || n % 499, true, false, '{}', now()
   from generate_series(1, $2::int) as n`,
);
