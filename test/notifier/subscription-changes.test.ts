import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { MINUTE } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, deliveryOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

describe("what is owed follows its endpoint (decisions, section 2)", () => {
  let app: TestApp;
  let receiver: Receiver;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    app = await startTestApp({ clock });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  it("goes to the new URL when a PUT changes only the query string, without losing its place in the round", async () => {
    const project = await app.createProject("rotated");
    receiver.script([503], 200);
    const before = receiver.received.length;
    await subscribe(app, project, [`${receiver.url}/rotated?key=old`]);
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project)).find(({ attempts_made }) => attempts_made === 1));
    await subscribe(app, project, [`${receiver.url}/rotated?key=new`]);
    clock.advance(MINUTE / 2);
    await app.notifier.wake();
    const [delivered] = await untilAll(app, project, ["delivered"]);
    expect(delivered).toMatchObject({ attempts_made: 2, round: 1, url: `${receiver.url}/rotated?key=****` });
    expect(receiver.received.slice(before).map(({ url }) => url)).toEqual(["/rotated?key=old", "/rotated?key=new"]);
  });

  it.each([
    ["PUT", "replaced"],
    ["DELETE", "removed"],
  ])("is cancelled when a %s takes the URL away, and is tried no more", async (method, name) => {
    const project = await app.createProject(name);
    receiver.script([503, 503], 200);
    const before = receiver.received.length;
    await subscribe(app, project, [`${receiver.url}/${name}-a`, `${receiver.url}/${name}-b`]);
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project)).every(({ attempts_made }) => attempts_made === 1));
    if (method === "PUT") await subscribe(app, project, [`${receiver.url}/${name}-b`]);
    else await app.as(project.token, "DELETE", `/api/notifier/public/${name}/subscription`);
    clock.advance(MINUTE / 2);
    await app.notifier.wake();

    const all = await untilAll(app, project, ["delivered", "cancelled"]);
    const ends = all.map(({ url, status, reason }) => [url.slice(-1), status, reason]).toSorted();
    const cancelled = ["cancelled", "endpoint_removed"];
    expect(ends).toEqual(
      method === "PUT"
        ? [
            ["a", ...cancelled],
            ["b", "delivered", null],
          ]
        : [
            ["a", ...cancelled],
            ["b", ...cancelled],
          ],
    );
    const urls = receiver.received.slice(before).map(({ url }) => url);
    expect(urls.filter((url) => url === `/${name}-a`)).toHaveLength(1);
  });

  it.each([
    [204, "delivered", null],
    [503, "cancelled", "endpoint_removed"],
  ])("in flight when its URL is taken away, ends by its answer: %i makes it %s", async (status, state, reason) => {
    const project = await app.createProject(`flying-${status}`);
    const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
    receiver.script([resolve], 200);
    await subscribe(app, project, [`${receiver.url}/flying`]);
    await publish(app, project);
    const answer = await arrived;
    await app.as(project.token, "DELETE", `/api/notifier/public/${project.name}/subscription`);
    answer.writeHead(status).end();
    const [ended] = await untilAll(app, project, ["delivered", "cancelled", "dead"]);
    expect(ended).toMatchObject({ status: state, reason, attempts_made: 1 });
    expect((await deliveryOf(app, project, ended?.delivery_id ?? "")).attempts).toHaveLength(1);
  });

  it("is not made for a URL that a PUT has taken away, nor missed by one that it has added", async () => {
    const project = await app.createProject("turned");
    receiver.script([], 200);
    await subscribe(app, project, [`${receiver.url}/turned-0`]);
    for (let i = 1; i <= 20; i += 1) {
      const before = receiver.received.length;
      await subscribe(app, project, [`${receiver.url}/turned-${i}`]);
      const [session] = await publish(app, project);
      await receiver.waitFor(before + 1);
      const callback = receiver.received.find(({ body }) => JSON.parse(body).session_uid === session);
      expect(callback?.url).toBe(`/turned-${i}`);
    }
    expect(await untilAll(app, project, ["delivered"])).toHaveLength(20);
  });

  it("never goes to a removed URL when subscriptions and publishes race", async () => {
    const project = await app.createProject("racing");
    receiver.script([], 200);
    const put = async (i: number) => subscribe(app, project, [`${receiver.url}/racing-${i}`]);
    await put(0);
    for (let i = 1; i <= 15; i += 1) await Promise.all([put(i), publish(app, project), publish(app, project)]);
    await app.notifier.maintain();
    await app.notifier.wake();
    const all = await untilAll(app, project, ["delivered", "cancelled"]);
    expect(all).toHaveLength(30);
    const sessions = receiver.received
      .filter(({ url }) => url.startsWith("/racing"))
      .map(({ body }) => JSON.parse(body).session_uid);
    const delivered = all.filter(({ status }) => status === "delivered").map(({ session_uid }) => session_uid);
    expect(sessions.toSorted()).toEqual(delivered.toSorted());
  });
});
