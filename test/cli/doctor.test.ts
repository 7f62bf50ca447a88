import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { examine } from "../../src/doctor/doctor.ts";
import type { Finding } from "../../src/doctor/finding.ts";
import { DAY } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { startReceiver } from "../support/receiver.ts";
import { runCommand } from "./run-command.ts";

const TLS = join(import.meta.dirname, "..", "support", "tls");
const folder = mkdtempSync(join(tmpdir(), "shelfwire-doctor-"));
let app: TestApp;
let environment: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  environment = { DATABASE_URL: app.databaseUrl, SHELFWIRE_DATA_DIR: folder, SHELFWIRE_PORT: new URL(app.url).port };
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function findings(
  more: Record<string, string> = {},
  options: { callbackUrls?: string[]; nowMs?: number } = {},
): Promise<Finding[]> {
  const found: Finding[] = [];
  const { callbackUrls = ["http://127.0.0.1:2/"], nowMs = Date.now() } = options;
  for await (const finding of examine({ environment: { ...environment, ...more }, callbackUrls, nowMs }))
    found.push(finding);
  return found;
}

const about = (found: Finding[], check: string) => found.filter((finding) => finding.check === check);

describe("shelfwire doctor", () => {
  it("ends with 0 beside a sound service, each finding a line, as JSON lines too", async () => {
    const receiver = await startReceiver();
    const args = ["doctor", "--callback", `${receiver.url}/cb?key=secret`];
    const sound = { ...environment, SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.1" };
    const end = await runCommand(args, { environment: sound });
    expect(end.code).toBe(0);
    expect(end.stdout).toMatch(
      /^(ok {2}|warn) {2}database {5}PostgreSQL \d+\.\d+ at DATABASE_URL, [\d.]+ ms a statement$/m,
    );
    expect(end.stdout).toMatch(/^ok {4}port {9}http:\/\/127\.0\.0\.1:\d+ answers and is ready$/m);
    expect(end.stdout).toContain(`${receiver.url} takes connections`);
    expect(end.stdout).not.toContain("key=secret");
    expect(end.stderr).toMatch(/^\d+ ok, \d warnings?, 0 failed\n$/);
    const json = await runCommand([...args, "--json"], { environment: sound });
    expect(json.jsonLines()[0]).toEqual({ check: "node", status: "ok", finding: expect.any(String), cure: null });
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });

  it("names every mistake of the settings, checks nothing else, and ends with 1", async () => {
    const end = await runCommand(["doctor", "--json", "--port", "many"], {
      environment: { ...environment, SHELFWIRE_ROLES: "cook" },
    });
    expect(end.code).toBe(1);
    const failed = end.jsonLines().filter(({ status }) => status === "fail");
    expect(failed.map(({ finding }) => finding)).toEqual([
      expect.stringContaining("SHELFWIRE_ROLES"),
      expect.stringContaining("SHELFWIRE_PORT"),
      expect.stringContaining("nothing else was checked"),
    ]);
  });

  it("tells a database that is away, new, or set up with another key, and says nothing of its password", async () => {
    const away = await findings({ DATABASE_URL: "postgresql://ann:hunter2@127.0.0.1:2/none" });
    expect(about(away, "database")).toMatchObject([
      { status: "fail", finding: expect.stringContaining("ECONNREFUSED") },
    ]);
    expect(JSON.stringify(away)).not.toContain("hunter2");
    // The database of the server's own, which nothing was ever made in.
    expect(about(await findings({ DATABASE_URL: inject("serverUrl") }), "migrations")).toMatchObject([
      { status: "ok", finding: expect.stringMatching(/^a new database; the first start applies all \d+$/) },
    ]);
    const other = await findings({ SHELFWIRE_SECRET_KEY: "another key, long enough to be one" });
    expect(about(other, "secret key")).toMatchObject([{ status: "ok" }, { status: "fail" }]);
  });

  it("tells a port that something else holds, and an address that is none of this machine", async () => {
    const stranger = await startReceiver([], { status: 404, body: "who?" });
    const taken = await findings({ SHELFWIRE_PORT: new URL(stranger.url).port });
    expect(about(taken, "port")).toMatchObject([
      { status: "fail", finding: expect.stringContaining("something else answers") },
    ]);
    await stranger.close();
    const foreign = await findings({ SHELFWIRE_HOST: "192.0.2.1", SHELFWIRE_PORT: "8080" });
    expect(about(foreign, "port")).toMatchObject([
      { status: "fail", finding: expect.stringContaining("EADDRNOTAVAIL") },
    ]);
    const silent = await findings({ SHELFWIRE_BASE_URL: "http://127.0.0.1:2" });
    expect(about(silent, "base URL")).toMatchObject([{ status: "warn" }]);
  });

  it("tells how long a certificate is good for, for which name, and who may read its key", async () => {
    const pair = { cert: join(TLS, "receiver.pem"), key: join(folder, "key.pem") };
    writeFileSync(pair.key, readFileSync(join(TLS, "receiver-key.pem")), { mode: 0o600 });
    const tls = { SHELFWIRE_TLS_CERT_FILE: pair.cert, SHELFWIRE_TLS_KEY_FILE: pair.key, SHELFWIRE_PORT: "0" };
    const [valid] = about(await findings(tls), "TLS");
    expect(valid).toMatchObject({ status: "ok" });
    const until = Date.parse(/until (\S+),/.exec(valid?.finding ?? "")?.[1] ?? "");
    expect(about(await findings(tls, { nowMs: until - 7 * DAY }), "TLS")).toMatchObject([{ status: "warn" }]);
    expect(about(await findings(tls, { nowMs: until + 2 * DAY }), "TLS")).toMatchObject([
      { status: "fail", finding: expect.stringContaining("expired") },
    ]);
    chmodSync(pair.key, 0o644);
    const named = about(await findings({ ...tls, SHELFWIRE_BASE_URL: "https://elsewhere.invalid" }), "TLS");
    expect(named).toMatchObject([
      { status: "ok" },
      { status: "fail", finding: expect.stringContaining("not for elsewhere.invalid") },
      { status: "warn", cure: `chmod 600 ${pair.key}` },
    ]);
  });

  it("tells where callbacks could not go, without a word of the rest of their URLs", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const address = closed.address();
    const port = typeof address === "object" ? address?.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    const found = await findings(
      { SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.1" },
      {
        callbackUrls: [`http://127.0.0.1:${port}/cb?key=hunter2`, "https://10.0.0.1/", "https://no-such-host.invalid/"],
      },
    );
    expect(about(found, "callbacks").slice(1)).toMatchObject([
      { status: "warn", finding: expect.stringContaining("ECONNREFUSED") },
      { status: "fail", finding: expect.stringContaining("10.0.0.1, which is not public") },
      { status: "fail", finding: expect.stringContaining("no-such-host.invalid does not resolve") },
    ]);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("tells a secret key that others may read, and a folder that cannot be made", async () => {
    writeFileSync(join(folder, "secret-key"), "0123456789abcdef0123456789abcdef\n");
    chmodSync(join(folder, "secret-key"), 0o644);
    const key = about(await findings(), "secret key");
    expect(key[0]).toMatchObject({ status: "warn", cure: `chmod 600 ${join(folder, "secret-key")}` });
    rmSync(join(folder, "secret-key"));
    const missing = await findings({ SHELFWIRE_DATA_DIR: join(folder, "new", "deeper") });
    expect(about(missing, "data folder")).toMatchObject([
      { status: "ok", finding: expect.stringContaining("the first start makes it") },
    ]);
  });
});
