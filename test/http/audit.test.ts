import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { DAY } from "../../src/lib/units.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { subscribe } from "../support/callbacks.ts";
import { openSession } from "../support/console-session.ts";

interface Entry {
  audit_id: string;
  action: string;
  project: string | null;
  target: string | null;
  actor: { kind: string; user_name: string; address: string };
  details: Record<string, unknown> | null;
}

describe("the audit log", () => {
  const clock = new ManualClock(Date.parse("2026-11-21T12:00:00Z"));
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(() => app.close());

  async function entriesOf(query = ""): Promise<Entry[]> {
    return (await app.operator("GET", `/api/operator/audit?${query}`)).json.entries;
  }

  it("has what operator and project have changed, newest first, with no secret in it", async () => {
    const signing = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
    const project = await app.createProject("acme", {
      signing: { secrets: [signing] },
      callback_auth: { header_name: "X-Key", header_value: "header-secret" },
    });
    const path = "/api/operator/projects/acme";
    await app.operator("PATCH", path, { lookup_policy: "open" });
    await app.operator("POST", `${path}/lookups/region_name`, { values: ["North", "South"] });
    await app.operator("PUT", `${path}/lookups/region_name`, { values: ["North"] });
    await subscribe(app, project, ["http://127.0.0.1:9/a?key=url-secret"]);
    await app.as(project.token, "DELETE", "/api/notifier/public/acme/subscription");
    const { json: issued } = await app.operator("POST", `${path}/tokens`, { user_name: "guest" });
    await app.operator("DELETE", `${path}/tokens/${issued.token_id}`);
    await app.operator("POST", `${path}/redeliveries`, { filter: { status: "dead" } });

    const entries = await entriesOf("project=acme");
    expect(entries.map(({ action, actor }) => `${action} by ${actor.kind} ${actor.user_name}`)).toEqual([
      "deliveries.redeliver by operator operator",
      "token.revoke by operator operator",
      "token.create by operator operator",
      "subscription.delete by project tester",
      "subscription.put by project tester",
      "lookup.replace by operator operator",
      "lookup.add by operator operator",
      "project.change by operator operator",
      "token.create by operator operator",
      "project.create by operator operator",
    ]);
    expect(entries[1]?.target).toBe(issued.token_id);
    expect(entries[4]?.details).toMatchObject({ url_list: ["http://127.0.0.1:9/a?key=****"] });
    expect(entries.every(({ actor }) => /^(::ffff:)?127\.0\.0\.1$/.test(actor.address))).toBe(true);
    const text = JSON.stringify(entries);
    for (const secret of [signing, "header-secret", "url-secret", project.token, issued.token]) {
      expect(text).not.toContain(secret);
    }
  });

  it("records nothing for what was refused, or changed nothing", async () => {
    await app.createProject("still");
    const before = await entriesOf();
    await app.operator("POST", "/api/operator/projects", { name: "still" });
    await app.operator("PATCH", "/api/operator/projects/still", { lookup_policy: "sometimes" });
    await app.operator("DELETE", "/api/operator/projects/still/tokens/0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24");
    await app.operator("POST", "/api/operator/projects/still/redeliveries", { dry_run: true });
    expect(await entriesOf()).toEqual(before);
  });

  it("names the operator where the operator's session acts for a project, and sessions themselves", async () => {
    const project = await app.createProject("helped");
    const operator = await openSession(app, OPERATOR_TOKEN);
    const body = { url_list: ["http://127.0.0.1:9/"], wave_type_list: ["all"] };
    expect((await operator.ask("PUT", "/api/notifier/public/helped/subscription", body)).status).toBe(200);
    const own = await openSession(app, project.token);
    expect((await own.ask("DELETE", "/api/console/session")).status).toBe(204);
    const entries = (await entriesOf("limit=4")).map(({ action, actor, project: of }) => [action, actor.kind, of]);
    expect(entries).toEqual([
      ["session.close", "project", "helped"],
      ["session.open", "project", "helped"],
      ["subscription.put", "operator", "helped"],
      ["session.open", "operator", null],
    ]);
  });

  it("shows a project its own part only, and nothing of an earlier project of its name", async () => {
    const first = await app.createProject("reborn");
    const other = await app.createProject("bystander");
    await app.operator("DELETE", "/api/operator/projects/reborn");
    clock.advance(1_000);
    const second = await app.createProject("reborn");
    const path = "/api/notifier/public/reborn/audit";
    const { json } = await app.as(second.token, "GET", path);
    expect(json.entries.map(({ action }: Entry) => action)).toEqual(["token.create", "project.create"]);
    const narrowed = await app.as(second.token, "GET", `${path}?from=2020-01-01T00:00:00Z&project=bystander`);
    expect(narrowed.json.entries).toHaveLength(2);
    expect((await app.as(other.token, "GET", path)).status).toBe(403);
    expect((await app.as(first.token, "GET", path)).status).toBe(401);
    expect((await app.as(second.token, "GET", "/api/operator/audit")).status).toBe(403);
    const all = await entriesOf("project=reborn");
    expect(all.map(({ action }) => action)).toContain("project.delete");
  });

  it("counts sign-ins that were refused, with the project of a token that has ended, and no part of a token", async () => {
    const project = await app.createProject("watched");
    const path = "/api/operator/projects/watched/tokens";
    const expires = { user_name: "brief", expires_at: new Date(clock.now() + 5_000).toISOString() };
    const { json: brief } = await app.operator("POST", path, expires);
    const { json: revoked } = await app.operator("POST", path, { user_name: "gone" });
    await app.operator("DELETE", `${path}/${revoked.token_id}`);
    clock.advance(10_000);
    const guess = "a-guess-that-nobody-would-make";
    for (const token of [guess, guess, brief.token, revoked.token]) await refusedSignIn(token, 401);
    await refusedSignIn(project.token, 403, { origin: "https://evil.example" });
    await app.audit.refusals.flush();

    const entries = await entriesOf("action=session.refuse");
    const words = entries.map(({ project: of, actor, details }) => ({ of, ...actor, ...details, address: undefined }));
    const common = { last_at: new Date(clock.now()).toISOString() };
    expect(words).toHaveLength(3);
    expect(words).toEqual(
      expect.arrayContaining([
        { of: null, kind: "unknown", user_name: "", attempts: 3, unknown_token: 2, other_origin: 1, ...common },
        { of: "watched", kind: "project", user_name: "brief", attempts: 1, expired_token: 1, ...common },
        { of: "watched", kind: "project", user_name: "gone", attempts: 1, revoked_token: 1, ...common },
      ]),
    );
    expect(entries.every(({ actor }) => /^(::ffff:)?127\.0\.0\.1$/.test(actor.address))).toBe(true);
    const text = JSON.stringify(await entriesOf("limit=1000"));
    for (const token of [guess, brief.token, revoked.token, project.token])
      expect(text).not.toContain(token.slice(0, 8));
    const own = await app.as(project.token, "GET", "/api/notifier/public/watched/audit?action=session.refuse");
    expect(own.json.entries.map(({ target }: Entry) => target).sort()).toEqual(
      [brief.token_id, revoked.token_id].sort(),
    );
  });

  it("has one entry for all that one address tries within a minute, throttled or not", async () => {
    clock.advance(60_000);
    const attempts = 50;
    const answers = await Promise.all(Array.from({ length: attempts }, () => signIn("guessed-again")));
    const throttled = answers.filter(({ status }) => status === 429).length;
    expect(throttled).toBeGreaterThan(0);
    await app.audit.refusals.flush();
    const [entry] = await entriesOf(`action=session.refuse&from=${new Date(clock.now()).toISOString()}`);
    expect(entry?.details).toMatchObject({ attempts, throttled, unknown_token: attempts - throttled });
  });

  function signIn(token: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${app.url}/api/console/session`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ token }),
    });
  }

  async function refusedSignIn(token: string, status: number, headers?: Record<string, string>): Promise<void> {
    expect((await signIn(token, headers)).status).toBe(status);
  }

  it("is read page by page, narrowed by user, action and time", async () => {
    const whole = await entriesOf("limit=1000");
    const walked: Entry[] = [];
    for (let cursor = "", isFirst = true; isFirst || cursor !== ""; isFirst = false) {
      const { json } = await app.operator("GET", `/api/operator/audit?limit=3&cursor=${cursor}`);
      walked.push(...json.entries);
      cursor = json.next_cursor;
    }
    expect(walked).toEqual(whole);
    const puts = await entriesOf("action=subscription.put&user_name=tester");
    expect(puts.map(({ action }) => action)).toEqual(["subscription.put"]);
    expect(await entriesOf(`from=${new Date(clock.now() + 1).toISOString()}`)).toEqual([]);
    expect((await app.operator("GET", "/api/operator/audit?cursor=abc")).status).toBe(400);
    expect((await app.operator("GET", "/api/operator/audit?action=guess")).status).toBe(400);
  });

  it("forgets entries after a year", async () => {
    clock.advance(366 * DAY);
    await app.audit.prune();
    expect(await entriesOf()).toEqual([]);
  });
});
