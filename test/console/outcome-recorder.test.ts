import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selectLastAttempts } from "../../src/console/outcome-reads.ts";
import { OutcomeRecorder, WHOLE_SERVICE } from "../../src/console/outcome-recorder.ts";
import { OUTCOME_COUNTS } from "../../src/console/outcome-tally.ts";
import { statement } from "../../src/db/database.ts";
import { ManualClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { HOUR, MINUTE } from "../../src/lib/units.ts";
import type { AttemptOutcome, FailureClass } from "../../src/notifier/delivery-state.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");

describe("the recorder of outcomes", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  function recorderAt(clock: ManualClock): OutcomeRecorder {
    return new OutcomeRecorder({ db: database.db, clock, log: silentLogger() });
  }

  it("adds up what several processes have counted, by endpoint, project and service", async () => {
    const clock = new ManualClock(NOON);
    const [one, other] = [recorderAt(clock), recorderAt(clock)];
    one.attempted(1, 11, outcome(undefined, 5));
    one.attempted(1, 12, outcome("timed_out", 10_000));
    other.attempted(1, 11, outcome(undefined, 5));
    other.attempted(2, 21, outcome("dns_failed", 1));
    other.died(2, 21, 3);
    await Promise.all([one.flush(), other.flush()]);
    one.attempted(1, 11, outcome(undefined, 90));
    await one.flush();

    const minutes = await rows("outcome_minutes");
    expect(minutes.map((row) => [row.project_id, row.delivered, row.timed_out, row.dns_failed, row.dead])).toEqual([
      [WHOLE_SERVICE, 3, 1, 1, 3],
      [1, 3, 1, 0, 0],
      [2, 0, 0, 1, 3],
    ]);
    expect(minutes.map((row) => sum(row.latency_counts))).toEqual([5, 4, 1]);
    expect((await rows("outcome_hours")).map(({ delivered }) => delivered)).toEqual([3, 3, 0]);
    const endpoints = await rows("endpoint_outcome_minutes");
    expect(endpoints.map((row) => [row.endpoint_id, row.delivered, row.timed_out])).toEqual([
      [11, 3, 0],
      [12, 0, 1],
      [21, 0, 0],
    ]);
  });

  it("counts an attempt in the minute in which it ended, also when it is written later", async () => {
    const clock = new ManualClock(NOON + 5 * HOUR);
    const recorder = recorderAt(clock);
    recorder.attempted(5, 51, outcome(undefined, 1));
    clock.advance(MINUTE);
    recorder.attempted(5, 51, outcome(undefined, 1));
    recorder.attempted(5, 51, outcome("redirected", 1));
    await recorder.flush();
    const own = (await rows("outcome_minutes")).filter(({ project_id }) => project_id === 5);
    expect(own.map((row) => [row.starts_at.getTime() - NOON - 5 * HOUR, row.delivered, row.redirected])).toEqual([
      [0, 1, 0],
      [MINUTE, 1, 1],
    ]);
  });

  it("keeps what it could not write for the next time", async () => {
    const clock = new ManualClock(NOON + 7 * HOUR);
    const recorder = recorderAt(clock);
    recorder.attempted(7, 71, outcome(undefined, 1));
    await database.db.run("alter table outcome_hours rename to outcome_hours_away");
    await expect(recorder.flush()).rejects.toThrow("outcome_hours");
    await database.db.run("alter table outcome_hours_away rename to outcome_hours");
    recorder.attempted(7, 71, outcome(undefined, 1));
    await recorder.flush();
    const own = (await rows("outcome_minutes")).filter(({ project_id }) => project_id === 7);
    expect(own.map(({ delivered }) => delivered)).toEqual([2]);
  });

  it("keeps the last attempt of each endpoint, whichever process tells of it last", async () => {
    const clock = new ManualClock(NOON);
    const [one, other] = [recorderAt(clock), recorderAt(clock)];
    one.attempted(9, 91, outcome("timed_out", 10_000, NOON + 2));
    one.attempted(9, 91, outcome(undefined, 4, NOON + 1));
    other.attempted(9, 91, outcome("dns_failed", 3, NOON));
    await one.flush();
    await other.flush();
    expect(await selectLastAttempts(database.db, 9)).toMatchObject([
      { endpoint_id: 91, outcome: "timed_out", duration_ms: 10_000, started_at: new Date(NOON + 2) },
    ]);
  });

  it("has a column for each class of failure", async () => {
    const columns = await database.db.rows<{ name: string }>(SELECT_COLUMNS);
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...OUTCOME_COUNTS]));
    expect(columns).toHaveLength(OUTCOME_COUNTS.length + 3);
  });

  function rows(table: string) {
    return database.db.rows<Record<string, number> & { starts_at: Date; latency_counts: number[] }>(
      statement(`all_${table}`, `select * from ${table} order by project_id, starts_at, latency_counts desc`),
    );
  }
});

const SELECT_COLUMNS = statement(
  "columns_of_outcomes",
  "select column_name as name from information_schema.columns where table_name = 'outcome_minutes'",
);

function outcome(failure: FailureClass | undefined, durationMs: number, startedAtMs = NOON): AttemptOutcome {
  return { failure, durationMs, startedAtMs, status: undefined, answer: undefined, retryAfterMs: undefined };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
