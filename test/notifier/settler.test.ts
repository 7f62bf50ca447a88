import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SETTLE_BATCH_MAX } from "../../src/config/limits.ts";
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
import { until } from "../support/callbacks.ts";
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

  it("tells what came of batches in their order, also where a later one was written first", async () => {
    const deliveries = await leaseMany(2 * SETTLE_BATCH_MAX);
    const ids = deliveries.map(idOf);
    const [first, ...others] = [ids.slice(0, SETTLE_BATCH_MAX), ids.slice(SETTLE_BATCH_MAX)];
    const settled: string[] = [];
    const settler = settlerTelling(settled);
    await database.db.tx(async (tx) => {
      await tx.rows(LOCK_DELIVERY, [first?.[0]]);
      for (const delivery of deliveries) settler.add(delivered(delivery, 200));
      await until(async () => (await leftOf(others.flat())) === 0);
      expect(await leftOf(first ?? [])).toBe(SETTLE_BATCH_MAX);
      expect(settled).toEqual([]);
    });
    await settler.close();
    expect(settled).toEqual(ids);
  });

  async function lease(): Promise<LeasedDelivery> {
    const [delivery] = await leaseMany(1);
    if (delivery === undefined) throw new Error("nothing was leased");
    return delivery;
  }

  async function leaseMany(count: number): Promise<LeasedDelivery[]> {
    const deliveries = Array.from({ length: count }, () => leased(uuidv7(Date.now())));
    const tokens = deliveries.map(({ leaseToken }) => leaseToken);
    await database.db.execute(INSERT_LEASED, [deliveries.map(idOf), endpointId, tokens]);
    return deliveries;
  }

  function leased(deliveryId: string): LeasedDelivery {
    return {
      deliveryId,
      leaseToken: crypto.randomUUID(),
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
    const settler = settlerTelling(settled);
    for (const settlement of settlements) settler.add(settlement);
    await settler.close();
    return settled;
  }

  function settlerTelling(settled: string[]): Settler {
    return new Settler({
      db: database.db,
      clock: systemClock,
      log: silentLogger(),
      metrics: createDeliveryMetrics(createMetrics(), { inFlight: () => 0, queue: () => Promise.reject() }),
      outcomes: { attempted: () => {}, died: () => {} },
      onWritten: () => {},
      onSettled: async (done) => void settled.push(...done.map(({ delivery }) => idOf(delivery))),
    });
  }

  async function leftOf(ids: readonly string[]): Promise<number> {
    const { count } = await database.db.one<{ count: number }>(COUNT_LEFT, [ids]);
    return count;
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
   select id, 1, $2, id, id, 'leased', now(), 1, token from unnest($1::uuid[], $3::uuid[]) as d (id, token)`,
);
const LOCK_DELIVERY = statement("test_lock_delivery", "select from deliveries where delivery_id = $1 for update");
const COUNT_LEFT = statement(
  "test_count_left",
  "select count(*) as count from deliveries where delivery_id = any($1::uuid[])",
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
