import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServeProcess, serveToEnd, startServe } from "../support/serve.ts";

const OPERATOR_TOKEN = "operator-token-of-the-stories";

describe("starting and stopping on the embedded database (decisions, section 9)", () => {
  let folder: string;
  let running: ServeProcess[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "shelfwire-story-"));
    running = [];
  });
  afterEach(async () => {
    for (const process of running) await process.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<ServeProcess> {
    const started = await startServe({ SHELFWIRE_DATA_DIR: folder, ...environment });
    running.push(started);
    return started;
  }

  function ask(service: ServeProcess, token: string, method: string, path: string, body?: unknown) {
    const headers = { "auth-token": token, "content-type": "application/json" };
    return fetch(service.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  function databasePid(): number {
    return Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  }

  it("prints the operator token once, at the first start, and keeps it out of the log", async () => {
    const first = await start();
    const token = /^ {2}([A-Za-z0-9_-]{43})$/m.exec(first.output())?.[1] ?? "";
    expect((await ask(first, token, "GET", "/api/operator/projects")).status).toBe(200);
    expect(await first.stop()).toBe(0);
    const second = await start();
    expect(second.output()).not.toContain("operator token of this installation");
    expect((await ask(second, token, "GET", "/api/operator/projects")).status).toBe(200);
    expect(`${first.output()}${second.output()}`.split(token)).toHaveLength(2);
  });

  it("refuses a second process on the same data folder, and the first one goes on", async () => {
    const first = await start();
    const second = await serveToEnd({ SHELFWIRE_DATA_DIR: folder });
    expect(second.code).toBe(2);
    expect(second.output).toContain(`is in use by another Shelfwire (process ${first.child.pid})`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it("starts again after kill -9 of the service, and what it acknowledged is there", async () => {
    const first = await start({ SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN });
    expect((await ask(first, OPERATOR_TOKEN, "POST", "/api/operator/projects", { name: "acme" })).status).toBe(201);
    await first.kill();
    const second = await start({ SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN });
    expect((await ask(second, OPERATOR_TOKEN, "GET", "/api/operator/projects/acme")).status).toBe(200);
  });

  it("reconnects after kill -9 of the database, and what it acknowledged is there", async () => {
    const service = await start({ SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN });
    const acknowledged: string[] = [];
    for (let i = 0; i < 20; i += 1) {
      if (i === 10) process.kill(databasePid(), "SIGKILL");
      const answer = await ask(service, OPERATOR_TOKEN, "POST", "/api/operator/projects", { name: `p${i}` });
      if (answer.status === 201) acknowledged.push(`p${i}`);
      else expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    while ((await fetch(`${service.url}/readyz`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const listed = await (await ask(service, OPERATOR_TOKEN, "GET", "/api/operator/projects")).json();
    const names = listed.projects.map((project: { name: string }) => project.name);
    expect(acknowledged.length).toBeGreaterThanOrEqual(10);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
  });

  it("starts two installations side by side", async () => {
    const one = await start();
    const two = await start({ SHELFWIRE_DATA_DIR: join(folder, "another") });
    expect([(await fetch(`${one.url}/readyz`)).status, (await fetch(`${two.url}/readyz`)).status]).toEqual([200, 200]);
  });

  it("runs in a folder that only its owner may enter, and under a path too long for a socket", async () => {
    const hidden = join(folder, "private", "a-rather-long-name".repeat(6));
    mkdirSync(hidden, { recursive: true });
    chmodSync(join(folder, "private"), 0o700);
    const service = await start({ SHELFWIRE_DATA_DIR: hidden });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it("refuses another secret key than the one that the database was set up with", async () => {
    await (await start({ SHELFWIRE_SECRET_KEY: "k".repeat(32) })).stop();
    const second = await serveToEnd({ SHELFWIRE_DATA_DIR: folder, SHELFWIRE_SECRET_KEY: "x".repeat(32) });
    expect(second.code).toBe(2);
    expect(second.output).toContain("set SHELFWIRE_SECRET_KEY to that one");
  });

  it("names every mistake in the configuration and does not start", async () => {
    const { code, output } = await serveToEnd({
      SHELFWIRE_DATA_DIR: folder,
      SHELFWIRE_PORT: "x",
      SHELFWIRE_ROLES: "cook",
    });
    expect(code).toBe(2);
    for (const name of ["SHELFWIRE_PORT", "SHELFWIRE_ROLES"]) expect(output).toContain(`${name}: expected`);
  });

  it("says in one sentence that the database of DATABASE_URL cannot be reached", async () => {
    const { code, output } = await serveToEnd({
      SHELFWIRE_DATA_DIR: folder,
      DATABASE_URL: "postgresql://u:geheim@127.0.0.1:1/x",
    });
    expect(code).toBe(2);
    expect(output).toMatch(/the database at DATABASE_URL cannot be reached/);
    expect(output).not.toContain("geheim");
  });
});
