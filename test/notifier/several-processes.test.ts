import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { ManualClock } from "../../src/lib/clock.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, deliveryOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/** Processes that share a database share the key. */
const SECRET_KEY = "a-secret-key-that-all-processes-have";
const FACTS = {
  session_uid: randomUUID(),
  wave_type: "primary",
  analysis_result_url: "https://results.example/1.json",
};

describe("several processes on one database", () => {
  let first: TestApp;
  let second: TestApp;
  let acceptor: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    first = await startTestApp({ environment: { SHELFWIRE_SECRET_KEY: SECRET_KEY } });
    const beside = (environment: Record<string, string> = {}) =>
      startTestApp({
        environment: { DATABASE_URL: first.databaseUrl, SHELFWIRE_SECRET_KEY: SECRET_KEY, ...environment },
      });
    second = await beside();
    acceptor = await beside({ SHELFWIRE_ROLES: "api" });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await acceptor.close();
    await second.close();
    await first.close();
    await receiver.close();
  });

  it("accept an event once when two publishes with the same event_id arrive at the same moment", async () => {
    const project = await first.createProject("twins");
    await subscribe(first, project, [`${receiver.url}/twins`]);
    const path = "/api/operator/projects/twins/analysis-results";
    for (let i = 0; i < 10; i += 1) {
      const bodies = [1, 2, 3].map((n) => ({ ...FACTS, event_id: `${i}-${n}` }));
      const answers = await Promise.all(
        [first, second, first, second].map((app, turn) =>
          app.operator("POST", path, turn % 2 === 0 ? bodies : bodies.toReversed()),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      expect(answers.reduce((sum, { json }) => sum + json.accepted, 0)).toBe(3);
      expect(answers.reduce((sum, { json }) => sum + json.duplicates, 0)).toBe(9);
      expect(answers.flatMap(({ json }) => json.events).every(({ deliveries }) => deliveries === 1)).toBe(true);
    }
    await untilAll(first, project, ["delivered"]);
    expect(receiver.received.filter(({ url }) => url === "/twins")).toHaveLength(30);
  });

  it("share the work and send nothing twice", async () => {
    const project = await first.createProject("shared");
    await subscribe(first, project, [`${receiver.url}/shared`]);
    const published = await Promise.all([first, second, acceptor].map((app) => publish(app, project, 300)));
    await untilAll(first, project, ["delivered"]);
    const sessions = receiver.received
      .filter(({ url }) => url === "/shared")
      .map(({ body }) => JSON.parse(body).session_uid);
    expect(sessions.toSorted()).toEqual(published.flat().toSorted());
  });

  it("send what a process without the role deliver has accepted", async () => {
    const project = await first.createProject("accepted");
    await subscribe(acceptor, project, [`${receiver.url}/accepted`]);
    const [session] = await publish(acceptor, project);
    await untilAll(acceptor, project, ["delivered"]);
    expect(receiver.received.map(({ body }) => JSON.parse(body).session_uid)).toContain(session);
  });
});

