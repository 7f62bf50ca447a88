import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { subscribe, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const HTML = "<script>alert(1)</script><img src=x onerror=alert(2)>";

describe("trying out receivers, and looking at what was sent", () => {
  let app: TestApp;
  let receiver: Receiver;
  let project: { name: string; token: string };
  const own = "/api/notifier/public/acme";

  beforeAll(async () => {
    app = await startTestApp();
    receiver = await startReceiver([], {
      status: 200,
      headers: { "content-type": "text/html" },
      body: HTML,
    });
    project = await app.createProject("acme", {
      signing: { secrets: [`whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`] },
      callback_auth: { header_name: "X-Api-Key", header_value: "header-secret" },
    });
    await subscribe(app, project, [`${receiver.url}/a?key=url-secret`, `${receiver.url}/b`], ["recalculate"]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const endpoints = async () => (await app.as(project.token, "GET", `${own}/endpoints`)).json.endpoints;

  it("sends an event with the contract's keys, whose stored result says that it is a test", async () => {
    const { status, json } = await app.as(project.token, "POST", `${own}/test-events`, {});
    expect(status).toBe(202);
    expect(json.event_id).toBe(`test-${json.session_uid}`);
    expect(json.wave_type).toBe("recalculate");
    expect(json.deliveries).toHaveLength(2);
    const received = await receiver.waitFor(2);
    for (const callback of received) {
      const body = JSON.parse(callback.body);
      expect(Object.keys(body).sort()).toEqual(["analysis_result_url", "session_uid", "source"]);
      expect(body.session_uid).toBe(json.session_uid);
      const result = await (await fetch(body.analysis_result_url)).json();
      expect(result).toMatchObject({ test: true, project: "acme", requested_by: "tester" });
    }
  });

  it("sends it to one endpoint where that is asked for, by the operator as well", async () => {
    const [, second] = await endpoints();
    const before = receiver.received.length;
    const path = "/api/operator/projects/acme/test-events";
    const { status, json } = await app.operator("POST", path, { endpoint_id: second.endpoint_id });
    expect(status).toBe(202);
    expect(json.deliveries).toMatchObject([{ url: `${receiver.url}/b` }]);
    await receiver.waitFor(before + 1);
    expect(receiver.received.at(-1)?.url).toBe("/b");
  });

  it("refuses an endpoint of another project, and a project without a subscription", async () => {
    const other = await app.createProject("other");
    const [first] = await endpoints();
    const path = "/api/notifier/public/other/test-events";
    const none = await app.as(other.token, "POST", path, { endpoint_id: first.endpoint_id });
    expect([none.status, none.json.message]).toEqual([409, "The project has no subscription"]);
    await subscribe(app, other, [receiver.url]);
    const before = receiver.received.length;
    expect((await app.as(other.token, "POST", path, { endpoint_id: first.endpoint_id })).status).toBe(404);
    expect((await app.as(other.token, "POST", `${own}/test-events`, {})).status).toBe(403);
    expect(receiver.received).toHaveLength(before);
  });

  it("shows the request of a delivery with its secrets masked, and the answer to the operator alone", async () => {
    const { json } = await app.as(project.token, "POST", `${own}/test-events`, {});
    const [{ delivery_id: id }] = json.deliveries.filter(({ url }: { url: string }) => url.includes("/a"));
    const path = `/deliveries/${id}`;
    const seen = await until(async () => {
      const { json: found, text, headers } = await app.as(project.token, "GET", own + path);
      return found.status === "delivered" && { found, text, headers };
    });
    const { request, attempts } = seen.found;
    expect(request).toMatchObject({ method: "POST", url: `${receiver.url}/a?key=****` });
    expect(request.headers).toMatchObject({ "webhook-id": id, "x-api-key": "****", "webhook-signature": "v1,****" });
    const sent = receiver.received.findLast((callback) => callback.headers["webhook-id"] === id);
    expect(request.body).toBe(sent?.body);
    expect(request.headers["webhook-timestamp"]).toBe(sent?.headers["webhook-timestamp"]);
    expect(seen.text).not.toMatch(/url-secret|header-secret/);
    expect(seen.text).not.toContain("<script>");
    expect(attempts[0].answer).toBeNull();
    const operators = await app.operator("GET", `/api/operator/projects/acme${path}`);
    expect(operators.json.attempts[0].answer).toBe(HTML);
    for (const headers of [seen.headers, operators.headers]) {
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("shows how an endpoint has answered within the last hour, and last", async () => {
    await app.outcomes.flush();
    const [first] = await endpoints();
    expect(first.recent).toMatchObject({ minutes: 60, attempts: 2, delivered: 2, success_rate: 1 });
    expect(first.recent.buckets).toHaveLength(60);
    expect(first.recent.p50_ms).toBeGreaterThan(0);
    expect(first.last_attempt).toMatchObject({ outcome: "delivered", status_code: 200 });
    const fresh = await app.createProject("fresh");
    await subscribe(app, fresh, [`${receiver.url}/a`]);
    const { json } = await app.as(fresh.token, "GET", "/api/notifier/public/fresh/endpoints");
    expect(json.endpoints).toMatchObject([{ recent: { attempts: 0, success_rate: null }, last_attempt: null }]);
  });
});
