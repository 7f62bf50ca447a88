import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";

const HOUR_MS = 3_600_000;
const SUBSCRIPTION = "/api/notifier/public/acme/subscription";

describe("sessions of the console", () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  let app: TestApp;
  let acme: { name: string; token: string };
  beforeAll(async () => {
    app = await startTestApp({ clock });
    acme = await app.createProject("acme");
    await app.createProject("other");
  });
  afterAll(() => app.close());

  async function signIn(token: string) {
    const response = await fetch(`${app.url}/api/console/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    expect(response.status).toBe(200);
    const setCookie = response.headers.get("set-cookie") ?? "";
    const { csrf_token: csrf } = await response.json();
    const cookie = setCookie.split(";")[0] ?? "";
    const ask = (method: string, path: string, headers: Record<string, string> = { "x-csrf-token": csrf }) =>
      fetch(app.url + path, { method, headers: { cookie, ...headers } });
    return { setCookie, csrf, ask };
  }

  it("exchanges a token for a cookie that no script reads and no other site sends", async () => {
    const { setCookie, ask } = await signIn(acme.token);
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(setCookie).not.toContain(acme.token);
    expect(await (await ask("GET", "/api/console/session")).json()).toMatchObject({
      kind: "project",
      project: "acme",
      user_name: "tester",
    });
  });

  it("answers 401 to a token that nobody has, and without a session", async () => {
    const body = JSON.stringify({ token: "nobody-has-it" });
    const headers = { "content-type": "application/json" };
    const refused = await fetch(`${app.url}/api/console/session`, { method: "POST", headers, body });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect((await fetch(`${app.url}/api/console/session`)).status).toBe(401);
  });

  it("lets a project's session see that project only", async () => {
    const { ask } = await signIn(acme.token);
    expect((await ask("GET", "/api/v4/acme/entity/store")).status).toBe(200);
    for (const path of ["/api/v4/other/entity/store", "/api/operator/projects", "/api/operator/projects/acme/tokens"]) {
      expect((await ask("GET", path)).status, path).toBe(403);
    }
  });

  it("lets the operator's session see every project and the operator API", async () => {
    const { ask } = await signIn(OPERATOR_TOKEN);
    for (const path of ["/api/operator/projects", "/api/v4/acme/entity/store", "/api/v4/other/entity/store"]) {
      expect((await ask("GET", path)).status, path).toBe(200);
    }
    expect((await ask("GET", "/api/v4/nobody/entity/store")).status).toBe(403);
  });

  it("refuses a change that does not name the session's CSRF token, and reads without it", async () => {
    const { ask } = await signIn(acme.token);
    for (const headers of [{}, { "x-csrf-token": "guessed" }] as Record<string, string>[]) {
      const refused = await ask("DELETE", SUBSCRIPTION, headers);
      expect(refused.status).toBe(403);
      expect((await refused.json()).message).toBe("The request does not name the session's CSRF token");
    }
    expect((await ask("DELETE", SUBSCRIPTION)).status).toBe(404);
    expect((await ask("GET", SUBSCRIPTION, {})).status).toBe(404);
  });

  it("ends a session by signing out, in the service too", async () => {
    const { ask } = await signIn(acme.token);
    expect((await ask("DELETE", "/api/console/session", {})).status).toBe(403);
    const ended = await ask("DELETE", "/api/console/session");
    expect(ended.status).toBe(204);
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await ask("GET", "/api/console/session")).status).toBe(401);
  });

  it("ends a session when its token is revoked, and after twelve hours", async () => {
    const issued = await app.operator("POST", "/api/operator/projects/acme/tokens", { user_name: "guest" });
    const guest = await signIn(issued.json.token);
    expect((await guest.ask("GET", "/api/console/session")).status).toBe(200);
    await app.operator("DELETE", `/api/operator/projects/acme/tokens/${issued.json.token_id}`);
    expect((await guest.ask("GET", "/api/console/session")).status).toBe(401);

    const { ask } = await signIn(acme.token);
    for (let hour = 1; hour < 12; hour += 1) {
      clock.advance(HOUR_MS);
      expect((await ask("GET", "/api/console/session")).status).toBe(200);
    }
    clock.advance(HOUR_MS - 1);
    expect((await ask("GET", "/api/console/session")).status).toBe(200);
    clock.advance(1);
    expect((await ask("GET", "/api/console/session")).status).toBe(401);
  });

  it("ends a session that nobody has used for two hours", async () => {
    const { ask } = await signIn(acme.token);
    clock.advance(2 * HOUR_MS - 1);
    expect((await ask("GET", "/api/console/session")).status).toBe(200);
    clock.advance(2 * HOUR_MS);
    expect((await ask("GET", "/api/console/session")).status).toBe(401);
  });

  it("refuses what another origin's page asks, also with the right CSRF token, and its attempts to sign in", async () => {
    const { ask, csrf } = await signIn(acme.token);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      expect((await ask("DELETE", SUBSCRIPTION, { "x-csrf-token": csrf, ...headers })).status).toBe(403);
      const response = await fetch(`${app.url}/api/console/session`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ token: acme.token }),
      });
      expect(response.status).toBe(403);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    const own: Record<string, string>[] = [
      { origin: app.url },
      { "sec-fetch-site": "same-origin", origin: "https://proxied.example" },
    ];
    for (const headers of own) {
      expect((await ask("DELETE", SUBSCRIPTION, { "x-csrf-token": csrf, ...headers })).status).toBe(404);
    }
  });

  it("slows down whoever tries many tokens", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ token: "guess" });
    const attempt = () => fetch(`${app.url}/api/console/session`, { method: "POST", headers, body });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await attempt()).status));
    expect(statuses).toContain(429);
  });
});

describe("sessions below a path, behind a proxy that adds TLS", () => {
  it("gives the cookie to the service's own paths only, and over HTTPS only", async () => {
    const app = await startTestApp({ environment: { SHELFWIRE_BASE_URL: "https://public.example/shelf/" } });
    try {
      const signIn = (origin: string) =>
        fetch(`${app.url}/api/console/session`, {
          method: "POST",
          headers: { "content-type": "application/json", origin },
          body: JSON.stringify({ token: OPERATOR_TOKEN }),
        });
      const { status, headers } = await signIn("https://public.example");
      expect(status).toBe(200);
      expect(headers.get("set-cookie")).toMatch(/; Path=\/shelf\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      expect((await signIn("https://other.example")).status).toBe(403);
    } finally {
      await app.close();
    }
  });
});
