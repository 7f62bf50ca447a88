import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { rawRequest } from "../support/raw-request.ts";

describe("bad input, everywhere (decisions, section 1)", () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    token = (await app.createProject("acme")).token;
  });
  afterAll(() => app.close());

  function send(method: string, path: string, headers: Record<string, string>, body?: string) {
    return fetch(app.url + path, {
      method,
      headers: { "auth-token": token, ...headers },
      ...(body !== undefined && { body }),
    });
  }

  const raw = (bytes: string) => rawRequest(app.url, bytes);

  it.each([
    ["malformed JSON", "{", "application/json", 400],
    ["an empty body", "", "application/json", 400],
    ["JSON of the wrong kind", "[]", "application/json", 400],
    ["another content type", "url_list=x", "application/x-www-form-urlencoded", 415],
  ])("answers %s in the one error form", async (_, body, type, status) => {
    const response = await send("PUT", "/api/notifier/public/acme/subscription", { "content-type": type }, body);
    const json = await response.json();
    expect(response.status).toBe(status);
    expect(json).toMatchObject({ statusCode: status, error: expect.any(String) });
    expect(JSON.stringify(json)).not.toMatch(/at \w+ \(|node_modules|\.ts:/);
  });

  it("answers 413 to a JSON body over the limit and closes the connection", async () => {
    const body = JSON.stringify({ url_list: ["x".repeat(2_000_000)] });
    const response = await send(
      "PUT",
      "/api/notifier/public/acme/subscription",
      { "content-type": "application/json" },
      body,
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ statusCode: 413 });
  });

  it("answers 405 with Allow to a method that a path does not have, without asking for a token", async () => {
    const response = await fetch(`${app.url}/api/notifier/public/acme/subscription`, { method: "PATCH" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    expect(await response.json()).toMatchObject({ statusCode: 405, error: "Method Not Allowed" });
  });

  it("answers OPTIONS with what is allowed, and HEAD like GET without a body", async () => {
    const options = await fetch(`${app.url}/api/v4/acme/entity/store`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const head = await send("HEAD", "/api/v4/acme/entity/store", {});
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("ignores a trailing slash", async () => {
    expect((await send("GET", "/api/v4/acme/entity/store/", {})).status).toBe(200);
  });

  it("answers 404 in the one error form where there is nothing", async () => {
    for (const path of ["/", "/api", "/api/v4/acme/entity/planogram", "/api/v4/acme/nothing", "/%2e%2e/etc/passwd"]) {
      const response = await send("GET", path, {});
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
    }
  });

  it("answers 400 to a path that cannot be decoded", async () => {
    const answer = await raw("GET /api/v4/%zz/entity/store HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"statusCode":400');
  });

  it("answers 431 to a header over the limit and 400 to what is no HTTP at all", async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*"statusCode":431/,
    );
    expect(await raw("how do you do\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*"statusCode":400/);
  });

  it("names the member of a body that is wrong", async () => {
    const answer = await app.operator("POST", "/api/operator/projects", {
      name: "a/b",
      lookup_policy: "lax",
      colour: 1,
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual(
      expect.arrayContaining([
        'body must not have the member "colour"',
        expect.stringMatching(/^body\.name must match pattern/),
        "body.lookup_policy must be one of strict, open",
      ]),
    );
  });
});
