import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { ProcessLease } from "../../src/db/process-lease.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { until } from "../support/callbacks.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const ALIVE = statement("test_alive", "select process_id from processes where lease_until > now()");

describe("a process among others (docs/operating.md)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("counts as alive from its start to its stop, also after others have forgotten it", async () => {
    const lease = new ProcessLease(database.db, { roles: ["deliver"], version: "1.0.0" }, silentLogger());
    await lease.start();
    expect(await alive()).toEqual([lease.processId]);
    await database.db.run("delete from processes");
    await until(async () => (await alive()).includes(lease.processId));
    await lease.stop();
    expect(await alive()).toEqual([]);
  });

  async function alive(): Promise<number[]> {
    return (await database.db.rows<{ process_id: number }>(ALIVE)).map((row) => row.process_id);
  }
});
