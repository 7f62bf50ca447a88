import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import type { FieldValue } from "../../src/entities/definition.ts";
import { type AcceptedRow, createRowCheck } from "../../src/entities/row-check.ts";
import { applyStaged, openStaging } from "../../src/entities/staging.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { addRows, createProjectRow, knownLookups, storeRow } from "./upload-rows.ts";

describe("staging accepted rows", () => {
  let database: TestDatabase;
  let projectId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    projectId = await createProjectRow(database.db, "acme");
  });
  afterAll(() => database.drop());

  const options = { at: new Date("2026-01-01T00:00:00Z"), newLookupValues: new Map() };
  const check = createRowCheck(STORE, { extraMandatory: [], lookups: knownLookups(), lookupPolicy: "strict" });
  const row = (store_number: string): AcceptedRow => {
    const outcome = check.checkObject(storeRow({ store_number }));
    if (!outcome.accepted) throw new Error("the sample row is rejected");
    return outcome;
  };

  it("takes rows in many batches and applies them in one transaction", async () => {
    const created = await database.db.session(async (session) => {
      const staging = await openStaging(session, STORE);
      for (let batch = 0; batch < 50; batch += 1) {
        await addRows(
          staging,
          Array.from({ length: 200 }, (_, n) => row(`${batch}-${n}`)),
        );
      }
      await staging.finish();
      expect(staging.rows.count).toBe(10_000);
      const result = await session.tx((tx) => applyStaged(tx, projectId, staging, options));
      await staging.close();
      return result.created;
    });
    expect(created).toBe(10_000);
  });

  it("leaves a usable session and no table behind when it is closed in the middle", async () => {
    await database.db.session(async (session) => {
      const first = await openStaging(session, STORE);
      await addRows(first, [row("A")]);
      await first.close();
      expect(await session.one(SELECT_STAGED_TABLES)).toEqual({ count: 0 });
      const second = await openStaging(session, STORE);
      await addRows(second, [row("A")]);
      await second.finish();
      expect(second.rows.count).toBe(1);
      await second.close();
      expect(await session.one(SELECT_STAGED_TABLES)).toEqual({ count: 0 });
    });
  });

  it("can be closed before any row and closed twice", async () => {
    await database.db.session(async (session) => {
      const staging = await openStaging(session, STORE);
      await staging.close();
      await staging.close();
      expect(await session.one(SELECT_STAGED_TABLES)).toEqual({ count: 0 });
    });
  });

  it("fails with the reason of the database, and the session lives on after close", async () => {
    const half: AcceptedRow = { ...row("A"), values: row("A").values.map((value) => halfCharacter(value)) };
    await database.db.session(async (session) => {
      for (const more of [0, 3]) {
        const staging = await openStaging(session, STORE);
        const fed = (async () => {
          await addRows(staging, [half]);
          for (let n = 0; n < more; n += 1)
            await addRows(
              staging,
              Array.from({ length: 1_000 }, () => row("B")),
            );
          await staging.finish();
        })();
        await expect(fed).rejects.toThrow(/json/);
        await staging.close();
        expect(await session.one(SELECT_STAGED_TABLES)).toEqual({ count: 0 });
      }
    });
  });

  it("says so and does not end the process when it is closed over a lost connection", async () => {
    const lost = database.db.session(async (session) => {
      const { pid } = await session.one<{ pid: number }>(SELECT_PID);
      const staging = await openStaging(session, STORE);
      try {
        await addRows(staging, [row("A")]);
        await database.db.rows(TERMINATE, [pid]);
        for (;;) await addRows(staging, [row("B")]);
      } finally {
        await staging.close();
      }
    });
    await expect(lost).rejects.toThrow();
  });

  it("fails, and does not hang, when the database ends the connection", async () => {
    const lost = database.db.session(async (session) => {
      const { pid } = await session.one<{ pid: number }>(SELECT_PID);
      const staging = await openStaging(session, STORE);
      await addRows(staging, [row("A")]);
      await database.db.rows(TERMINATE, [pid]);
      for (;;) await addRows(staging, [row("B")]);
    });
    await expect(lost).rejects.toThrow();
    const lostAtEnd = database.db.session(async (session) => {
      const { pid } = await session.one<{ pid: number }>(SELECT_PID);
      const staging = await openStaging(session, STORE);
      await addRows(staging, [row("A")]);
      await database.db.rows(TERMINATE, [pid]);
      await staging.finish();
    });
    await expect(lostAtEnd).rejects.toThrow();
  });
});

/** Attributes that PostgreSQL cannot store; the row check lets none through. */
function halfCharacter(value: FieldValue): FieldValue {
  return typeof value === "object" && value !== null ? { half: "\ud83c" } : value;
}

const SELECT_STAGED_TABLES = statement(
  "test_staged_tables",
  "select count(*) from pg_class where relname = 'staged_stores' and relnamespace = pg_my_temp_schema()",
);
const SELECT_PID = statement("test_pid", "select pg_backend_pid() as pid");
const TERMINATE = statement("test_terminate", "select pg_terminate_backend($1)");
