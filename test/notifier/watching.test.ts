import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { SECOND } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

const KEY = "geheimer-schluessel";

describe("watching deliveries (docs/delivery.md, figures)", () => {
  let app: TestApp;
  const clock = new ManualClock(Date.now());
  afterEach(() => app.close());

  it("finds each attempt and each change of health in the log, and the key of a URL in neither log nor metrics", async () => {
    const lines: string[] = [];
    app = await startTestApp({ clock, log: pino({ level: "trace" }, { write: (line) => void lines.push(line) }) });
    const logged = (message: string) => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    const receiver = await startReceiver([], 503);
    const project = await app.createProject("watched");
    await subscribe(app, project, [`${receiver.url}/hook?key=${KEY}`]);
    await publish(app, project, 12);
    await until(async () => {
      clock.advance(200);
      await app.notifier.wake();
      return logged("endpoint health changed").length > 0;
    });
    receiver.script([], 200);
    await until(async () => {
      clock.advance(5 * SECOND);
      await app.notifier.wake();
      return logged("endpoint health changed").length > 1;
    });
    await untilAll(app, project, ["delivered"]);
    expect(logged("endpoint health changed").map(({ health }) => health)).toEqual(["failing", "healthy"]);
    expect(logged("attempt")).toHaveLength(receiver.received.length);
    expect(logged("attempt")[0]).toMatchObject({
      url: `${receiver.url}/hook?key=****`,
      attempt: 1,
      outcome: "status_rejected",
      status: 503,
      next: "pending",
    });
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain(`shelfwire_attempts_total{outcome="delivered"} 12`);
    for (const text of [metrics, ...lines]) expect(text).not.toContain(KEY);
    expect(metrics).not.toContain(receiver.url);
    expect(metrics).not.toContain("watched");
    await receiver.close();
  });

  it("tells how long the oldest due delivery has waited; what waits for a failing endpoint does not count", async () => {
    app = await startTestApp({ clock, environment: { SHELFWIRE_ROLES: "api" } });
    const project = await app.createProject("late");
    await subscribe(app, project, ["http://127.0.0.1:9/"]);
    expect(await figure("deliveries_oldest_due_seconds")).toBe(0);
    await publish(app, project, 3);
    clock.advance(90 * SECOND);
    expect(await figure("deliveries_oldest_due_seconds")).toBe(90);
    expect(await figure('deliveries_queued{state="pending"}')).toBe(3);
    expect(await figure("deliveries_in_flight")).toBe(0);
    expect(await figure("events_accepted_total")).toBe(3);
    await app.db.run(
      "update endpoints set health = 'failing', failing_since = now(), failures_since = now(), consecutive_failures = 10",
    );
    expect(await figure("deliveries_oldest_due_seconds")).toBe(0);
    expect(await figure("endpoints_failing")).toBe(1);
  });

  async function figure(name: string): Promise<number> {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const line = text.split("\n").find((each) => each.startsWith(`shelfwire_${name} `));
    return Number(line?.split(" ").at(-1));
  }
});
