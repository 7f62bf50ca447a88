import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { SECOND } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

describe("what is owed to a URL that was removed (decisions, section 2)", () => {
  let app: TestApp;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    // Two rounds of one attempt each: the second refusal is the end.
    app = await startTestApp({
      clock,
      environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "1" },
    });
  });
  afterAll(() => app.close());

  it("is cancelled, not sent, when it comes back from a process that died meanwhile", async () => {
    const receiver = await startReceiver([500]);
    const project = await app.createProject("orphaned");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project))[0]?.attempts_made === 1);
    await app.db.run("update deliveries set state = 'leased', lease_process = 0, lease_token = gen_random_uuid()");
    await app.as(project.token, "DELETE", "/api/notifier/public/orphaned/subscription");
    clock.advance(90 * SECOND);
    const [delivery] = await until(async () => {
      await app.notifier.maintain();
      const all = await deliveriesOf(app, project);
      return all.every(({ status }) => status !== "leased" && status !== "pending") && all;
    });
    expect(delivery).toMatchObject({ status: "cancelled", reason: "endpoint_removed", attempts_made: 1 });
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  it("is cancelled when its last attempt, in flight at the removal, fails; and delivered when it succeeds", async () => {
    for (const [name, status, expected] of [
      ["in-flight-fails", 500, { status: "cancelled", reason: "endpoint_removed", attempts_made: 2 }],
      ["in-flight-succeeds", 200, { status: "delivered", reason: null, attempts_made: 2 }],
    ] as const) {
      const held = Promise.withResolvers<ServerResponse>();
      const receiver = await startReceiver([500, held.resolve]);
      const project = await app.createProject(name);
      await subscribe(app, project, [receiver.url]);
      await publish(app, project);
      await until(async () => (await deliveriesOf(app, project))[0]?.attempts_made === 1);
      clock.advance(90 * SECOND);
      await app.notifier.wake();
      const answer = await held.promise;
      await app.as(project.token, "DELETE", `/api/notifier/public/${name}/subscription`);
      answer.writeHead(status).end();
      const [delivery] = await untilAll(app, project, ["delivered", "dead", "cancelled"]);
      expect(delivery).toMatchObject(expected);
      await receiver.close();
    }
  });

  it("counts as cancelled in the metrics, however it came to that, and not as dead or delivered", async () => {
    const before = await settledByState();
    const receiver = await startReceiver([500, 500, 500]);
    const project = await app.createProject("counted");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project, 3);
    await until(async () => (await deliveriesOf(app, project)).every(({ attempts_made }) => attempts_made === 1));
    await subscribe(app, project, [`${receiver.url}/other`]);
    const after = await settledByState();
    // The tests above: one that came back from a dead process, one in flight.
    expect(before).toMatchObject({ cancelled: 2, delivered: 1 });
    expect(after).toEqual({ ...before, cancelled: 5 });
    await receiver.close();
  });

  async function settledByState(): Promise<Record<string, number>> {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const lines = text.matchAll(/^shelfwire_deliveries_settled_total\{state="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, state = "", count]) => [state, Number(count)]));
  }
});
