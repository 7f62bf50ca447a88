import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { dropDayPartitions, ensureDayPartitions } from "../../src/db/partitions.ts";
import { uuidv7 } from "../../src/lib/ids.ts";
import { DAY } from "../../src/lib/units.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const START = Date.UTC(2040, 0, 1, 15);

describe("day partitions on a UUID version 7", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.run("create table things (thing_id uuid primary key) partition by range (thing_id)");
  });
  afterAll(() => database.drop());

  it("are made once, also by several processes at the same time, and hold the rows of their day", async () => {
    await Promise.all([1, 2, 3].map(() => ensureDayPartitions(database.db, "things", START, 3)));
    const insert = statement(
      "test_insert_thing",
      "insert into things values ($1) returning tableoid::regclass::text as partition",
    );
    const row = await database.db.one<{ partition: string }>(insert, [uuidv7(START + DAY)]);
    expect(row.partition).toBe("things_20400102");
  });

  it("are dropped when all of the day is past the limit, and not before", async () => {
    await ensureDayPartitions(database.db, "things", START, 3);
    expect(await dropDayPartitions(database.db, "things", Date.UTC(2040, 0, 2, 23, 59))).toEqual(["things_20400101"]);
    expect(await dropDayPartitions(database.db, "things", Date.UTC(2040, 0, 3))).toEqual(["things_20400102"]);
  });
});
