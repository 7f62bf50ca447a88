import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Queryable, statement } from "../../src/db/database.ts";
import { ensureDayPartitions } from "../../src/db/partitions.ts";
import { uuidv7Floor } from "../../src/lib/ids.ts";
import { DAY, MINUTE } from "../../src/lib/units.ts";
import { type DeliveryScope, selectAttempts, selectDeliveries } from "../../src/notifier/deliveries-reads.ts";
import { selectStretches } from "../../src/notifier/delivery-figures-reads.ts";
import { selectEvents } from "../../src/notifier/events-reads.ts";
import {
  appointProbes,
  claimDeliveries,
  rescueDeliveries,
  returnAll,
  selectDueEndpoints,
  selectLeases,
} from "../../src/notifier/queue-store.ts";
import { redeliverOutage } from "../../src/notifier/redelivery-store.ts";
import { cancelOrphans, settleDeliveries, settleEndpointDown } from "../../src/notifier/settle-store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { observePlan } from "../support/plans.ts";

const PENDING = 40_000;
const SETTLED = 60_000;
const DAYS = 2;
const PAGE = 101;
/** A project with a hundred endpoints; one of them has nearly everything that is pending, and one is new. */
const PROJECT = 1;
const CROWDED = 1;
const NEWEST = 100;
const RESULTS = [...Array(100).keys()];

/** Names of the tables, with those of their partitions, that must never be read from end to end. */
const GREAT = /^(deliveries|settled_deliveries|attempts|events)(_\d+)?$/;

describe("hot statements keep their plan (style: SQL)", () => {
  let database: TestDatabase;
  // The last two whole days: a partition without rows is rightly read from end to end.
  const now = Math.floor(Date.now() / DAY) * DAY;
  const first = uuidv7Floor(now - DAYS * DAY);
  const last = uuidv7Floor(now);
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const table of ["events", "settled_deliveries", "attempts"])
      await ensureDayPartitions(database.db, table, now - DAYS * DAY, DAYS);
    await database.db.run(fillText(new Date(now)));
    await database.db.run("vacuum analyze");
  }, 60_000);
  afterAll(() => database.drop());

  it("looks for due work by hops: one row for each endpoint that has some", async () => {
    await expectVisits(500, (db) => selectDueEndpoints(db));
  });

  it("claims by the index of what is due, with a crowd waiting for one endpoint", async () => {
    const rooms = new Map([
      [CROWDED, 64],
      [2, 64],
      [NEWEST, 64],
    ]);
    const claim = { now: new Date(now), processId: 1, leaseToken: randomUUID() };
    await expectVisits(1_500, (db) => claimDeliveries(db, rooms, claim));
  });

  it("settles a batch by its keys", async () => {
    const leased = await database.db.rows<{ delivery_id: string; lease_token: string }>(SELECT_SOME_LEASED);
    expect(leased).toHaveLength(RESULTS.length);
    const settlements = leased.map((row) => ({
      delivery: { ...DELIVERY, deliveryId: row.delivery_id, leaseToken: row.lease_token },
      outcome: {
        ...{ startedAtMs: now, durationMs: 5, failure: undefined },
        ...{ status: 204, answer: undefined, retryAfterMs: undefined },
      },
      next: { state: "delivered" as const },
    }));
    await expectVisits(2_000, (db) => settleDeliveries(db, settlements, new Date(now)));
  });

  it("rescues, returns and counts leases by the index of what is leased", async () => {
    await expectVisits(1_000, (db) => rescueDeliveries(db, 9));
    await expectVisits(1_000, (db) => returnAll(db, 1));
    await expectVisits(1_000, (db) => selectLeases(db, 1));
  });

  it("appoints probes, gives up and cancels what waits without reading the whole queue", async () => {
    await expectVisits(1_000, (db) => appointProbes(db));
    const waiting = { since: new Date(now - DAY), at: new Date(now), most: 100 };
    await expectVisits(1_000, (db) => settleEndpointDown(db, waiting));
    await expectVisits(1_000, (db) => cancelOrphans(db, new Date(now)));
  });

  it.each<[string, Partial<DeliveryScope>]>([
    ["a project", {}],
    ["a project's dead ones, which are rare", { state: "dead" }],
    ["a project's delivered ones", { state: "delivered" }],
    ["a project's pending ones", { state: "pending" }],
    ["one endpoint's delivered ones", { endpointIds: [NEWEST - 1], state: "delivered" }],
    ["an endpoint with few, in whatever state", { endpointIds: [NEWEST - 5] }],
    ["an endpoint without any, in whatever state", { endpointIds: [NEWEST] }],
    ["the crowded endpoint, in whatever state", { endpointIds: [CROWDED] }],
    ["a session's delivered ones", { sessionUid: "00000000-0000-0000-0000-000000000007", state: "delivered" }],
    ["a session's dead ones", { sessionUid: "00000000-0000-0000-0000-000000000007", state: "dead" }],
  ])("lists the deliveries of %s page by page", async (_, narrowing) => {
    const scope = { state: undefined, endpointIds: undefined, sessionUid: undefined, fromId: first, toId: last };
    await expectVisits(1_500, (db) => selectDeliveries(db, PROJECT, { ...scope, ...narrowing }, PAGE));
  });

  it.each<[string, Partial<DeliveryScope>]>([
    ["a project's cancelled ones", { state: "cancelled" }],
    ["an endpoint's cancelled ones", { endpointIds: [CROWDED], state: "cancelled" }],
    ["an endpoint's dead ones", { endpointIds: [NEWEST - 5], state: "dead" }],
  ])("lists %s, where there are none, without a look at those of another state or endpoint", async (_, narrowing) => {
    const scope = { state: undefined, endpointIds: undefined, sessionUid: undefined, fromId: first, toId: last };
    await expectVisits(20, (db) => selectDeliveries(db, PROJECT, { ...scope, ...narrowing }, PAGE));
  });

  it("reads the queue, which is small, but no history to list what a session has in whatever state", async () => {
    // An index of the queue by session would cost every delivery, for a list that is asked for seldom.
    const sessionUid = "00000000-0000-0000-0000-000000000007";
    const scope = { state: undefined, endpointIds: undefined, sessionUid, fromId: first, toId: last };
    const visits = await observePlan(database.db, (db) => selectDeliveries(db, PROJECT, scope, PAGE));
    expect(visits.scanned.filter((table) => GREAT.test(table) && table !== "deliveries")).toEqual([]);
    expect(visits.rowsVisited).toBeLessThanOrEqual(PENDING + 1_500);
  });

  it("finds one delivery and its attempts in one partition", async () => {
    const id = uuidv7Floor(now - DAY);
    const scope = { state: undefined, endpointIds: undefined, sessionUid: undefined };
    const bounds = { fromId: id, toId: `${id.slice(0, -1)}1` };
    await expectVisits(20, (db) => selectDeliveries(db, PROJECT, { ...scope, ...bounds }, 1));
    await expectVisits(20, (db) => selectAttempts(db, PROJECT, id));
  });

  it("lists events by their time, and counts those of a few minutes by these alone", async () => {
    await expectVisits(500, (db) => selectEvents(db, PROJECT, { before: last, most: PAGE }));
    const bounds = [now - 2 * MINUTE, now - MINUTE, now].map(uuidv7Floor);
    await expectVisits(2_000, (db) => selectStretches(db, PROJECT, bounds));
  });

  it("redelivers what died in an outage by the index of the dead", async () => {
    const deaths = { endpointId: CROWDED, since: new Date(now - DAY), attemptsMax: 100, fromId: first };
    await expectVisits(1_500, (db) => redeliverOutage(db, deaths, new Date(now), 100));
  });

  async function expectVisits(most: number, ask: (db: Queryable) => Promise<unknown>): Promise<void> {
    const { rowsVisited, scanned } = await observePlan(database.db, ask);
    expect(scanned.filter((table) => GREAT.test(table))).toEqual([]);
    expect(rowsVisited).toBeLessThanOrEqual(most);
  }
});

