import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { isMigrated, knownMigrations, migrate } from "../../src/db/migrate.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

describe("migrations", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it("finds nothing to do on an up-to-date schema", async () => {
    expect(await migrate(database.db, silentLogger())).toEqual({ ok: true, applied: [] });
    expect(await isMigrated(database.db)).toBe(true);
  });

  it("refuses a schema that a newer version has made, and changes nothing", async () => {
    await database.db.execute(
      statement("test_insert_migration", "insert into migrations (name) values ('9999_future.sql')"),
    );
    const result = await migrate(database.db, silentLogger());
    expect(result).toMatchObject({
      ok: false,
      reason: expect.stringContaining("newer Shelfwire (it has 9999_future.sql)"),
    });
    expect(await isMigrated(database.db)).toBe(false);
  });

  it("runs each migration once when several processes start at the same time", async () => {
    await database.db.run("drop schema public cascade; create schema public");
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.db, silentLogger())));
    expect(results.flatMap((result) => (result.ok ? result.applied : ["refused"])).sort()).toEqual(knownMigrations());
  });
});
