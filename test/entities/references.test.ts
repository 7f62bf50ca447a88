import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createProjectRow, storeRow, uploadRows } from "./upload-rows.ts";

describe("lists of keys: each must exist (decisions, section 6)", () => {
  let database: TestDatabase;
  let projectId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    projectId = await createProjectRow(database.db, "acme");
    const other = await createProjectRow(database.db, "other");
    await uploadRows(database.db, projectId, "store", [
      storeRow({ store_number: "S-1" }),
      storeRow({ store_number: "S-2" }),
      storeRow({ store_number: "S-gone", is_deleted: true }),
    ]);
    await uploadRows(database.db, other, "store", [storeRow({ store_number: "S-other" })]);
  });
  afterAll(() => database.drop());

  const routes = (rows: readonly unknown[]) => uploadRows(database.db, projectId, "route", rows);
  const route = (fields: Record<string, unknown>) => ({ external_route_id: "R-1", name: "Monday", ...fields });

  it("accepts existing keys, in their order, and lists that are empty", async () => {
    const { rejected } = await routes([
      route({ stores: ["S-2", "S-1"] }),
      route({ external_route_id: "R-2", stores: [] }),
      route({ external_route_id: "R-3" }),
    ]);
    expect(rejected).toEqual([]);
    const stored = await database.db.rows(SELECT_ROUTES, [projectId]);
    expect(stored).toMatchObject([{ stores: ["S-2", "S-1"] }, { stores: [] }, { stores: [], users: [] }]);
  });

  it("rejects keys that do not exist, are deleted, or belong to another project, and names them", async () => {
    const { rejected, result } = await routes([
      route({ external_route_id: "R-8", stores: ["S-1", "S-9", "S-gone"], users: ["nobody"] }),
      route({ external_route_id: "R-9", stores: ["S-other"] }),
    ]);
    expect(rejected).toEqual([
      {
        accepted: false,
        key: "R-8",
        failures: [
          { code: "unknown_reference", fields: ["stores"], message: "Unknown store_number 'S-9'", values: ["S-9"] },
          {
            code: "unknown_reference",
            fields: ["stores"],
            message: "Unknown store_number 'S-gone'",
            values: ["S-gone"],
          },
          { code: "unknown_reference", fields: ["users"], message: "Unknown login_name 'nobody'", values: ["nobody"] },
        ],
      },
      {
        accepted: false,
        key: "R-9",
        failures: [
          {
            code: "unknown_reference",
            fields: ["stores"],
            message: "Unknown store_number 'S-other'",
            values: ["S-other"],
          },
        ],
      },
    ]);
    expect(result.created).toBe(0);
  });

  it("tells at most 3 failures of a row, and keeps the rows around it in order", async () => {
    const user = (login_name: string, fields = {}) => ({ login_name, first_name: "A", last_name: "B", ...fields });
    const { rejected, result } = await uploadRows(database.db, projectId, "user", [
      user("u1", { stores: ["S-1"] }),
      user("u2", { routes: ["a", "b"], stores: ["c", "d"] }),
      user("u3"),
    ]);
    expect(result.created).toBe(2);
    expect(rejected.map(({ key, failures }) => [key, failures.map(({ message }) => message)])).toEqual([
      ["u2", ["Unknown external_route_id 'a'", "Unknown external_route_id 'b'", "Unknown store_number 'c'"]],
    ]);
  });
});

const SELECT_ROUTES = statement("test_routes", "select * from routes where project_id = $1 order by 2");
