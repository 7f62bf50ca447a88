import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { HOUR } from "../../src/lib/units.ts";
import { ApiDocument, type Operation } from "../support/api-document.ts";
import { schemeOf } from "../support/api-requests.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { type ConsoleSession, type OtherHeaders, openSession } from "../support/console-session.ts";

const SESSION = "/api/console/session";
const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const WHO = ["project", "operator"] as const;

describe("sessions that are none, or not the asker's, on every operation of the API", () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 21));
  let app: TestApp;
  let api: ApiDocument;
  let tokens: Record<(typeof WHO)[number], string>;
  beforeAll(async () => {
    app = await startTestApp({ clock });
    tokens = { project: (await app.createProject("acme")).token, operator: OPERATOR_TOKEN };
    api = await ApiDocument.of(app.url);
  });
  afterAll(() => app.close());

  /** What a session of that kind opens: the operator's all of it. */
  function openTo(who: (typeof WHO)[number]): Operation[] {
    const opened = api.operations.filter((each) => schemeOf(each) === "projectToken");
    // The operator's session is no project's, where the path names none.
    if (who === "project") return opened;
    const named = opened.filter(({ path }) => path.includes("{project_name}"));
    return [...named, ...api.operations.filter((each) => schemeOf(each) === "operatorToken")];
  }

  function ask(session: ConsoleSession, { method, path }: Operation, headers: OtherHeaders = {}): Promise<Response> {
    const names: Record<string, string> = { project_name: "acme", version_number: "v4", type: "region_name" };
    const url = path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24");
    return session.ask(method, url, CHANGING.has(method) ? {} : undefined, headers);
  }

  /** Asks for all that the session would open, and expects the one answer to all of it. */
  async function expectAll(
    who: (typeof WHO)[number],
    session: ConsoleSession,
    status: number,
    { headers = {}, only = () => true }: { headers?: OtherHeaders; only?: (operation: Operation) => boolean } = {},
  ): Promise<void> {
    const operations = openTo(who).filter(only);
    expect(operations.length).toBeGreaterThan(8);
    for (const operation of operations) {
      const answer = await ask(session, operation, headers);
      const text = await answer.text();
      expect(answer.status, `${operation.method} ${operation.path} ${JSON.stringify(headers)} ${text}`).toBe(status);
    }
  }

  async function expectEnded(who: (typeof WHO)[number], session: ConsoleSession): Promise<void> {
    await expectAll(who, session, 401);
    expect((await session.ask("GET", SESSION)).status).toBe(401);
  }

  it.each(WHO)("refuse what changes something without the CSRF token, for the %s", async (who) => {
    const session = await openSession(app, tokens[who]);
    const others = await openSession(app, tokens[who]);
    const wrong: OtherHeaders[] = [
      { "x-csrf-token": undefined },
      { "x-csrf-token": "" },
      { "x-csrf-token": others.csrf },
      { "x-csrf-token": session.csrf.slice(0, -1) },
      { origin: "https://evil.example" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of wrong) {
      await expectAll(who, session, 403, { headers, only: ({ method }) => CHANGING.has(method) });
      expect((await session.ask("DELETE", SESSION, undefined, headers)).status).toBe(403);
    }
    expect((await session.ask("GET", SESSION)).status).toBe(200);
    const { json } = await app.operator("GET", "/api/operator/projects");
    expect(json.projects.map(({ name }: { name: string }) => name)).toEqual(["acme"]);
  });

  it.each(WHO)("open nothing any more after the %s has signed out", async (who) => {
    const session = await openSession(app, tokens[who]);
    const other = await openSession(app, tokens[who]);
    expect((await session.ask("DELETE", SESSION)).status).toBe(204);
    await expectEnded(who, session);
    expect((await other.ask("GET", SESSION)).status).toBe(200);
  });

  it.each(WHO)("open nothing any more when the %s's have run out", async (who) => {
    const session = await openSession(app, tokens[who]);
    clock.advance(2 * HOUR);
    await expectEnded(who, session);
  });

  it("open nothing any more when their token is revoked", async () => {
    const path = "/api/operator/projects/acme/tokens";
    const { json } = await app.operator("POST", path, { user_name: "leaver" });
    const session = await openSession(app, json.token);
    await app.operator("DELETE", `${path}/${json.token_id}`);
    await expectEnded("project", session);
  });

  it.each(WHO)("do not make good a wrong token beside them, for the %s", async (who) => {
    const session = await openSession(app, tokens[who]);
    await expectAll(who, session, 401, { headers: { authorization: "Auth-Token guessed" } });
    await expectAll(who, session, 401, { headers: { "auth-token": "guessed" } });
  });

  it("are none where the secret is made up, cut short or another's CSRF token", async () => {
    const session = await openSession(app, tokens.operator);
    const [name = "", secret = ""] = session.cookie.split("=");
    for (const guess of ["", "x", secret.slice(0, -1), session.csrf, tokens.operator]) {
      await expectEnded("operator", { ...session, ask: (...call) => askWith(session, `${name}=${guess}`, call) });
    }
  });

  it("show the console's pages to everybody alike, and nobody another's session", async () => {
    await app.createProject("other");
    const [own, operator] = [await openSession(app, tokens.project), await openSession(app, tokens.operator)];
    for (const path of ["/console/", "/console/p/other/jobs", "/console/projects/other", "/console/system"]) {
      const pages = [await own.ask("GET", path), await operator.ask("GET", path), await fetch(app.url + path)];
      const [first, ...others] = await Promise.all(pages.map((page) => page.text()));
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(others).toEqual([first, first]);
      expect(pages.map(({ headers }) => headers.get("set-cookie"))).toEqual([null, null, null]);
      for (const method of CHANGING) expect((await own.ask(method, path)).status, `${method} ${path}`).toBe(405);
    }
    expect(await (await own.ask("GET", `${SESSION}?project=other`)).json()).toMatchObject({ project: "acme" });
    expect((await fetch(app.url + SESSION)).status).toBe(401);
    const answer = await fetch(app.url + SESSION, { method: "DELETE" });
    expect(answer.status).toBe(204);
  });
});

function askWith(
  session: ConsoleSession,
  cookie: string,
  [method, path, body, headers]: Parameters<ConsoleSession["ask"]>,
): Promise<Response> {
  return session.ask(method, path, body, { ...headers, cookie });
}
