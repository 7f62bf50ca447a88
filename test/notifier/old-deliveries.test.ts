import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { DAY, HOUR, MINUTE } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

describe("retention of deliveries (decisions, section 4)", () => {
  let app: TestApp;
  // Noon, so that a day more or less is never in doubt.
  const clock = new ManualClock(Date.UTC(2026, 4, 10, 12));
  beforeAll(async () => {
    app = await startTestApp({
      clock,
      environment: {
        SHELFWIRE_ROUND_OFFSETS_SECONDS: "0",
        SHELFWIRE_ROUND_DELAYS_MINUTES: "15",
        SHELFWIRE_DELIVERY_RETENTION_DAYS: "2",
      },
    });
  });
  afterAll(() => app.close());

  it("finishes what was redelivered on its last day, and holds up nothing else", async () => {
    const receiver = await startReceiver([500, 500, 500, 200, 200]);
    const project = await app.createProject("late");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project))[0]?.attempts_made === 1);
    clock.advance(16 * MINUTE);
    await app.notifier.wake();
    const [dead] = await untilAll(app, project, ["dead"]);
    clock.advance(2 * DAY - HOUR);
    const path = `/api/operator/projects/late/deliveries/${dead?.delivery_id}/redeliveries`;
    expect((await app.operator("POST", path)).status).toBe(202);
    await until(async () => (await deliveriesOf(app, project))[0]?.attempts_made === 3);
    clock.advance(DAY - HOUR);
    await app.notifier.maintain();
    await app.notifier.wake();
    await publish(app, project);
    const [old, young] = await untilAll(app, project, ["delivered"]);
    expect(old).toMatchObject({ delivery_id: dead?.delivery_id, attempts_made: 4, round: 2 });
    expect(young).toMatchObject({ attempts_made: 1 });
    await receiver.close();
  });

  it("drops days past it, and refuses to redeliver what is older", async () => {
    const receiver = await startReceiver();
    const project = await app.createProject("old");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    const [delivered] = await untilAll(app, project, ["delivered"]);
    clock.advance(3 * DAY);
    await app.notifier.maintain();
    const path = `/api/operator/projects/old/deliveries/${delivered?.delivery_id}/redeliveries`;
    expect((await app.operator("POST", path)).status).toBe(409);
    clock.advance(3 * DAY);
    await app.notifier.maintain();
    expect(await deliveriesOf(app, project)).toEqual([]);
    expect((await app.operator("POST", path)).status).toBe(404);
    await receiver.close();
  });
});
