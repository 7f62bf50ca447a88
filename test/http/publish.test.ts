import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let app: TestApp;
let receiver: Receiver;
const path = (project: string) => `/api/operator/projects/${project}/analysis-results`;

beforeAll(async () => {
  app = await startTestApp();
  receiver = await startReceiver();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function subscribe(name: string, waves: string[], settings: Record<string, unknown> = {}, urls = ["/hook"]) {
  const project = await app.createProject(name, settings);
  const body = { url_list: urls.map((url) => receiver.url + url), wave_type_list: waves };
  const put = await app.as(project.token, "PUT", `/api/notifier/public/${name}/subscription`, body);
  if (put.status !== 200) throw new Error(put.text);
  return project;
}

function result(extra: Record<string, unknown> = {}) {
  return {
    session_uid: randomUUID(),
    wave_type: "primary",
    analysis_result_url: "https://results.example.com/1.json",
    ...extra,
  };
}

describe("publishing (decisions, section 3)", () => {
  it("answers 202 with the deliveries of each event, and the callback has exactly the contract's keys", async () => {
    await subscribe("basic", ["primary"], {}, ["/basic"]);
    const event = result({ event_id: "e-1", store_number: "0007", client_session_id: "c-1" });
    const answer = await app.operator("POST", path("basic"), event);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ accepted: 1, duplicates: 0, events: [{ event_id: "e-1", deliveries: 1 }] });
    const callback = await arrival("/basic");
    expect(callback.headers["content-type"]).toBe("application/json");
    expect(callback.json()).toEqual({
      analysis_result_url: event.analysis_result_url,
      session_uid: event.session_uid,
      source: "Shelfwire",
    });
  });

  it("puts the optional fields into the callback only where the project has them enabled", async () => {
    await subscribe("fields", ["all"], { payload_fields: ["store_number"] }, ["/fields"]);
    await app.operator("POST", path("fields"), result({ store_number: "0007", client_session_id: "c-1" }));
    const body = (await arrival("/fields")).json();
    expect(body).toMatchObject({ store_number: "0007" });
    expect(body).not.toHaveProperty("client_session_id");
  });

  it("delivers only the wave types asked for, and stores an event that no URL wants with no deliveries", async () => {
    await subscribe("waves", ["recalculate"]);
    const events = [result(), result({ wave_type: "recalculate" })];
    const answer = await app.operator("POST", path("waves"), events);
    expect(answer.json.events.map((event: { deliveries: number }) => event.deliveries)).toEqual([0, 1]);
    const listed = await app.operator("GET", path("waves"));
    expect(listed.json.events).toHaveLength(2);
    expect(listed.json.next_cursor).toBe("");
  });

  it("stores a result itself and serves it under a link that cannot be guessed", async () => {
    await subscribe("inline", ["all"], {}, ["/inline"]);
    const body = { shelves: [1, 2.5, null], name: "Überblick" };
    const event = { session_uid: randomUUID(), wave_type: "primary", analysis_result: body };
    expect((await app.operator("POST", path("inline"), event)).status).toBe(202);
    const { analysis_result_url: url } = Object(await arrival("/inline").then((callback) => callback.json()));
    const served = await fetch(url);
    expect(served.status).toBe(200);
    expect(served.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await served.json()).toEqual(body);
    expect((await fetch(url.split("?")[0])).status).toBe(403);
    expect((await fetch(url.replace(/.$/, (last: string) => (last === "A" ? "B" : "A")))).status).toBe(403);
  });

  it("takes an empty text for one that is left out, and counts characters, not halves of them", async () => {
    await subscribe("texts", ["all"]);
    const emoji = "🛒".repeat(200);
    const empty = result({ event_id: "", store_number: "", client_session_id: "" });
    const answer = await app.operator("POST", path("texts"), [empty, result({ event_id: emoji })]);
    expect(answer.json).toMatchObject({ accepted: 2, events: [{ deliveries: 1 }, { event_id: emoji }] });
    expect(answer.json.events[0].event_id).not.toBe("");
  });

  it("takes JSON lines", async () => {
    await subscribe("lines", ["all"]);
    const send = (body: string) =>
      fetch(app.url + path("lines"), {
        method: "POST",
        headers: { authorization: `Auth-Token ${OPERATOR_TOKEN}`, "content-type": "application/x-ndjson" },
        body,
      });
    const answer = await send(`${JSON.stringify(result())}\n\n${JSON.stringify(result())}\n`);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ accepted: 2 });
    const broken = await send(`${JSON.stringify(result())}\n{`);
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ message: "[1] is not valid JSON (line 2)" });
  });

  it("accepts the same event_id twice and changes nothing, also when both arrive at once", async () => {
    await subscribe("twice", ["all"], {}, ["/t1", "/t2"]);
    const events = Array.from({ length: 8 }, () => result({ event_id: "same" }));
    const answers = await Promise.all(events.map((event) => app.operator("POST", path("twice"), event)));
    expect(answers.map((answer) => answer.status)).toEqual(events.map(() => 202));
    expect(answers.reduce((sum, answer) => sum + answer.json.accepted, 0)).toBe(1);
    expect(answers.reduce((sum, answer) => sum + answer.json.duplicates, 0)).toBe(7);
    for (const answer of answers) expect(answer.json.events).toEqual([{ event_id: "same", deliveries: 2 }]);
    const inOne = await app.operator("POST", path("twice"), [
      result({ event_id: "pair" }),
      result({ event_id: "pair" }),
    ]);
    expect(inOne.json).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await app.operator("GET", path("twice"))).json.events).toHaveLength(2);
  });

  it("walks what was published by cursor, newest first", async () => {
    await subscribe("walk", ["recalculate"]);
    const ids = ["w1", "w2", "w3", "w4", "w5"];
    for (const id of ids) await app.operator("POST", path("walk"), result({ event_id: id }));
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await app.operator("GET", `${path("walk")}?limit=2&cursor=${cursor}`);
      seen.push(...page.json.events.map((event: { event_id: string }) => event.event_id));
      cursor = page.json.next_cursor;
    } while (cursor !== "");
    expect(seen).toEqual(ids.toReversed());
  });
});

