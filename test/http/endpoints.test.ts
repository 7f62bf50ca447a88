import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { MINUTE, SECOND } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

describe("the health of endpoints and the figures of a project, over the API (decisions, sections 4 and 8)", () => {
  let app: TestApp;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(() => app.close());

  it("shows each present URL with its query masked, healthy at first", async () => {
    const project = await app.createProject("new");
    await subscribe(app, project, ["http://127.0.0.1:9/a?key=secret", "http://127.0.0.1:9/b"]);
    const { status, json } = await app.operator("GET", "/api/operator/projects/new/endpoints");
    expect(status).toBe(200);
    expect(json.endpoints).toMatchObject([
      { url: "http://127.0.0.1:9/a?key=****", health: "healthy", consecutive_failures: 0, failing_since: null },
      { url: "http://127.0.0.1:9/b", health: "healthy", consecutive_failures: 0, failing_since: null },
    ]);
    await subscribe(app, project, ["http://127.0.0.1:9/b"]);
    const after = await app.operator("GET", "/api/operator/projects/new/endpoints");
    expect(after.json.endpoints.map(({ url }: { url: string }) => url)).toEqual(["http://127.0.0.1:9/b"]);
  });

  it("shows a failing endpoint to the operator and to its project: since when, and when it is tried next", async () => {
    const receiver = await startReceiver([], 503);
    const project = await app.createProject("down");
    const stranger = await app.createProject("stranger");
    await subscribe(app, project, [receiver.url]);
    await publish(app, project, 30);
    const path = "/api/notifier/public/down/endpoints";
    const failing = await until(async () => {
      clock.advance(100);
      await app.notifier.wake();
      const [endpoint] = (await app.as(project.token, "GET", path)).json.endpoints;
      return endpoint.health === "failing" && endpoint.next_probe_time !== null && endpoint;
    });
    expect(failing.consecutive_failures).toBeGreaterThanOrEqual(10);
    expect(Date.parse(failing.failing_since)).toBeLessThanOrEqual(clock.now());
    expect(Date.parse(failing.next_probe_time)).toBeGreaterThan(Date.parse(failing.failing_since));
    const seen = await app.operator("GET", "/api/operator/projects/down/endpoints");
    expect(seen.json.endpoints).toMatchObject([{ endpoint_id: failing.endpoint_id, health: "failing" }]);
    expect((await app.as(stranger.token, "GET", path)).status).toBe(403);
    expect((await app.as("nobody", "GET", path)).status).toBe(401);

    const all = await app.operator("GET", "/api/operator/stats");
    const down = all.json.projects.find((each: { project: string }) => each.project === "down");
    expect(down).toMatchObject({ endpoints: { healthy: 0, failing: 1 } });
    expect(down.deliveries.pending + down.deliveries.leased).toBe(30);

    receiver.script([], 200);
    await until(async () => {
      clock.advance(5 * SECOND);
      await app.notifier.wake();
      const [endpoint] = (await app.as(project.token, "GET", path)).json.endpoints;
      return endpoint.health === "healthy" && endpoint.failing_since === null && endpoint.next_probe_time === null;
    });
    await receiver.close();
  });

  it("counts what was published minute by minute, and what has become of it", async () => {
    const [receiver, gone] = await Promise.all([startReceiver(), startReceiver([], () => {})]);
    const project = await app.createProject("busy");
    clock.advance(10 * MINUTE);
    await app.notifier.maintain();
    await subscribe(app, project, [receiver.url]);
    await publish(app, project, 7);
    await untilAll(app, project, ["delivered"]);
    clock.advance(1 * MINUTE);
    await subscribe(app, project, [gone.url]);
    await publish(app, project, 2);
    const { status, json } = await app.operator("GET", "/api/operator/projects/busy/stats?minutes=5");
    expect(status).toBe(200);
    expect(json.recent).toEqual({ events: 9, delivered: 7, dead: 0, cancelled: 0, queued: 2 });
    expect(json.minutes).toHaveLength(5);
    expect(json.minutes.slice(-2)).toMatchObject([
      { events: 7, delivered: 7, queued: 0 },
      { events: 2, delivered: 0, queued: 2 },
    ]);
    expect(Date.parse(json.minutes[4].time)).toBe(Math.floor(clock.now() / MINUTE) * MINUTE);
    expect(json.deliveries.pending + json.deliveries.leased).toBe(2);
    expect(json.endpoints).toEqual({ healthy: 1, failing: 0 });
    expect(json.jobs).toEqual({ queued: 0, "in progress": 0, done: 0, failed: 0 });
    await Promise.all([receiver.close(), gone.close()]);
  });

  it("refuses figures of no project, of too many minutes, and to a project's token", async () => {
    const { token } = await app.createProject("small");
    expect((await app.operator("GET", "/api/operator/projects/nobody/stats")).status).toBe(404);
    expect((await app.operator("GET", "/api/operator/projects/small/stats?minutes=1441")).status).toBe(400);
    expect((await app.as(token, "GET", "/api/operator/stats")).status).toBe(403);
  });
});
