import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { DAY, HOUR, MINUTE } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

describe("endpoint health (decisions, section 4)", () => {
  let app: TestApp;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(() => app.close());

  it("spends no attempts on what waits for a receiver that is down for an hour, and then delivers each event once", async () => {
    const receiver = await startReceiver([], 503);
    const project = await app.createProject("hour");
    await subscribe(app, project, [receiver.url]);
    const sessions = await publish(app, project, 50);
    await untilFailing("hour");
    await passTime(1 * HOUR, receiver);
    const triedWhileDown = receiver.received.length;
    // The first batch that was in flight when it began to fail, and the probe's two rounds, and its successors'.
    expect(triedWhileDown).toBeLessThan(150);

    receiver.script([], 200);
    await passTime(20 * MINUTE, receiver, () => untilDone("hour", 0));
    const all = await untilAll(app, project, ["delivered"]);
    expect(all).toHaveLength(50);
    const delivered = receiver.received.slice(triedWhileDown).map((callback) => JSON.parse(callback.body).session_uid);
    expect(delivered.toSorted()).toEqual(sessions.toSorted());
    expect(await health("hour")).toBe("healthy");
    await receiver.close();
  });

  it("takes nothing from other endpoints, while one hangs and one answers 500", async () => {
    const [hanging, broken, sound] = await Promise.all([
      startReceiver([], () => {}),
      startReceiver([], 500),
      startReceiver(),
    ]);
    const project = await app.createProject("fair");
    await subscribe(app, project, [hanging.url, broken.url, sound.url]);
    await publish(app, project, 300);
    await sound.waitFor(300);
    await until(async () => (await deliveriesOf(app, project, `status=delivered&url=${sound.url}`)).length === 300);
    expect(hanging.received.length).toBeLessThanOrEqual(64);
    await Promise.all([hanging, broken, sound].map((receiver) => receiver.close()));
  });

  it("gives up what has waited for 24 hours, with the reason, and redelivers it once the endpoint is back", async () => {
    const receiver = await startReceiver([], 503);
    const project = await app.createProject("day");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project, 30);
    await untilFailing("day");
    clock.advance(DAY + HOUR);
    await app.notifier.maintain();
    const dead = await deliveriesOf(app, project, "status=dead");
    expect(dead.length).toBeGreaterThan(0);
    expect(new Set(dead.map(({ reason }) => reason))).toEqual(new Set(["endpoint_down"]));

    receiver.script([], 200);
    await passTime(20 * MINUTE, receiver, () => untilDone("day", 0));
    expect(await untilAll(app, project, ["delivered"])).toHaveLength(30);
    await receiver.close();
  });

  it("leaves dead what died in an outage where the project does not want it redelivered", async () => {
    const receiver = await startReceiver([], 503);
    const project = await app.createProject("modest", { redeliver_on_recovery: false });
    await subscribe(app, project, [receiver.url]);
    await publish(app, project, 30);
    await untilFailing("modest");
    clock.advance(DAY + HOUR);
    await app.notifier.maintain();
    const dead = (await deliveriesOf(app, project, "status=dead")).length;
    receiver.script([], 200);
    await passTime(20 * MINUTE, receiver, () => untilDone("modest", dead));
    const all = await untilAll(app, project, ["delivered", "dead"]);
    expect(all.filter(({ status }) => status === "dead")).toHaveLength(dead);
    await receiver.close();
  });

  it("tells its figures in the metrics, with no URL or project in them", async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    expect(text).toMatch(/^shelfwire_endpoint_health_changes_total\{health="failing"\} [1-9]/m);
    expect(text).toMatch(/^shelfwire_endpoint_health_changes_total\{health="healthy"\} [1-9]/m);
    expect(text).toMatch(/^shelfwire_attempts_total\{outcome="delivered"\} [1-9]/m);
    expect(text).toMatch(/^shelfwire_deliveries_queued\{state="pending"\} \d/m);
    const labels = [...text.matchAll(/^shelfwire_(?:deliver|attempt|event|endpoint|lease)\w*\{([^}]*)\}/gm)].flatMap(
      ([, list = ""]) => [...list.matchAll(/(\w+)="/g)].map(([, label]) => label),
    );
    expect([...new Set(labels)].toSorted()).toEqual(["health", "le", "outcome", "state"]);
  });

  async function health(name: string): Promise<string | undefined> {
    const project = await app.projects.byName(name);
    const [endpoint] = await app.notifier.subscriptions.endpoints(project?.projectId ?? 0);
    return endpoint?.health;
  }

  async function untilFailing(name: string): Promise<void> {
    await until(async () => {
      await app.notifier.wake();
      return (await health(name)) === "failing";
    });
  }

  /** True when so many deliveries are dead and the others delivered. */
  async function untilDone(name: string, dead: number): Promise<boolean> {
    const all = await deliveriesOf(app, { name });
    return (
      all.every(({ status }) => status === "delivered" || status === "dead") &&
      all.filter(({ status }) => status === "dead").length === dead
    );
  }

  /** Lets the time pass in steps of 5 s; after each the service looks for due work and settles what it finds. */
  async function passTime(ms: number, _receiver: Receiver, isDone?: () => Promise<boolean>): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5_000) {
      clock.advance(5_000);
      await app.notifier.wake();
      await until(async () => (await leased()) === 0);
      if (await isDone?.()) return;
    }
  }

  async function leased(): Promise<number> {
    const names = ["hour", "day", "modest"];
    let sum = 0;
    for (const name of names) {
      const answer = await app.operator("GET", `/api/operator/projects/${name}/deliveries?status=leased&limit=1`);
      sum += answer.json?.deliveries?.length ?? 0;
    }
    return sum;
  }
});
