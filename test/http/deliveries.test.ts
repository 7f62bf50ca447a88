import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const BASE = "/api/operator/projects/acme";
const OWN = "/api/notifier/public/acme";
const ANSWER = "no room in the stock-room";

let app: TestApp;
let receiver: Receiver;
let token: string;
const sessions: string[] = [];

/** What the receiver answers to each event: two rounds of one attempt each, so that the second refusal is the end. */
const SCRIPT = [[500, 500], [200], [500, 200], [500, 500], [200]];
const OUTCOMES = ["dead", "delivered", "delivered", "dead", "delivered"];

beforeAll(async () => {
  app = await startTestApp({
    environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "0" },
  });
  receiver = await startReceiver(SCRIPT.flat().map((status) => ({ status, body: status === 500 ? ANSWER : "" })));
  ({ token } = await app.createProject("acme"));
  const urls = [`${receiver.url}/hook?key=very-secret`];
  await app.as(token, "PUT", `${OWN}/subscription`, { url_list: urls, wave_type_list: ["primary"] });
  for (const [i, status] of OUTCOMES.entries()) {
    sessions.push(randomUUID());
    await publish({ session_uid: sessions[i], event_id: `e${i}` });
    await until(status, sessions[i]);
  }
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

describe("deliveries (decisions, sections 4 and 8)", () => {
  it("shows what became of each, with the key of the URL masked", async () => {
    const { json } = await list(`session_uid=${sessions[0]}`);
    expect(json).toEqual({
      deliveries: [
        {
          delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          event_id: "e0",
          session_uid: sessions[0],
          wave_type: "primary",
          url: `${receiver.url}/hook?key=****`,
          status: "dead",
          reason: "attempts_exhausted",
          attempts_made: 2,
          round: 2,
          last_failure: "status_rejected",
          last_status_code: 500,
          next_attempt_time: null,
          creation_time: expect.stringMatching(/Z$/),
          complete_time: expect.stringMatching(/Z$/),
        },
      ],
      next_cursor: "",
    });
  });

  it("lists the newest first, page by page, none twice and none left out", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await list(`limit=2&cursor=${cursor}`);
      seen.push(...eventIds(page.json));
      cursor = page.json.next_cursor;
    } while (cursor !== "");
    expect(seen).toEqual(["e4", "e3", "e2", "e1", "e0"]);
  });

  it("narrows by status, URL, session and time, and by several of them at once", async () => {
    expect(eventIds((await list("status=dead")).json)).toEqual(["e3", "e0"]);
    expect(eventIds((await list("status=delivered")).json)).toEqual(["e4", "e2", "e1"]);
    expect(eventIds((await list("status=pending")).json)).toEqual([]);
    const [first] = (await list(`session_uid=${sessions[2]}`)).json.deliveries;
    for (const url of ["/hook?key=very-secret", "/hook?key=****", "/hook"]) {
      expect(eventIds((await list(`url=${encodeURIComponent(receiver.url + url)}`)).json)).toHaveLength(5);
    }
    expect(eventIds((await list(`url=${encodeURIComponent(`${receiver.url}/other`)}`)).json)).toEqual([]);
    const time = encodeURIComponent(first.creation_time);
    expect(eventIds((await list(`from=${time}`)).json)).toEqual(["e4", "e3", "e2"]);
    expect(eventIds((await list(`to=${time}`)).json)).toEqual(["e1", "e0"]);
    expect(eventIds((await list(`to=${time}&status=dead&session_uid=${sessions[0]}`)).json)).toEqual(["e0"]);
    expect(eventIds((await list(`session_uid=${sessions[1]}&url=${encodeURIComponent("https://x/")}`)).json)).toEqual(
      [],
    );
  });

  it("shows each attempt: to the operator with what was answered, to the project without", async () => {
    const [{ delivery_id: id }] = (await list(`session_uid=${sessions[2]}`)).json.deliveries;
    const shown = await app.operator("GET", `${BASE}/deliveries/${id}`);
    const attempt = { start_time: expect.stringMatching(/Z$/), duration_ms: expect.any(Number) };
    expect(shown.json.attempts).toEqual([
      { ...attempt, number: 1, round: 1, outcome: "status_rejected", status_code: 500, answer: ANSWER },
      { ...attempt, number: 2, round: 2, outcome: "delivered", status_code: 200, answer: null },
    ]);
    const own = await app.as(token, "GET", `${OWN}/deliveries/${id}`);
    expect(own.json).toMatchObject({ delivery_id: id, status: "delivered", attempts_made: 2 });
    expect(own.text).not.toContain(ANSWER);
    expect(receiver.received.filter(({ headers }) => headers["webhook-id"] === id)).toHaveLength(2);
  });

  it.each([
    ["status=lost", 400],
    ["limit=0", 400],
    ["limit=1001", 400],
    ["session_uid=x", 400],
    ["from=yesterday", 400],
    ["cursor=!!!", 400],
    ["cursor=AAAA", 400],
  ])("answers %s with %d", async (query, status) => {
    const answer = await list(query);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ statusCode: 400, error: "Bad Request" });
  });
});

