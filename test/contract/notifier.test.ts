import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { publish, until } from "../support/callbacks.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const SUBSCRIPTION = "/api/notifier/public/acme/subscription";
const OK = { url_list: ["https://hooks.example.com/"], wave_type_list: ["all"] };
const ALL_MISSING = [
  "url_list should not be empty",
  "url_list must be an array",
  "wave_type_list should not be empty",
  "each value in wave_type_list must be a valid enum value",
  "wave_type_list must be an array",
];

let app: TestApp;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  receiver = await startReceiver();
  token = (await app.createProject("acme")).token;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await fetch(app.url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === "" ? undefined : JSON.parse(text) };
}

const raw = (bytes: string) => rawRequest(app.url, bytes);

describe("1. All endpoints", () => {
  it.each([
    ["a tab after the scheme", () => ({ authorization: `Auth-Token\t${token}` }), 200],
    [
      "Auth-Token beside another scheme of a gateway",
      () => ({ authorization: "Basic eDp5", "auth-token": token }),
      200,
    ],
    [
      "a wrong Authorization beside a right Auth-Token",
      () => ({ authorization: "Auth-Token no", "auth-token": token }),
      401,
    ],
    ["the scheme inside the header Auth-Token", () => ({ "auth-token": `Auth-Token ${token}` }), 401],
    ["quotes around the token", () => ({ authorization: `Auth-Token "${token}"` }), 401],
  ])("takes credentials: %s", async (_, headers, status) => {
    expect((await ask("GET", "/api/notifier/public/wave-types", headers())).status).toBe(status);
  });

  it.each([
    ["PATCH", SUBSCRIPTION, "DELETE, GET, HEAD, OPTIONS, PUT"],
    ["TRACE", SUBSCRIPTION, "DELETE, GET, HEAD, OPTIONS, PUT"],
    ["DELETE", "/api/notifier/public/wave-types", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
  ])("answers 405 with Allow to %s %s", async (method, path, allow) => {
    const answer = await raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*"statusCode":405/);
    expect(answer.toLowerCase()).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`);
  });

  it("answers 400 in the one error form where the header Host is missing", async () => {
    const answer = await raw("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"The header Host is missing"/);
  });

  it("ignores the content type of a body that is not sent", async () => {
    const headers = { "auth-token": token, "content-type": "application/json" };
    expect((await app.as(token, "PUT", SUBSCRIPTION, OK)).status).toBe(200);
    expect((await ask("DELETE", SUBSCRIPTION, headers)).status).toBe(200);
  });
});

describe("2. Subscription", () => {
  it.each([
    ["no body", undefined, undefined, 400, ALL_MISSING],
    ["an empty body", "", "application/json", 400, ALL_MISSING],
    ["null", "null", "application/json", 400, ALL_MISSING],
    ["null for both", '{"url_list":null,"wave_type_list":null}', "application/json", 400, ALL_MISSING],
    ["plain text", JSON.stringify(OK), "text/plain", 415, expect.stringContaining("application/json")],
  ])("answers a PUT with %s in the contract's words", async (_, body, type, status, message) => {
    const headers = { "auth-token": token, ...(type !== undefined && { "content-type": type }) };
    const answer = await ask("PUT", SUBSCRIPTION, headers, body);
    expect([answer.status, answer.json.message]).toEqual([status, message]);
  });

  it.each([
    ["https://hooks.example.com?user=a@b.example", 200],
    ["https://hooks.example.com/a@b?user=a@b", 200],
    ["HTTPS://HOOKS.EXAMPLE.COM/", 200],
    ["https://me@hooks.example.com/", 400],
    ["https://@hooks.example.com/", 400],
    ["https://hooks.example.com/#", 400],
    ["https://0x0a000001/", 400],
    ["https://10.1/", 400],
    ["https://[::ffff:a00:1]/", 400],
    ["https://169.254.169.254/latest", 400],
    ["//hooks.example.com/", 400],
    ["https:hooks.example.com/", 400],
    [" https://hooks.example.com/", 400],
  ])("takes or refuses the URL %s", async (url, status) => {
    expect((await app.as(token, "PUT", SUBSCRIPTION, { ...OK, url_list: [url] })).status).toBe(status);
  });

  it("takes 20 URLs, and duplicates beyond them", async () => {
    const urls = Array.from({ length: 20 }, (_, i) => `https://hooks.example.com/${i}`);
    const answer = await app.as(token, "PUT", SUBSCRIPTION, { ...OK, url_list: [...urls, ...urls] });
    expect(answer.json.url_list).toEqual(urls);
  });
});

