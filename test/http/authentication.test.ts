import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const STORES = "/api/v4/acme/entity/store";

describe("credentials on every endpoint (interface, Authentication; decisions, section 1)", () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ clock });
    token = (await app.createProject("acme")).token;
    await app.createProject("other");
  });
  afterAll(() => app.close());

  function ask(path: string, headers: Record<string, string>) {
    return fetch(app.url + path, { headers });
  }

  it.each([
    ["Authorization, as documented", () => ({ authorization: `Auth-Token ${token}` })],
    ["Authorization, scheme in another case", () => ({ authorization: `auth-TOKEN ${token}` })],
    ["the header Auth-Token", () => ({ "auth-token": token })],
  ])("accepts %s", async (_, headers) => {
    expect((await ask(STORES, headers())).status).toBe(200);
  });

  it.each([
    ["no credentials", () => ({})],
    ["an unknown token", () => ({ authorization: "Auth-Token nobody-knows-it" })],
    ["another scheme", () => ({ authorization: `Bearer ${token}` })],
    ["the scheme alone", () => ({ authorization: "Auth-Token" })],
    ["the token without its scheme", () => ({ authorization: token })],
    ["an empty Auth-Token header", () => ({ "auth-token": " " })],
  ])("answers 401 to %s", async (_, headers) => {
    const response = await ask(STORES, headers());
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      statusCode: 401,
      message: "Incorrect or expired token",
      error: "Unauthorized",
    });
  });

  it.each([
    ["GET", "/api/notifier/public/acme/subscription"],
    ["PUT", "/api/notifier/public/acme/subscription"],
    ["DELETE", "/api/notifier/public/acme/subscription"],
    ["GET", "/api/notifier/public/wave-types"],
    ["POST", "/api/v4/acme/async-job"],
    ["GET", "/api/v4/acme/async-job/status/0198c0de-0000-7000-8000-000000000000"],
    ["GET", "/api/v4/acme/entity/store"],
    ["GET", "/api/v4/acme/entity/user"],
    ["GET", "/api/v4/acme/entity/route"],
    ["GET", "/api/operator/projects"],
    ["POST", "/api/operator/projects/acme/analysis-results"],
    ["GET", "/api/operator/projects/acme/deliveries"],
    ["GET", "/api/operator/projects/acme/jobs"],
  ])("asks for a token at %s %s", async (method, path) => {
    const response = await fetch(app.url + path, { method });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: "Incorrect or expired token" });
  });

  it("answers the same 403 to a token of another project and to a project that does not exist", async () => {
    for (const name of ["other", "nowhere"]) {
      const path = `/api/v4/${name}/entity/store`;
      const answer = await app.as(token, "GET", path);
      expect(answer.status).toBe(403);
      const message = `A forbidden resource has been requested ${path}`;
      expect(answer.json).toEqual({ statusCode: 403, message, error: "Forbidden" });
    }
  });

  it("answers 403 to a project's token at the operator's side", async () => {
    expect((await app.as(token, "GET", "/api/operator/projects")).status).toBe(403);
  });

  it("refuses a revoked token at once", async () => {
    const issued = await app.operator("POST", "/api/operator/projects/acme/tokens", { user_name: "leaver" });
    expect((await app.as(issued.json.token, "GET", STORES)).status).toBe(200);
    const revoked = await app.operator("DELETE", `/api/operator/projects/acme/tokens/${issued.json.token_id}`);
    expect(revoked.status).toBe(204);
    expect((await app.as(issued.json.token, "GET", STORES)).status).toBe(401);
  });

  it("refuses an expired token, by default after 365 days", async () => {
    const issued = await app.operator("POST", "/api/operator/projects/acme/tokens", { user_name: "guest" });
    expect(Date.parse(issued.json.expires_at) - clock.now()).toBe(365 * 86_400_000);
    const short = await app.operator("POST", "/api/operator/projects/acme/tokens", {
      user_name: "guest",
      expires_at: new Date(clock.now() + 60_000).toISOString(),
    });
    clock.advance(59_000);
    expect((await app.as(short.json.token, "GET", STORES)).status).toBe(200);
    clock.advance(1_000);
    expect((await app.as(short.json.token, "GET", STORES)).status).toBe(401);
  });

  it("serves every version in any letter case and names the supported ones for another", async () => {
    for (const version of ["v1", "v2", "v3", "v4", "V4"]) {
      expect((await app.as(token, "GET", `/api/${version}/acme/entity/store`)).status).toBe(200);
    }
    const answer = await app.as(token, "GET", "/api/v5/acme/entity/store");
    expect(answer.status).toBe(404);
    expect(answer.json.message).toContain("v1, v2, v3, v4");
  });
});