describe("redelivery (decisions, sections 4 and 8)", () => {
  it("runs a delivered delivery anew under the same webhook-id, and counts its attempts on", async () => {
    const [{ delivery_id: id }] = (await list(`session_uid=${sessions[1]}`)).json.deliveries;
    const arrived = receiver.received.length;
    const answer = await app.as(token, "POST", `${OWN}/deliveries/${id}/redeliveries`);
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({ delivery_id: id, status: "pending", attempts_made: 1, round: 1 });
    await receiver.waitFor(arrived + 1);
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(id);
    const after = await until("delivered", sessions[1]);
    expect(after).toMatchObject({ attempts_made: 2, round: 1 });
  });

  it("counts first where asked to, then redelivers the dead ones that match, and only those", async () => {
    const dry = await app.operator("POST", `${BASE}/redeliveries`, { dry_run: true });
    expect([dry.status, dry.json]).toEqual([200, { matched: 2, redelivered: 0 }]);
    const arrived = receiver.received.length;
    const filter = { status: "dead", session_uid: sessions[0], url: `${receiver.url}/hook` };
    const one = await app.operator("POST", `${BASE}/redeliveries`, { filter });
    expect([one.status, one.json]).toEqual([202, { matched: 1, redelivered: 1 }]);
    await until("delivered", sessions[0]);
    expect((await app.as(token, "POST", `${OWN}/redeliveries`, {})).json).toEqual({ matched: 1, redelivered: 1 });
    await until("delivered", sessions[3]);
    expect(receiver.received.length).toBe(arrived + 2);
    expect((await app.operator("POST", `${BASE}/redeliveries`, {})).json).toEqual({ matched: 0, redelivered: 0 });
  });

  it("refuses what cannot run again: unknown, another project's, cancelled", async () => {
    const unknown = await app.operator("POST", `${BASE}/deliveries/${randomUUID()}/redeliveries`);
    expect(unknown.json).toEqual({ statusCode: 404, message: "The project has no such delivery", error: "Not Found" });
    expect((await app.operator("POST", `${BASE}/deliveries/x/redeliveries`)).status).toBe(404);
    const [{ delivery_id: id }] = (await list("limit=1")).json.deliveries;
    const { token: stranger } = await app.createProject("stranger");
    expect((await app.as(stranger, "GET", `${OWN}/deliveries/${id}`)).status).toBe(403);
    const theirs = "/api/notifier/public/stranger/deliveries";
    expect((await app.as(stranger, "GET", `${theirs}/${id}`)).status).toBe(404);
    expect((await app.as(stranger, "POST", `${theirs}/${id}/redeliveries`)).status).toBe(404);
    expect((await app.as(stranger, "GET", theirs)).json).toEqual({ deliveries: [], next_cursor: "" });
    const pending = await app.operator("POST", `${BASE}/redeliveries`, { filter: { status: "pending" } });
    expect(pending.status).toBe(400);
    await app.as(token, "DELETE", `${OWN}/subscription`);
    const removed = await app.operator("POST", `${BASE}/deliveries/${id}/redeliveries`);
    expect(removed.json).toMatchObject({
      statusCode: 409,
      message: "The URL of the delivery is no longer subscribed",
    });
    const many = await app.operator("POST", `${BASE}/redeliveries`, { filter: { status: "delivered" }, dry_run: true });
    expect(many.json).toEqual({ matched: 0, redelivered: 0 });
  });
});

function list(query: string) {
  return app.operator("GET", `${BASE}/deliveries?${query}`);
}

function eventIds(page: { deliveries: { event_id: string }[] }): string[] {
  return page.deliveries.map((delivery) => delivery.event_id);
}

async function publish(extra: Record<string, unknown>): Promise<void> {
  const result = { wave_type: "primary", analysis_result_url: "https://results.example.com/1", ...extra };
  const answer = await app.operator("POST", `${BASE}/analysis-results`, result);
  if (answer.status !== 202) throw new Error(answer.text);
}

/** The session's delivery, once it has come to the status. */
async function until(status: string | undefined, session: string | undefined) {
  for (;;) {
    const [delivery] = (await list(`session_uid=${session}`)).json.deliveries;
    if (delivery.status === status) return delivery;
  }
}