describe("3. Publishing", () => {
  const path = "/api/operator/projects/acme/analysis-results";
  const result = (extra: Record<string, unknown> = {}) => ({
    session_uid: "8b5c8a3e-54a5-4e4c-9c8e-0d2f6c0b7a11",
    wave_type: "primary",
    analysis_result_url: "https://results.example.com/1.json",
    ...extra,
  });

  it.each([
    ["null for what is left out", result({ store_number: null, client_session_id: null, event_id: null }), 202],
    ["a result in place of a null URL", result({ analysis_result_url: null, analysis_result: { a: 1 } }), 202],
    ["null for the URL alone", result({ analysis_result_url: null }), 400],
    ["a URL with a space", result({ analysis_result_url: "https://x.example/a b" }), 400],
    ["a URL and the result null", result({ analysis_result: null }), 400],
  ])("takes or refuses %s", async (_, body, status) => {
    expect((await app.operator("POST", path, body)).status).toBe(status);
  });

  it.each([
    ["{", "application/json"],
    [`{"analysis_result":`, "application/json"],
    ['"x', "application/x-ndjson"],
  ])("answers 400 to %s, and goes on", async (body, type) => {
    const answer = await ask("POST", path, { "auth-token": OPERATOR_TOKEN, "content-type": type }, body);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining("is not valid JSON")]);
    expect((await ask("GET", "/healthz")).status).toBe(200);
  });

  it("takes exactly 1,000 elements", async () => {
    const answer = await app.operator(
      "POST",
      path,
      Array.from({ length: 1_000 }, () => result()),
    );
    expect([answer.status, answer.json.accepted, answer.json.events.length]).toEqual([202, 1_000, 1_000]);
  });
});

describe("3. Results that are stored and served here", () => {
  it.each(["application/json", "application/x-ndjson"])("come back as they were sent, as %s", async (type) => {
    const project = await app.createProject(`exact-${type.length}`);
    const hook = `/exact-${type.length}`;
    const body = { url_list: [receiver.url + hook], wave_type_list: ["all"] };
    await app.as(project.token, "PUT", `/api/notifier/public/${project.name}/subscription`, body);
    const result = '{"id":12345678901234567890,"share":1.0,"least":-0,"__proto__":{"a":1e400},"text":"\\u0000"}';
    const element = `{"session_uid":"8b5c8a3e-54a5-4e4c-9c8e-0d2f6c0b7a11","wave_type":"primary","analysis_result":${result}}`;
    const headers = { "auth-token": OPERATOR_TOKEN, "content-type": type };
    const path = `/api/operator/projects/${project.name}/analysis-results`;
    expect((await ask("POST", path, headers, element)).status).toBe(202);
    const { events } = (await app.operator("GET", path)).json;
    expect(await (await fetch(events[0].analysis_result_url)).text()).toBe(result);
  });
});

describe("4. Delivery", () => {
  it("sends the project's header, both signatures and the key in the URL, and shows none of them", async () => {
    const secrets = [24, 32].map((bytes) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`);
    const project = await app.createProject("signed", {
      callback_auth: { header_name: "Authorization", header_value: "Key 7-of-9" },
      signing: { secrets },
    });
    const body = { url_list: [`${receiver.url}/signed?api_key=SECRETKEY`], wave_type_list: ["all"] };
    expect((await app.as(project.token, "PUT", "/api/notifier/public/signed/subscription", body)).status).toBe(200);
    await publish(app, project);
    const callback = await until(async () => receiver.received.find(({ url }) => url.startsWith("/signed")));
    expect(callback?.url).toBe("/signed?api_key=SECRETKEY");
    expect(callback?.headers.authorization).toBe("Key 7-of-9");
    expect(callback?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    const listed = await app.operator("GET", "/api/operator/projects/signed/deliveries");
    expect(listed.json.deliveries[0].url).toBe(`${receiver.url}/signed?api_key=****`);
    expect(listed.text + (await app.operator("GET", "/metrics")).text).not.toMatch(/SECRETKEY|7-of-9/);
  });
});
