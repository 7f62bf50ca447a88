import { readFileSync } from "node:fs";
import { join } from "node:path";
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

  it("keeps every value of stores, users and routes where it puts their columns in another order", async () => {
    const { db } = database;
    await db.run("drop schema public cascade; create schema public");
    await db.run("create table migrations (name text primary key, applied_at timestamptz not null default now())");
    for (const name of knownMigrations().filter((known) => known < "0011")) {
      await db.run(readFileSync(join(import.meta.dirname, "..", "..", "migrations", name), "utf8"));
      await db.execute(statement("test_insert_applied", "insert into migrations (name) values ($1)"), [name]);
    }
    await db.run(FILL_ENTITIES);
    const before = await db.rows(SELECT_ENTITIES);
    expect(before).toHaveLength(6);
    expect(await migrate(db, silentLogger())).toMatchObject({ ok: true, applied: ["0011_flags_first.sql"] });
    expect(await db.rows(SELECT_ENTITIES)).toEqual(before);
    // Nothing that was kept of the rows' old places may hold.
    expect(await db.rows(statement("test_generation", "select generation from entity_sets"))).toEqual([
      { generation: 8 },
    ]);
  });
});

/** Each value tells its column; the second row has none where there may be none. */
const FILL_ENTITIES = `
  insert into projects (name, settings, created_at, updated_at) values ('kept', '{}', now(), now());
  insert into entity_sets values (1, 'store', 7, now());
  insert into stores values
    (1, 'number', 'name', 'display', 'type', 'region', 'district', 'branch', 'retailer', 'state', 'street', 'city', 'post', 1.5, 2.5,
     true, 'manager', 'email', 'phone', false, '{"a": "b"}', '2026-01-02T03:04:05Z'),
    (1, 'second', 'name', null, 'type', 'region', null, null, null, null, 'street', 'city', null, null, null,
     false, null, null, null, true, '{}', '2026-01-02T03:04:06Z');
  insert into users values
    (1, 'login', 'email', 'mobile', 'first', 'last', 'role', 'supervisor', '{r}', '{s}', true, false, '2026-01-02T03:04:05Z'),
    (1, 'second', null, null, 'first', 'last', null, null, '{}', '{}', false, true, '2026-01-02T03:04:06Z');
  insert into routes values
    (1, 'route', 'name', 'description', false, '{s}', '{u}', '2026-01-02T03:04:05Z'),
    (1, 'second', 'name', null, true, '{}', '{}', '2026-01-02T03:04:06Z')`;
const SELECT_ENTITIES = statement(
  "test_select_entities",
  `select to_jsonb(s) as row from stores s union all select to_jsonb(u) from users u union all select to_jsonb(r) from routes r
   order by 1`,
);
