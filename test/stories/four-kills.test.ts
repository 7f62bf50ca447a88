import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type ServeProcess, startServe } from "../support/serve.ts";

const PROCESSES = 4;
const KILLS = 4;
const PUBLISHERS = 4;
const EVENTS_EACH_REQUEST = 10;
const REQUESTS_BETWEEN_KILLS = 8;
const OPERATOR_TOKEN = "operator-token-of-four-kills";
const PATHS = ["/a", "/b"];

describe("four processes on one database, four of them killed at random and replaced (docs/delivery.md)", () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let folder: string;
  let members: ServeProcess[];
  beforeAll(async () => {
    database = await createTestDatabase();
    receiver = await startReceiver();
    folder = mkdtempSync(join(tmpdir(), "shelfwire-four-kills-"));
    members = await Promise.all(Array.from({ length: PROCESSES }, (_, i) => start(i)));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(members.map((member) => member.stop()));
    await receiver.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lose nothing, and send no more twice than the killed ones held", async () => {
    await createProject();
    const published: string[] = [];
    let dying = Promise.resolve(0);
    let requests = 0;
    let kills = 0;
    async function publishUntilAllAreKilled(first: number): Promise<void> {
      while (kills < KILLS || requests < REQUESTS_BETWEEN_KILLS * (KILLS + 1)) {
        const sessions = Array.from({ length: EVENTS_EACH_REQUEST }, () => randomUUID());
        await publishSomewhere(sessions, first);
        published.push(...sessions);
        requests += 1;
        if (kills < KILLS && requests >= REQUESTS_BETWEEN_KILLS * (kills + 1)) {
          kills += 1;
          dying = dying.then(async (before) => before + (await killAndReplace(Math.floor(Math.random() * PROCESSES))));
          await dying;
        }
      }
    }
    await Promise.all(Array.from({ length: PUBLISHERS }, (_, i) => publishUntilAllAreKilled(i)));
    const held = await dying;
    await untilSettled();

    const arrived = receiver.received.map(({ url, body }) => `${url} ${JSON.parse(body).session_uid}`);
    const distinct = new Set(arrived);
    const owed = published.flatMap((session) => PATHS.map((path) => `${path} ${session}`));
    expect(owed.filter((each) => !distinct.has(each))).toEqual([]);
    expect(distinct.size).toBe(owed.length);
    expect(arrived.length - distinct.size).toBeLessThanOrEqual(held);
  }, 90_000);

  function start(place: number): Promise<ServeProcess> {
    return startServe({
      DATABASE_URL: database.url,
      SHELFWIRE_DATA_DIR: join(folder, `${place}`),
      SHELFWIRE_SECRET_KEY: "the-secret-key-of-four-kills-0123456789",
      SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      SHELFWIRE_DATABASE_CONNECTIONS: "4",
      SHELFWIRE_ALLOW_HTTP_CALLBACKS: "true",
      SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.0/8",
    });
  }

  async function createProject(): Promise<void> {
    expect((await ask(0, "POST", "/api/operator/projects", { name: "acme" })).status).toBe(201);
    const issued = await ask(1, "POST", "/api/operator/projects/acme/tokens", { user_name: "anna" });
    const { token } = JSON.parse(await issued.text());
    const body = { url_list: PATHS.map((path) => `${receiver.url}${path}`), wave_type_list: ["all"] };
    expect((await ask(2, "PUT", "/api/notifier/public/acme/subscription", body, token)).status).toBe(200);
  }

  /** What one process does not answer is published again at the next, under the same ids. */
  async function publishSomewhere(sessions: string[], first: number): Promise<void> {
    const results = sessions.map((session) => ({
      session_uid: session,
      event_id: session,
      wave_type: "primary",
      analysis_result_url: "https://results.example.com/1.json",
    }));
    for (let turn = first; ; turn += 1) {
      const path = "/api/operator/projects/acme/analysis-results";
      const answer = await ask(turn % PROCESSES, "POST", path, results).catch(() => undefined);
      if (answer?.status === 202) return;
      await answer?.body?.cancel();
    }
  }

  /** How many deliveries the process held when it died. */
  async function killAndReplace(place: number): Promise<number> {
    const { child, kill } = members[place] ?? expect.unreachable();
    await kill();
    const { held } = await database.db.one<{ held: number }>(COUNT_HELD, [child.pid]);
    members[place] = await start(place);
    return held;
  }

  async function untilSettled(): Promise<void> {
    while ((await database.db.one<{ left: boolean }>(IS_LEFT)).left)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  function ask(place: number, method: string, path: string, body: unknown, token = OPERATOR_TOKEN): Promise<Response> {
    const headers = { authorization: `Auth-Token ${token}`, "content-type": "application/json" };
    return fetch(`${members[place]?.url}${path}`, { method, headers, body: JSON.stringify(body) });
  }
});

const COUNT_HELD = statement(
  "test_count_held",
  `select count(*) as held from deliveries d join processes p on p.process_id = d.lease_process where p.pid = $1`,
);
const IS_LEFT = statement("test_is_left", "select exists (select from deliveries) as left");