describe("publishing, refused input (decisions, section 3)", () => {
  const { session_uid: _none, ...withoutSession } = result();
  it.each([
    ["no session_uid", withoutSession, /session_uid must be a UUID/],
    ["a session_uid that is no UUID", result({ session_uid: "x" }), /session_uid must be a UUID/],
    ["the wave type all", result({ wave_type: "all" }), /wave_type must be one of primary, recalculate/],
    ["an unknown wave type", result({ wave_type: "x" }), /wave_type must be one of/],
    ["both a URL and a result", result({ analysis_result: {} }), /exactly one of/],
    ["a URL that is none", result({ analysis_result_url: "here" }), /absolute http or https URL/],
    ["a long event_id", result({ event_id: "x".repeat(201) }), /event_id must be a string of at most 200/],
    ["a number for a store_number", result({ store_number: 7 }), /store_number must be a string/],
    ["a NUL in a text", result({ store_number: "a\0b" }), /store_number/],
    ["an unknown member", result({ storeNumber: "7" }), /must not have the member "storeNumber"/],
    ["an empty array", [], /at least one/],
    ["text", "hello", /must be an object/],
    ["more than 1,000 elements", Array.from({ length: 1_001 }, () => result()), /at most 1000/],
  ])("answers 400 to %s", async (_, body, message) => {
    await app.createProject(`refused-${_.replaceAll(/\W/g, "-")}`);
    const answer = await app.operator("POST", path(`refused-${_.replaceAll(/\W/g, "-")}`), body);
    expect(answer.status).toBe(400);
    expect([answer.json.message].flat().join("; ")).toMatch(message);
  });

  it("refuses the whole request for one bad element, names its index, and stores nothing", async () => {
    await subscribe("whole", ["all"], {}, ["/whole"]);
    const answer = await app.operator("POST", path("whole"), [result(), result({ wave_type: "x" }), result()]);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual([expect.stringMatching(/^\[1\] wave_type/)]);
    expect((await app.operator("GET", path("whole"))).json.events).toEqual([]);
    expect(receiver.received.filter(({ url }) => url === "/whole")).toEqual([]);
  });

  it("is the operator's: 401 without a token, 403 with a project's, 404 for a project that is not there", async () => {
    const { token } = await app.createProject("own");
    expect((await app.as("wrong", "POST", path("own"), result())).status).toBe(401);
    expect((await app.as(token, "POST", path("own"), result())).status).toBe(403);
    expect((await app.operator("POST", path("nobody"), result())).status).toBe(404);
  });

  it("does not read JSON lines anywhere else", async () => {
    const { token } = await app.createProject("elsewhere");
    const answer = await fetch(`${app.url}/api/notifier/public/elsewhere/subscription`, {
      method: "PUT",
      headers: { authorization: `Auth-Token ${token}`, "content-type": "application/x-ndjson" },
      body: "{}",
    });
    expect(answer.status).toBe(415);
  });
});

async function arrival(url: string) {
  for (let count = receiver.received.length; ; count++) {
    const found = receiver.received.find((callback) => callback.url === url);
    if (found) return found;
    await receiver.waitFor(count + 1);
  }
}
