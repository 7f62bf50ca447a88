import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { DAY } from "../../src/lib/units.ts";
import { type DeliveryState, NEXT_STATES } from "../../src/notifier/delivery-state.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Operation, QueueModel, type SeenRow } from "./queue-model.ts";

const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("publish" as const), process: fc.nat(2), leased: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("claim" as const),
      process: fc.nat(2),
      endpoint: fc.nat(2),
      room: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      process: fc.nat(2),
      pick: fc.nat(9),
      end: fc.constantFrom("delivered" as const, "pending" as const, "dead" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("giveBack" as const), process: fc.nat(2), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("die" as const), process: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), endpoint: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "redeliver" as const }) },
);

describe("the life of a delivery under random interleavings (docs/delivery.md)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const table of ["events", "analysis_results", "settled_deliveries", "attempts"]) {
      await ensureDayPartitions(database.db, table, Date.now() - DAY, 4);
    }
  });
  afterAll(() => database.drop());

  it("takes only the drawn steps, keeps each delivery in one place, and counts each attempt once", async () => {
    const taken = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyOperation, { minLength: 5, maxLength: 25 }), async (operations) => {
        const model = await QueueModel.create(database.db);
        let before = await model.rows();
        for (const operation of operations) {
          await model.run(operation);
          const after = await model.rows();
          expectSound(model, after);
          for (const row of after) {
            expectSteps(before, row, 1);
            const was = before.find(({ delivery_id: id }) => id === row.delivery_id);
            if (was && was.state !== row.state) taken.add(`${was.state} ${row.state}`);
          }
          before = after;
        }
        await model.drain();
        expectAllSettled(model, await model.rows());
      }),
      { seed: 1, numRuns: 60, endOnFailure: true },
    );
    const drawn = Object.entries(NEXT_STATES).flatMap(([from, states]) => states.map((to) => `${from} ${to}`));
    // Only the upkeep gives up what waits for an endpoint that is down (see endpoint-health.test.ts).
    expect([...taken, "pending dead"].toSorted()).toEqual(drawn.toSorted());
  });

  it("stays so when two things happen at the same moment", async () => {
    const pairs = fc.array(fc.tuple(anyOperation, anyOperation), { minLength: 5, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pairs, async (steps) => {
        const model = await QueueModel.create(database.db);
        let before = await model.rows();
        for (const [left, right] of steps) {
          await Promise.all([model.run(left), model.run(right)]);
          const after = await model.rows();
          expectSound(model, after);
          for (const row of after) expectSteps(before, row, 2);
          before = after;
        }
        await model.drain();
        expectSound(model, await model.rows());
      }),
      { seed: 1, numRuns: 60, endOnFailure: true },
    );
  });
});

function expectSound(model: QueueModel, rows: SeenRow[]): void {
  expect(rows).toHaveLength(model.published);
  for (const row of rows) {
    expect(row.places).toBe(1);
    expect(row.lease_token !== null).toBe(row.state === "leased");
    const attempts = model.settled.get(row.delivery_id) ?? 0;
    expect([row.attempts, row.written, row.last_number]).toEqual([attempts, attempts, attempts]);
  }
}

/** From where it was, or from nothing, in at most so many steps along the table. */
function expectSteps(before: SeenRow[], row: SeenRow, most: number): void {
  const was = before.find(({ delivery_id: id }) => id === row.delivery_id);
  let reached = new Set<DeliveryState>(was ? [was.state] : ["pending", "leased"]);
  for (let step = 0; step < most; step += 1) {
    reached = new Set([...reached, ...[...reached].flatMap((state): readonly DeliveryState[] => NEXT_STATES[state])]);
  }
  expect([...reached]).toContain(row.state);
}

function expectAllSettled(model: QueueModel, rows: SeenRow[]): void {
  expectSound(model, rows);
  for (const { state, removed } of rows) {
    if (!removed) expect(["delivered", "dead"]).toContain(state);
  }
}