describe("leases", () => {
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

  it("of a process that is gone are rescued; its late outcome writes nothing", async () => {
    const project = await app.createProject("rescued");
    receiver.script([503, 200], 200);
    await subscribe(app, project, [`${receiver.url}/rescued`]);
    await publish(app, project);
    const waiting = await until(async () =>
      (await deliveriesOf(app, project)).find(({ attempts_made }) => attempts_made === 1),
    );
    await app.db.execute(LEASE_TO, [waiting.delivery_id, GONE]);
    expect((await deliveryOf(app, project, waiting.delivery_id)).status).toBe("leased");
    clock.advance(5_000);
    await app.notifier.maintain();
    await app.notifier.wake();
    const [delivered] = await untilAll(app, project, ["delivered"]);
    expect(delivered).toMatchObject({ attempts_made: 2 });
  });

  it("of living processes are left alone", async () => {
    const project = await app.createProject("living");
    receiver.script([503], 200);
    await subscribe(app, project, [`${receiver.url}/living`]);
    await publish(app, project);
    const waiting = await until(async () =>
      (await deliveriesOf(app, project)).find(({ attempts_made }) => attempts_made === 1),
    );
    const { process_id: living } = await app.db.one<{ process_id: number }>(REGISTER_LIVING);
    await app.db.execute(LEASE_TO, [waiting.delivery_id, living]);
    clock.advance(5_000);
    await app.notifier.maintain();
    await app.notifier.wake();
    expect((await deliveryOf(app, project, waiting.delivery_id)).status).toBe("leased");
    await app.db.execute(FORGET_PROCESS, [living]);
    await app.notifier.maintain();
    await app.notifier.wake();
    await untilAll(app, project, ["delivered"]);
  });

  it("that were taken over while the receiver thought are not settled by the one that comes late", async () => {
    const project = await app.createProject("late");
    const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
    receiver.script([resolve], 200);
    await subscribe(app, project, [`${receiver.url}/late`]);
    await publish(app, project);
    const answer = await arrived;
    const [leased] = await deliveriesOf(app, project);
    const deliveryId = leased?.delivery_id ?? "";
    expect(leased?.status).toBe("leased");
    await app.db.execute(LEASE_TO, [deliveryId, GONE]);
    answer.writeHead(204).end();
    // What comes after it in the same queue of outcomes has been written: so has this one, or rather not.
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project)).some(({ status }) => status === "delivered"));
    expect(await deliveryOf(app, project, deliveryId)).toMatchObject({
      status: "leased",
      attempts_made: 0,
      attempts: [],
    });
    await app.notifier.maintain();
    await app.notifier.wake();
    await untilAll(app, project, ["delivered"]);
    expect((await deliveryOf(app, project, deliveryId)).attempts).toHaveLength(1);
  });
});

describe("a stop", () => {
  it("ends what is in flight, returns the rest, and leaves nothing leased", async () => {
    const receiver = await startReceiver();
    const stopping = await startTestApp({ environment: { SHELFWIRE_SECRET_KEY: SECRET_KEY } });
    const answers: ServerResponse[] = [];
    const held = Promise.withResolvers<void>();
    receiver.script([], (answer) => {
      answers.push(answer);
      held.resolve();
    });
    const project = await stopping.createProject("stopped");
    await subscribe(stopping, project, [receiver.url]);
    await publish(stopping, project, 200);
    await held.promise;
    const successor = await startTestApp({
      environment: { DATABASE_URL: stopping.databaseUrl, SHELFWIRE_SECRET_KEY: SECRET_KEY, SHELFWIRE_ROLES: "api" },
    });
    const stopped = stopping.stop();
    receiver.script([], 200);
    for (const answer of answers) answer.writeHead(200).end();
    await stopped;
    const all = await deliveriesOf(successor, project);
    expect(all.filter(({ status }) => status === "leased")).toEqual([]);
    expect(all.filter(({ status }) => status === "delivered")).toHaveLength(receiver.received.length);
    expect(
      all.filter(({ status, attempts_made }) => status === "pending" && attempts_made === 0).length,
    ).toBeGreaterThan(0);
    expect(all).toHaveLength(200);
    await successor.close();
    await stopping.close();
    await receiver.close();
  });
});

/** No process has this number. */
const GONE = 999_999;

const LEASE_TO = statement(
  "test_lease_to",
  "update deliveries set state = 'leased', lease_process = $2, lease_token = gen_random_uuid() where delivery_id = $1",
);

const REGISTER_LIVING = statement(
  "test_register_living",
  `insert into processes (host, pid, roles, version, lease_until) values ('elsewhere', 1, '{}', '0', now() + interval '1 hour')
   returning process_id`,
);

const FORGET_PROCESS = statement("test_forget_process", "delete from processes where process_id = $1");
