import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

describe("a database that cannot write (docs/delivery.md, what is guaranteed)", () => {
  let app: TestApp;
  let receiver: Receiver;
  let project: { name: string; token: string };
  beforeEach(async () => {
    app = await startTestApp();
    receiver = await startReceiver();
    project = await app.createProject("acme");
    await subscribe(app, project, [receiver.url]);
  });
  afterEach(async () => {
    await app.close();
    await receiver.close();
  });

  it("that is read-only refuses publishing with 503 and Retry-After; nothing accepted is lost, nothing refused is sent", async () => {
    const accepted = await acceptedButNotSettled();
    await setReadOnly(true);
    const refused = await until(async () => {
      const answer = await publishOne();
      return answer.status === 503 && answer;
    });
    expectUnavailable(refused);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${app.url}/metrics`)).status).toBe(200);
    receiver.script([], 200);

    await setReadOnly(false);
    await until(async () => (await publishOne()).status === 202);
    await untilAll(app, project, ["delivered"]);
    expect(sessionsSeen()).toEqual(expect.arrayContaining(accepted));
    expect(sessionsSeen()).not.toContain(refused.json.session);
  });

  it("whose disk is full does the same", async () => {
    const accepted = await acceptedButNotSettled();
    // The error that PostgreSQL gives when a table cannot grow, on every table that an event or an outcome needs.
    await asOwner(
      "create function disk_full() returns trigger language plpgsql as " +
        "$$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$",
      ...GROWING.map((table) => `create trigger full_disk before insert on ${table} execute function disk_full()`),
    );
    expectUnavailable(await publishOne());
    receiver.script([], 200);
    await receiver.waitFor(receiver.received.length + 1);
    await asOwner(...GROWING.map((table) => `drop trigger full_disk on ${table}`));
    await until(async () => (await publishOne()).status === 202);
    const settled = await untilAll(app, project, ["delivered"]);
    expect(sessionsSeen()).toEqual(expect.arrayContaining(accepted));
    expect(settled).toHaveLength(accepted.length + 1);
  });

  const GROWING = ["events", "settled_deliveries", "attempts"];

  /** Events whose receiver answers 503: their deliveries stay in the queue. */
  async function acceptedButNotSettled(): Promise<string[]> {
    receiver.script([], 503);
    const sessions = await publish(app, project, 5);
    await receiver.waitFor(5);
    return sessions;
  }

  async function publishOne(): Promise<Answer> {
    const session = randomUUID();
    const event = { session_uid: session, wave_type: "primary", analysis_result_url: "https://results.example/1.json" };
    const answer = await app.operator("POST", "/api/operator/projects/acme/analysis-results", event);
    return { ...answer, json: { ...answer.json, session } };
  }

  function expectUnavailable(answer: Answer): void {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.json).toMatchObject({ statusCode: 503, error: "Service Unavailable" });
  }

  function sessionsSeen(): string[] {
    return receiver.received.map(({ body }) => JSON.parse(body).session_uid);
  }

  /** For every session of the database, those that are open now included. */
  async function setReadOnly(readOnly: boolean): Promise<void> {
    const [name] = /test_\w+/.exec(app.databaseUrl) ?? [];
    await asOwner(
      `alter database ${name} set default_transaction_read_only = ${readOnly}`,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  }

  async function asOwner(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query("set default_transaction_read_only = off");
    for (const text of statements) await client.query(text);
    await client.end();
  }
});
