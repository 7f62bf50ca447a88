import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { startReceiver } from "../support/receiver.ts";
import { type CommandEnd, type RunOptions, runCommand } from "./run-command.ts";

let app: TestApp;
let token: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await app.createProject("acme")).token;
});
afterAll(() => app.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shelfwire-profiles-"));
  return () => rmSync(folder, { recursive: true });
});

function run(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  return runCommand(args, { ...options, environment: { XDG_CONFIG_HOME: folder, ...options.environment } });
}

function login(name = "acme"): Promise<CommandEnd> {
  return run(["login", name, "--url", app.url, "--project", "acme", "--token-stdin"], { input: `${token}\n` });
}

const file = () => join(folder, "shelfwire", "profiles.json");

describe("shelfwire login", () => {
  it("keeps a checked token where only its owner can read it, and commands then need no more", async () => {
    const end = await login();
    expect(end).toMatchObject({ code: 0, stdout: "" });
    expect(end.stderr).toMatch(/^Logged in to .* for project acme; profile acme is the current one now/);
    expect(end.stderr).not.toContain(token);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "shelfwire")).mode & 0o777).toBe(0o700);
    expect((await run(["store", "list"])).code).toBe(0);
    expect((await run(["whoami", "--json"])).json()).toEqual({
      ...{ profile: "acme", url: app.url, project: "acme", project_token: "good", operator_token: "not set" },
      sources: { url: "profile", project: "profile", token: "profile" },
    });
  });

  it("keeps nothing that the service refuses, unless told not to ask", async () => {
    const args = ["login", "--url", app.url, "--project", "acme", "--token", "wrong"];
    expect((await run(args)).code).toBe(4);
    expect(() => statSync(file())).toThrow();
    expect((await run([...args, "--no-check"])).code).toBe(0);
    const end = await run(["whoami"]);
    expect(end).toMatchObject({ code: 4, stdout: expect.stringMatching(/^project_token +refused \(profile\)$/m) });
  });

  it("adds the operator token to the current profile of the same installation", async () => {
    await login();
    const end = await run(["login", "--operator", "--url", app.url, "--token-stdin"], { input: OPERATOR_TOKEN });
    expect(end.code).toBe(0);
    expect((await run(["profile", "list", "--json"])).jsonLines()).toMatchObject([
      { profile: "acme", current: true, has_project_token: true, has_operator_token: true },
    ]);
    expect((await run(["project", "list"])).code).toBe(0);
  });

  it("asks for nothing where nobody can answer", async () => {
    expect(await run(["login"])).toMatchObject({
      code: 2,
      stderr: "shelfwire: project is missing; give it with --project\n",
    });
    expect((await run(["login", "--url", app.url, "--project", "acme"])).stderr).toContain("--token-stdin");
  });
});

describe("profiles", () => {
  it("are chosen by name, listed without tokens, made current and forgotten", async () => {
    await login("one");
    await login("two");
    const listed = await run(["profile", "list"]);
    expect(listed.stdout).toMatch(/^ +PROFILE .*\n +one .*\n\* +two /);
    expect(listed.stdout).not.toContain(token);
    expect((await run(["profile", "use", "one"])).code).toBe(0);
    expect((await run(["whoami", "--json"])).json().profile).toBe("one");
    expect((await run(["whoami", "--json", "--profile", "two"])).json().profile).toBe("two");
    expect((await run(["logout"])).stderr).toContain("Forgotten: one");
    expect((await run(["profile", "list", "--json"])).jsonLines()).toMatchObject([{ profile: "two", current: false }]);
    expect((await run(["logout", "--all"])).code).toBe(0);
    expect(readFileSync(file(), "utf8")).not.toContain(token);
    expect((await run(["logout"])).code).toBe(1);
  });

  it("that are not there are named with those that are", async () => {
    await login();
    expect(await run(["store", "list", "--profile", "other"])).toMatchObject({
      code: 1,
      stderr: "shelfwire: there is no profile other (there are: acme); make it with: shelfwire login other\n",
    });
  });

  it("yield to flags and the environment", async () => {
    await login();
    const environment = { SHELFWIRE_TOKEN: "wrong" };
    expect((await run(["store", "list"], { environment })).code).toBe(4);
    expect((await run(["store", "list", "--token", token], { environment })).code).toBe(0);
    expect((await run(["whoami", "--json"], { environment })).json().sources.token).toBe("environment");
  });

  it("never send their tokens to another address", async () => {
    await login();
    const other = await startReceiver([], { status: 200, body: "[]" });
    const end = await run(["store", "list"], { environment: { SHELFWIRE_URL: other.url } });
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(/the project is missing/);
    const named = await run(["store", "list", "--project", "acme"], { environment: { SHELFWIRE_URL: other.url } });
    expect(named.stderr).toContain(`profile acme is for ${app.url}, not for ${other.url}`);
    expect(other.received).toHaveLength(0);
    await other.close();
  });

  it("give their token for their own project only", async () => {
    await login();
    const end = await run(["store", "list", "--project", "beta"]);
    expect(end).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("profile acme is for project acme, not for beta"),
    });
  });

  it("in a file that others may read are used with a warning, and a broken file is named", async () => {
    await login();
    chmodSync(file(), 0o644);
    const end = await run(["store", "list"]);
    expect(end.code).toBe(0);
    expect(end.stderr).toContain(`mend it with: chmod 600 ${file()}`);
    writeFileSync(file(), "{", { mode: 0o600 });
    chmodSync(file(), 0o600);
    expect(await run(["store", "list"])).toMatchObject({
      code: 1,
      stderr: `shelfwire: ${file()} is not a file of profiles; mend it, or remove it and log in again\n`,
    });
  });
});
