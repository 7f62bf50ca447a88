import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { removeProjectRows } from "../../src/entities/entities.ts";
import { selectGeneration } from "../../src/entities/entity-sets-store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createProjectRow, storeRow, uploadRows } from "./upload-rows.ts";

const T1 = new Date("2026-01-01T00:00:00Z");
const T2 = new Date("2026-01-02T00:00:00Z");
const NOTHING = { created: 0, changed: 0, unchanged: 0, deleted: 0, superseded: 0 };

let database: TestDatabase;
let projectId: number;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  projects += 1;
  projectId = await createProjectRow(database.db, `project-${projects}`);
});

const upload = (rows: readonly unknown[], options?: Parameters<typeof uploadRows>[4]) =>
  uploadRows(database.db, projectId, "store", rows, options);

async function stored(project = projectId): Promise<Record<string, unknown>[]> {
  return database.db.rows(SELECT_STORES, [project]);
}
const SELECT_STORES = statement("test_stores", "select * from stores where project_id = $1 order by store_number");
const SELECT_LOOKUPS = statement(
  "test_lookup_values",
  "select lookup_type || '=' || value as line from lookup_values where project_id = $1 order by 1",
);

describe("store flags (interface, States and transitions)", () => {
  it("adds a store that is absent, with the default flags", async () => {
    expect((await upload([storeRow()])).result).toEqual({ ...NOTHING, created: 1 });
    expect(await stored()).toMatchObject([
      { store_number: "S-1", city: "Springfield", is_active: true, is_deleted: false },
    ]);
  });

  it("updates a store that exists, sets empty values to null, and keeps its number", async () => {
    await upload([storeRow({ postal_code: "10001", manager_name: "Ann" })]);
    const { result } = await upload([storeRow({ store_name: "Corner II", postal_code: "", manager_name: null })]);
    expect(result).toEqual({ ...NOTHING, changed: 1 });
    expect(await stored()).toMatchObject([
      { store_number: "S-1", store_name: "Corner II", postal_code: null, manager_name: null },
    ]);
  });

  it("deactivates with is_active false, which is not a deletion", async () => {
    await upload([storeRow()]);
    expect((await upload([storeRow({ is_active: false })])).result).toEqual({ ...NOTHING, changed: 1 });
    expect(await stored()).toMatchObject([{ is_active: false, is_deleted: false }]);
  });

  it("deletes with is_deleted true, and brings back with false", async () => {
    await upload([storeRow()]);
    expect((await upload([storeRow({ is_deleted: true })])).result).toEqual({ ...NOTHING, deleted: 1 });
    expect(await stored()).toMatchObject([{ is_deleted: true, is_active: true }]);
    expect((await upload([storeRow({ is_deleted: true })])).result).toEqual({ ...NOTHING, unchanged: 1 });
    expect((await upload([storeRow({ is_deleted: false })])).result).toEqual({ ...NOTHING, changed: 1 });
    expect(await stored()).toMatchObject([{ is_deleted: false }]);
  });

  it.each([{ is_active: false }, { is_deleted: true }])(
    "rejects %j without the other mandatory fields",
    async (flag) => {
      await upload([storeRow()]);
      const { result, rejected } = await upload([{ store_number: "S-1", ...flag }]);
      expect(result).toEqual(NOTHING);
      expect(rejected[0]?.failures[0]?.message).toBe(
        "Missing mandatory fields:store_name,store_type_name,region_name,street,city",
      );
      expect(await stored()).toMatchObject([{ is_active: true, is_deleted: false }]);
    },
  );

  it("sets an empty flag to its default", async () => {
    await upload([storeRow({ is_active: false, is_deleted: true })]);
    await upload([storeRow({ is_active: "", is_deleted: null })]);
    expect(await stored()).toMatchObject([{ is_active: true, is_deleted: false }]);
  });
});

