import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { openStaging } from "../../src/entities/staging.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { rowCheck, STORE_ROW } from "./sample-rows.ts";
import { addRows } from "./upload-rows.ts";

const ONE = statement("test_one", "select 1 as one");

describe("staging of a row that the database refuses", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("fails with the reason, and gives the session back in working order", async () => {
    const row = rowCheck().checkObject({ ...STORE_ROW, latitude: 1.5 });
    if (!row.accepted) throw new Error("the sample row is good");
    const spoiled = { ...row, values: row.values.map((value) => (value === 1.5 ? "north" : value)) };
    await database.db.session(async (session) => {
      const staging = await openStaging(session, STORE);
      await expect(addRows(staging, [spoiled]).then(() => staging.finish())).rejects.toThrow(/north/);
      await staging.close();
      expect(await session.one(ONE)).toEqual({ one: 1 });
    });
  });
});