const DELIVERY = {
  projectId: PROJECT,
  endpointId: CROWDED,
  sessionUid: randomUUID(),
  analysisResultUrl: "https://results.example/1.json",
  storeNumber: null,
  clientSessionId: null,
  url: "https://hooks.example/",
  round: 1,
  roundStartedAtMs: null,
  attemptsInRound: 0,
  attempts: 0,
};

const SELECT_SOME_LEASED = statement(
  "test_some_leased",
  "select delivery_id, lease_token from deliveries where state = 'leased' limit 100",
);

const fillText = (end: Date) => `
  insert into projects (name, settings, created_at, updated_at) values ('great', '{}', now(), now());
  insert into subscription_versions values (${PROJECT}, 1);
  insert into endpoints (project_id, url, position, created_at)
    select ${PROJECT}, 'https://hooks.example/' || i, i, now() from generate_series(1, 100) i;
  update endpoints set health = 'failing', failing_since = now() - interval '2 days', failures_since = now() - interval '2 days',
    consecutive_failures = 10 where endpoint_id = 3;
  update endpoints set removed_at = now() where endpoint_id = 4;

  create temporary table owed as
    select uuidv7('${end.toISOString()}'::timestamptz - now() - (${SETTLED} - i + 10) * interval '2.8 seconds') as id, i,
      case when i % 2 = 0 then ${CROWDED} else 5 + i % 94 end as endpoint_id,
      ('00000000-0000-0000-0000-' || lpad((i % 5000)::text, 12, '0'))::uuid as session_uid
    from generate_series(1, ${SETTLED}) i;
  insert into events (event_uid, project_id, session_uid, wave_type, analysis_result_url, published_at, deliveries)
    select id, ${PROJECT}, session_uid, 'primary', 'https://results.example/' || i, now(), 1 from owed;
  insert into settled_deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, reason, round, attempts, settled_at,
      attempt_started_at, attempt_duration_ms)
    select id, ${PROJECT}, endpoint_id, id, session_uid,
      case when i % 500 = 0 then 'dead' else 'delivered' end, case when i % 500 = 0 then 'attempts_exhausted' end, 1, 2, now(), now(), 5
    from owed;
  insert into attempts (delivery_id, attempt_number, round, started_at, duration_ms, outcome, status)
    select id, 1, 1, now(), 5, 'status_rejected', 500 from owed;

  insert into deliveries (delivery_id, project_id, endpoint_id, event_uid, session_uid, state, run_at, lease_process, lease_token)
    select uuidv7('${end.toISOString()}'::timestamptz - now() - interval '1 hour'), ${PROJECT}, case when i % 100 < 95 then ${CROWDED} else i % 100 end, o.id, o.session_uid,
      case when i % 200 = 0 then 'leased' else 'pending' end, '${end.toISOString()}'::timestamptz - i * interval '1 millisecond',
      case when i % 200 = 0 then 1 end, case when i % 200 = 0 then gen_random_uuid() end
    from owed o where o.i <= ${PENDING};
`;
