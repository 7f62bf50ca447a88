import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { uuidv7 } from "../../src/lib/ids.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { createDeliveryMetrics } from "../../src/notifier/delivery-metrics.ts";
import type { LeasedDelivery } from "../../src/notifier/delivery-state.ts";
import type { Settlement } from "../../src/notifier/settle-store.ts";
import { Settler } from "../../src/notifier/settler.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

describe("settling (decisions, section 4)", () => {
  let database: TestDatabase;
  let endpointId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const table of ["settled_deliveries", "attempts"])
      await ensureDayPartitions(database.db, table, Date.now(), 2);
    ({ endpoint_id: endpointId } = await database.db.one<{ endpoint_id: number }>(INSERT_ENDPOINT));
  });
  afterAll(() => database.drop());

  it("writes the other outcomes of a batch where one cannot be written, which stays with its process", async () => {
    const deliveries = [await lease(), await lease(), await lease(), await lease()];
    const [bad] = deliveries.slice(2);
    const settlements = deliveries.map((delivery) => delivered(delivery, delivery === bad ? 70_000 : 200));
    expect(await settleAll(settlements)).toEqual(deliveries.filter((delivery) => delivery !== bad).map(idOf));
    expect(await queued()).toEqual([{ delivery_id: bad?.deliveryId, state: "leased" }]);
  });

  it("writes nothing for whoever comes late: neither the outcome nor the attempt", async () => {
    const mine = await lease();
    const taken = await lease();
    await database.db.execute(TAKE_OVER, [taken.deliveryId]);
    expect(await settleAll([delivered(mine, 200), delivered(taken, 200)])).toEqual([mine.deliveryId]);
    expect(await queued()).toContainEqual({ delivery_id: taken.deliveryId, state: "leased" });
    expect(await database.db.rows(SELECT_ATTEMPTS, [[mine.deliveryId, taken.deliveryId]])).toEqual([
      { delivery_id: mine.deliveryId, attempt_number: 1 },
    ]);
  });

  async function lease(): Promise<LeasedDelivery> {
    const deliveryId = uuidv7(Date.now());
    const leaseToken = crypto.randomUUID();
    await database.db.execute(INSERT_LEASED, [deliveryId, endpointId, leaseToken]);
    return {
      deliveryId,
      leaseToken,
      endpointId,
      projectId: 1,
      sessionUid: deliveryId,
      analysisResultUrl: "https://results.example.com/1.json",
      storeNumber: null,
      clientSessionId: null,
      url: "https://hooks.example.com/",
      round: 1,
      roundStartedAtMs: null,
      attemptsInRound: 0,
      attempts: 0,
    };
  }

  /** The ids of what was settled, once all is through. */
  async function settleAll(settlements: Settlement[]): Promise<string[]> {
    const settled: string[] = [];
    const settler = new Settler({
      db: database.db,
      clock: systemClock,
      log: silentLogger(),
      metrics: createDeliveryMetrics(createMetrics(), { inFlight: () => 0, queue: () => Promise.reject() }),
      outcomes: { attempted: () => {}, died: () => {} },
      onWritten: () => {},
      onSettled: async (done) => void settled.push(...done.map(({ delivery }) => idOf(delivery))),
    });
    for (const settlement of settlements) settler.add(settlement);
    await settler.close();
    return settled;
  }

  function queued() {
    return database.db.rows(SELECT_QUEUED);
  }
});

function idOf(delivery: LeasedDelivery): string {
  return delivery.deliveryId;
}

function delivered(delivery: LeasedDelivery, status: number): Settlement {
  const outcome = { failure: undefined, status, answer: undefined, retryAfterMs: undefined };
  return { delivery, outcome: { ...outcome, startedAtMs: Date.now(), durationMs: 1 }, next: { state: "delivered" } };
}

const INSERT_ENDPOINT = statement(
  "test_insert_endpoint",
  `with project as (
     insert into projects (name, settings, created_at, updated_at) values ('settling', '{}', now(), now()) returning project_id
   )
   insert into endpoints (project_id, url, position, created_at)
   select project_id, 'https://hooks.example.com/', 0, now() from project returning endpoint_id`,
);
const INSERT_LEASED = statement(
  "test_insert_leased",
  `insert into deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, lease_process, lease_token)
   values ($1, 1, $2, $1, $1, 'leased', now(), 1, $3)`,
);
const TAKE_OVER = statement(
  "test_take_over",
  "update deliveries set lease_process = 2, lease_token = gen_random_uuid() where delivery_id = $1",
);
const SELECT_QUEUED = statement("test_select_queued", "select delivery_id, state from deliveries order by delivery_id");
const SELECT_ATTEMPTS = statement(
  "test_select_attempts",
  `select delivery_id, attempt_number from attempts where delivery_id = any($1::uuid[])
   union all
   select delivery_id, attempts from settled_deliveries
   where delivery_id = any($1::uuid[]) and attempt_started_at is not null`,
);
