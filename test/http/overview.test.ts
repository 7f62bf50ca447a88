import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { ROOT } from "../tidy/source-tree.ts";

const DAY_MS = 86_400_000;

describe("figures at a glance, over the API", () => {
  let app: TestApp;
  let acme: { name: string; token: string };
  let other: { name: string; token: string };
  let receiver: Receiver;

  beforeAll(async () => {
    app = await startTestApp({
      environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "0" },
    });
    acme = await app.createProject("acme");
    other = await app.createProject("other");
    receiver = await startReceiver([200, 200, 200]);
    await subscribe(app, acme, [`${receiver.url}/?key=hidden`]);
    await publish(app, acme, 3);
    await until(async () => (await statusesOf("acme")).join() === "delivered,delivered,delivered");
    receiver.script([], 500);
    await publish(app, acme, 1);
    await until(async () => (await statusesOf("acme")).includes("dead"));
    await app.outcomes.flush();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  async function statusesOf(project: string): Promise<string[]> {
    const { json } = await app.operator("GET", `/api/operator/projects/${project}/deliveries`);
    return json.deliveries.map(({ status }: { status: string }) => status);
  }

  it("counts attempts by how they came out, for the service, and for the project of whoever asks", async () => {
    const service = await app.operator("GET", "/api/operator/overview");
    const own = await app.as(acme.token, "GET", "/api/notifier/public/acme/overview?range=24h");
    for (const { status, json } of [service, own]) {
      expect(status).toBe(200);
      expect(json.totals).toMatchObject({ delivered: 3, failed_attempts: 2, dead: 1, success_rate: 0.6 });
      expect(json.totals.failures).toEqual({ status_rejected: 2 });
      expect(json.totals.p50_ms).toBeGreaterThan(0);
      expect(json.now).toMatchObject({ deliveries_per_minute: 3, pending: 0, leased: 0, dead: 1, jobs_running: 0 });
    }
    const elsewhere = await app.as(other.token, "GET", "/api/notifier/public/other/overview");
    expect(elsewhere.json.totals).toMatchObject({ delivered: 0, failed_attempts: 0, success_rate: null, p50_ms: null });
    expect(elsewhere.json.attention).toEqual([]);
  });

  it("gives every range its buckets, quiet ones included, the present one last", async () => {
    for (const [range, count, seconds] of [
      ["1h", 60, 60],
      ["24h", 144, 600],
      ["7d", 168, 3_600],
      ["30d", 180, 14_400],
    ] as const) {
      const { json } = await app.operator("GET", `/api/operator/overview?range=${range}`);
      expect(json.buckets).toHaveLength(count);
      const [last, ...rest] = json.buckets.toReversed();
      expect(Date.now() - Date.parse(last.time)).toBeLessThan(2 * seconds * 1_000);
      expect(json.buckets.reduce((sum: number, bucket: { delivered: number }) => sum + bucket.delivered, 0)).toBe(3);
      expect(Date.parse(last.time) - Date.parse(rest[0].time)).toBe(seconds * 1_000);
    }
    expect((await app.operator("GET", "/api/operator/overview?range=2h")).status).toBe(400);
  });

  it("names what needs attention: what died, and tokens that nothing lasting replaces", async () => {
    const soon = new Date(Date.now() + 5 * DAY_MS).toISOString();
    const tokens = "/api/operator/projects/other/tokens";
    await app.operator("POST", tokens, { user_name: "lonely", expires_at: soon });
    await app.operator("POST", tokens, { user_name: "tester", expires_at: soon });
    // A costly answer is kept for a moment, and on a busy machine any answer is costly.
    const attention = await until(async () => {
      const { json } = await app.operator("GET", "/api/operator/overview");
      return json.attention.length > 1 && json.attention;
    });
    expect(attention).toMatchObject([
      { kind: "deliveries_dead", project: "acme", count: 1 },
      { kind: "token_expiring", project: "other", user_name: "lonely", expires_at: soon },
    ]);
    const own = await app.as(other.token, "GET", "/api/notifier/public/other/overview");
    expect(own.json.attention).toMatchObject([{ kind: "token_expiring" }]);
  });

  it("shows all projects in one list, to the operator", async () => {
    const { status, json } = await app.operator("GET", "/api/operator/project-summaries");
    expect(status).toBe(200);
    expect(json.projects).toMatchObject([
      { project: "acme", pending: 0, dead: 1, failing_endpoints: 0, stores: 0, last_job_time: null },
      { project: "other", pending: 0, dead: 0, last_event_time: null },
    ]);
    const [first] = json.projects;
    expect(first.sparkline).toHaveLength(24);
    expect(first.sparkline.at(-1)).toMatchObject({ delivered: 3, failed: 2 });
    expect(Date.now() - Date.parse(first.last_event_time)).toBeLessThan(60_000);
    expect((await app.as(acme.token, "GET", "/api/operator/project-summaries")).status).toBe(403);
  });

  it("counts what is queued and dead", async () => {
    const { json } = await app.as(acme.token, "GET", "/api/notifier/public/acme/deliveries/counts");
    expect(json).toMatchObject({ pending: 0, leased: 0, dead: 1, failing_endpoints: 0, oldest_due_seconds: null });
    const twin = await app.operator("GET", "/api/operator/projects/acme/deliveries/counts");
    expect(twin.json).toMatchObject({ dead: 1 });
  });

  it("shows the state of the installation to the operator alone, with no secret in it", async () => {
    const { status, json, text } = await app.operator("GET", "/api/operator/system");
    expect(status).toBe(200);
    expect(json.processes).toMatchObject([{ is_this: true, roles: ["api", "deliver", "import"], pid: process.pid }]);
    expect(json.database.tables.map(({ name }: { name: string }) => name)).toContain("settled_deliveries");
    expect(json.database.bytes).toBeGreaterThan(1_000_000);
    expect(json.queue).toMatchObject({ pending: 0, dead: 1 });
    const settings = new Map(json.configuration.map((each: { name: string }) => [each.name, each]));
    expect(settings.get("SHELFWIRE_OPERATOR_TOKEN")).toMatchObject({ value: "****", source: "environment" });
    expect(settings.get("SHELFWIRE_PORT")).toMatchObject({ value: "0", source: "environment" });
    expect(settings.get("SHELFWIRE_RATE_LIMIT")).toMatchObject({ value: "100000", source: "environment" });
    expect(settings.get("SHELFWIRE_SOURCE")).toMatchObject({ value: "Shelfwire", source: "default" });
    expect(text).not.toContain("operator-token-of-the-tests");
    expect((await app.as(acme.token, "GET", "/api/operator/system")).status).toBe(403);
  });

  it("names every setting of the service", async () => {
    const { json } = await app.operator("GET", "/api/operator/system");
    const documented = readFileSync(join(ROOT, "docs/operating.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm);
    const shown = json.configuration.map(({ name }: { name: string }) => name);
    expect(shown.toSorted()).toEqual([...documented].map((match) => match[1]).sort());
  });
});