describe("merging rows (decisions, section 6)", () => {
  const full = storeRow({ latitude: 12.3456789, manager_phone: "1", additional_attributes: { size: "L", b: null } });

  it("leaves absent fields as they are, whether all rows bring the same fields or not", async () => {
    await upload([full, storeRow({ store_number: "S-2", manager_phone: "2" })]);
    await upload([storeRow({ city: "Shelbyville" })]);
    const kept = { latitude: 12.345679, manager_phone: "1", additional_attributes: { size: "L", b: null } };
    expect(await stored()).toMatchObject([{ city: "Shelbyville", ...kept }, { manager_phone: "2" }]);

    await upload([storeRow({ latitude: 1 }), storeRow({ store_number: "S-2", manager_phone: "22" })]);
    expect(await stored()).toMatchObject([
      { ...kept, city: "Springfield", latitude: 1 },
      { latitude: null, manager_phone: "22" },
    ]);
  });

  it("replaces additional attributes as a whole", async () => {
    await upload([full]);
    await upload([storeRow({ additional_attributes: { colour: "red" } })]);
    expect(await stored()).toMatchObject([{ additional_attributes: { colour: "red" } }]);
    await upload([storeRow({ additional_attributes: "" })]);
    expect((await stored())[0]?.additional_attributes).toEqual({});
  });

  it("lets the later of two rows with the same key win, whole", async () => {
    const { result } = await upload([
      storeRow({ city: "First", manager_phone: "1" }),
      storeRow({ store_number: "S-2" }),
      storeRow({ city: "Last" }),
    ]);
    expect(result).toEqual({ ...NOTHING, created: 2, superseded: 1 });
    expect(await stored()).toMatchObject([{ city: "Last", manager_phone: null }, { store_number: "S-2" }]);
  });

  it("does not write rows that change nothing, and keeps their time of update", async () => {
    await upload([full, storeRow({ store_number: "S-2" })], { at: T1 });
    const { result } = await upload([full, storeRow({ store_number: "S-2", city: "Else" })], { at: T2 });
    expect(result).toEqual({ ...NOTHING, changed: 1, unchanged: 1 });
    expect(await stored()).toMatchObject([{ updated_at: T1 }, { updated_at: T2 }]);
  });

  it("raises the generation with every upload that changes something, and with no other", async () => {
    const generation = () => selectGeneration(database.db, projectId, "store");
    expect(await generation()).toBe(0);
    await upload([full]);
    expect(await generation()).toBe(1);
    await upload([full]);
    expect(await generation()).toBe(1);
    await upload([storeRow({ is_deleted: true })]);
    expect(await generation()).toBe(2);
    expect(await selectGeneration(database.db, projectId, "user")).toBe(0);
  });

  it("counts the same without writing anything when the upload only validates", async () => {
    await upload([full, storeRow({ store_number: "S-2" }), storeRow({ store_number: "S-3" })], { at: T1 });
    const before = await stored();
    const rows = [
      full,
      storeRow({ store_number: "S-2", city: "Else" }),
      storeRow({ store_number: "S-3", is_deleted: true }),
      storeRow({ store_number: "S-4" }),
      storeRow({ store_number: "S-4", city: "Later" }),
    ];
    const counts = { created: 1, changed: 1, unchanged: 1, deleted: 1, superseded: 1 };
    expect((await upload(rows, { dryRun: true })).result).toEqual(counts);
    expect(await stored()).toEqual(before);
    expect(await selectGeneration(database.db, projectId, "store")).toBe(1);
    expect((await upload(rows)).result).toEqual(counts);
  });

  it("keeps texts exactly as they were sent, whatever they hold", async () => {
    const naughty = [
      "tab\there",
      "line\nfeed\r\n",
      "back\\slash \\N \\.",
      "quote \" ' `",
      "{a,b}",
      "emoji 🏪 \u{10ffff}",
      "\u0001\u007f",
      "NULL",
      "=cmd()",
      "0012",
      " around ",
    ];
    const rows = naughty.map((text, n) =>
      storeRow({
        store_number: `${String(n).padStart(2, "0")} ${text}`,
        street: text,
        additional_attributes: { [text]: text },
      }),
    );
    const { result } = await upload(rows);
    expect(result.created).toBe(naughty.length);
    expect(await stored()).toMatchObject(rows);
    expect((await upload(rows)).result.unchanged).toBe(naughty.length);
  });

  it("touches no other project", async () => {
    const other = await createProjectRow(database.db, `other-${projects}`);
    await uploadRows(database.db, other, "store", [storeRow({ city: "Other" })]);
    await upload([storeRow()]);
    await upload([storeRow({ is_deleted: true })]);
    expect(await stored(other)).toMatchObject([{ city: "Other", is_deleted: false }]);
  });

  it("stages nothing from an upload without accepted rows", async () => {
    expect((await upload([])).result).toEqual(NOTHING);
    expect((await upload([], { dryRun: true })).result).toEqual(NOTHING);
  });
});

