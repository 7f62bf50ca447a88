import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { MINUTE, SECOND } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, deliveryOf, publish, type SeenDelivery, subscribe, until } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

const OFFSETS = [0, 1, 2, 4, 7, 11, 17, 25, 36, 50].map((seconds) => seconds * SECOND);
const JITTER_MS = 250;

describe('immediate and queue retries (interface, "Delivery rules" 2 to 5; decisions, section 4)', () => {
  let app: TestApp;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(() => app.close());

  it("brings the event once more in the second round to a receiver that refuses 12 times, with 13 attempts on record", async () => {
    const receiver = await startReceiver(Array(12).fill(503));
    const project = await app.createProject("patient");
    await subscribe(app, project, [`${receiver.url}/hook?key=secret`]);
    await publish(app, project);
    const delivered = await runThrough("patient");

    expect(delivered).toMatchObject({
      status: "delivered",
      reason: null,
      attempts_made: 13,
      round: 2,
      next_attempt_time: null,
    });
    expect(delivered.url).toBe(`${receiver.url}/hook?key=****`);
    expect(receiver.received).toHaveLength(13);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([delivered.delivery_id]),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(
      delivered.attempts.map(({ number, round, outcome, status_code }) => [number, round, outcome, status_code]),
    ).toEqual([
      ...Array.from({ length: 10 }, (_, i) => [i + 1, 1, "status_rejected", 503]),
      [11, 2, "status_rejected", 503],
      [12, 2, "status_rejected", 503],
      [13, 2, "delivered", 200],
    ]);
    const [first, second] = [delivered.attempts.slice(0, 10), delivered.attempts.slice(10)].map((attempts) =>
      offsetsOf(attempts),
    );
    expectNear(first ?? [], OFFSETS);
    expectNear(second ?? [], OFFSETS.slice(0, 3));
    const pauseMs = timeOf(delivered.attempts[10]) - timeOf(delivered.attempts[9]);
    expect(pauseMs).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(pauseMs).toBeLessThanOrEqual(15 * MINUTE + JITTER_MS);
    await receiver.close();
  });

  it("gives up after both rounds: dead, kept with all 20 attempts, and redeliverable under the same id", async () => {
    const receiver = await startReceiver([], { status: 500, body: "out of order" });
    const project = await app.createProject("hopeless");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    const dead = await runThrough("hopeless");
    expect(dead).toMatchObject({ status: "dead", reason: "attempts_exhausted", attempts_made: 20 });
    expect(dead.attempts).toHaveLength(20);
    expect(dead.attempts.at(-1)).toMatchObject({
      outcome: "status_rejected",
      status_code: 500,
      answer: "out of order",
    });

    receiver.script([], 204);
    const path = `/api/operator/projects/hopeless/deliveries/${dead.delivery_id}/redeliveries`;
    expect((await app.operator("POST", path)).status).toBe(202);
    const again = await runThrough("hopeless");
    expect(again).toMatchObject({ delivery_id: dead.delivery_id, status: "delivered", attempts_made: 21 });
    expect(again.attempts.at(-1)).toMatchObject({ number: 21, round: 1, outcome: "delivered", status_code: 204 });
    await receiver.close();
  });

  it("waits as long as Retry-After of a 429 asks, within the same round", async () => {
    const receiver = await startReceiver([{ status: 429, headers: { "retry-after": "120" } }]);
    const project = await app.createProject("busy");
    await subscribe(app, project, [receiver.url]);
    const publishedAt = clock.now();
    await publish(app, project);
    const waiting = await until(async () =>
      (await deliveriesOf(app, project)).find(({ attempts_made }) => attempts_made === 1),
    );
    expect(Date.parse(waiting.next_attempt_time ?? "")).toBe(publishedAt + 120 * SECOND);
    expect(await runThrough("busy")).toMatchObject({ status: "delivered", attempts_made: 2, round: 1 });
    await receiver.close();
  });

  it("follows no redirect: a 302 is a failed attempt", async () => {
    const target = await startReceiver();
    const receiver = await startReceiver([{ status: 302, headers: { location: target.url } }]);
    const project = await app.createProject("moved");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    expect(await runThrough("moved")).toMatchObject({
      status: "delivered",
      attempts: [{ outcome: "redirected", status_code: 302 }, {}],
    });
    expect(target.received).toEqual([]);
    await Promise.all([receiver.close(), target.close()]);
  });

  /** Moves the clock to each next attempt of the project's only delivery until it is settled. */
  async function runThrough(name: string): Promise<SeenDelivery> {
    while (true) {
      const seen = await until(async () => {
        const [delivery] = await deliveriesOf(app, { name });
        const dueMs = Date.parse(delivery?.next_attempt_time ?? "");
        return (delivery?.complete_time != null || dueMs > clock.now()) && delivery;
      });
      if (seen.complete_time !== null) return deliveryOf(app, { name }, seen.delivery_id);
      clock.advance(Date.parse(seen.next_attempt_time ?? "") - clock.now());
      await app.notifier.wake();
    }
  }
});

function timeOf(attempt: { start_time: string } | undefined): number {
  return Date.parse(attempt?.start_time ?? "");
}

function offsetsOf(attempts: { start_time: string }[]): number[] {
  return attempts.map((attempt) => timeOf(attempt) - timeOf(attempts[0]));
}

/** At the offset, or up to the jitter later. */
function expectNear(offsets: number[], expected: number[]): void {
  expect(offsets).toHaveLength(expected.length);
  for (const [i, offset] of offsets.entries()) {
    expect(offset).toBeGreaterThanOrEqual(expected[i] ?? 0);
    expect(offset).toBeLessThanOrEqual((expected[i] ?? 0) + JITTER_MS);
  }
}
