import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { createDeliveryMetrics } from "../../src/notifier/delivery-metrics.ts";
import { FAILURE_CLASSES, NEXT_STATES, QUEUED_STATES, SETTLED_STATES } from "../../src/notifier/delivery-state.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const doc = readFileSync(join(import.meta.dirname, "..", "..", "docs", "delivery.md"), "utf8");

describe("the life of a delivery (docs/delivery.md)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("is drawn as it is programmed", () => {
    const drawn = [...doc.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`);
    const programmed = Object.entries(NEXT_STATES).flatMap(([from, states]) => states.map((to) => `${from} ${to}`));
    expect(drawn.toSorted()).toEqual(programmed.toSorted());
    const first = [...doc.matchAll(/^ {2}\[\*\] --> (\w+)/gm)].map(([, state]) => state);
    expect(first).toEqual([...QUEUED_STATES]);
  });

  it.each([
    ["delivery_state", QUEUED_STATES],
    ["settled_state", SETTLED_STATES],
  ])("has the states that the CHECK %s allows", async (constraint, states) => {
    const select = statement(
      `test_select_${constraint}`,
      "select distinct pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
    );
    const { text } = await database.db.one<{ text: string }>(select, [constraint]);
    expect([...text.matchAll(/'(\w+)'/g)].map(([, state]) => state)).toEqual([...states]);
  });

  it("explains every class of failure and every metric to the operator", async () => {
    const explained = [...doc.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(explained).toEqual(expect.arrayContaining([...FAILURE_CLASSES]));
    const registry = new Registry();
    createDeliveryMetrics(registry, {
      inFlight: () => 0,
      queue: async () => ({ pending: 0, leased: 0, oldestDueSeconds: 0, failingEndpoints: 0 }),
    });
    const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    expect(names.filter((name) => !new RegExp(`\`${name}[\`{]`).test(doc))).toEqual([]);
  });
});