describe("lookup policy (decisions, section 6)", () => {
  const rows = [storeRow({ region_name: "East" }), storeRow({ store_number: "S-2", region_name: "West", city: "" })];

  it("rejects unknown values when it is strict, and adds none", async () => {
    const { rejected } = await upload(rows);
    expect(rejected.map(({ failures }) => failures.map(({ message }) => message))).toEqual([
      ["Unknown region_name 'East'"],
      ["Missing mandatory field:city", "Unknown region_name 'West'"],
    ]);
    expect(await database.db.rows(SELECT_LOOKUPS, [projectId])).toEqual([]);
  });

  it("adds unknown values of accepted rows when it is open, in the same transaction", async () => {
    const check = { lookupPolicy: "open", lookups: new Map() } as const;
    const failing = upload(rows, {
      check,
      beforeCommit: async () => {
        throw new Error("cut");
      },
    });
    await expect(failing).rejects.toThrow("cut");
    expect(await database.db.rows(SELECT_LOOKUPS, [projectId])).toEqual([]);
    await upload(rows, { check });
    const lines = await database.db.rows<{ line: string }>(SELECT_LOOKUPS, [projectId]);
    expect(lines.map(({ line }) => line)).toEqual(["region_name=East", "store_type_name=Supermarket"]);
  });
});

describe("an upload is atomic in effect (decisions, section 5)", () => {
  it("shows nothing of it before the commit, and nothing ever when it is cut", async () => {
    const cut = upload([storeRow()], {
      beforeCommit: async () => {
        expect(await stored()).toEqual([]);
        throw new Error("cut");
      },
    });
    await expect(cut).rejects.toThrow("cut");
    expect(await stored()).toEqual([]);
    expect(await selectGeneration(database.db, projectId, "store")).toBe(0);
  });

  it("merges two uploads of the same keys at once, one after the other", async () => {
    const rows = (city: string) => Array.from({ length: 50 }, (_, n) => storeRow({ store_number: `S-${n}`, city }));
    const [one, two] = await Promise.all([upload(rows("A")), upload(rows("B"))]);
    expect([one.result, two.result]).toContainEqual({ ...NOTHING, created: 50 });
    expect([one.result, two.result]).toContainEqual({ ...NOTHING, changed: 50 });
    expect(new Set((await stored()).map(({ city }) => city)).size).toBe(1);
  });

  it("refuses to write to a project that is gone, and leaves nothing of a removed one", async () => {
    await upload([storeRow()]);
    await uploadRows(database.db, projectId, "route", [{ external_route_id: "R", name: "r" }]);
    await database.db.tx(async (tx) => {
      await removeProjectRows(tx, projectId);
      await tx.execute(statement("", "delete from projects where project_id = $1"), [projectId]);
    });
    expect(await stored()).toEqual([]);
    await expect(upload([storeRow()])).rejects.toThrow(/entity_sets/);
    expect(await stored()).toEqual([]);
  });
});
