import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { type CommandEnd, type RunOptions, runCommand } from "./run-command.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function operator(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  const environment = { SHELFWIRE_URL: app.url, SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN };
  return runCommand(args, { ...options, environment: { ...environment, ...options.environment } });
}

describe("shelfwire project (decisions, section 8)", () => {
  it("creates, shows, changes, lists and deletes a project", async () => {
    const flags = ["--signing", "--mandatory", "store:postal_code", "--payload-field", "store_number"];
    const created = await operator(["project", "create", "verbs", "--json", ...flags, "--no-redeliver-on-recovery"]);
    expect(created).toMatchObject({ code: 0, stderr: "" });
    expect(created.json()).toMatchObject({
      name: "verbs",
      payload_fields: ["store_number"],
      redeliver_on_recovery: false,
      signing: { secrets: [expect.stringMatching(/^whsec_[^*]+$/)] },
    });

    const auth = ["--callback-auth", "X-API-Key: top-secret", "--rate-limit", "9", "--lookup-policy", "open"];
    const changed = (await operator(["project", "set", "verbs", "--json", ...auth])).json();
    expect(changed).toMatchObject({ rate_limit: 9, lookup_policy: "open", redeliver_on_recovery: false });
    expect(changed.callback_auth.header_name).toBe("X-API-Key");

    const got = await operator(["project", "get", "verbs"]);
    expect(got.code).toBe(0);
    expect(got.stdout).toMatch(/^name +verbs$/m);
    expect(got.stdout).not.toContain("top-secret");

    const listed = await operator(["project", "list"]);
    expect(listed.stdout).toMatch(/^NAME .*\nverbs +/);

    const back = await operator([
      "project",
      "set",
      "verbs",
      "--callback-auth",
      "none",
      "--no-signing",
      "--rate-limit",
      "0",
      "--json",
    ]);
    expect(back.json()).toMatchObject({ callback_auth: null, signing: null, rate_limit: null });

    expect(await operator(["project", "delete", "verbs", "--yes"])).toMatchObject({ code: 0, stdout: "" });
    expect(await operator(["project", "get", "verbs"])).toMatchObject({
      code: 1,
      stderr: "shelfwire: there is no project verbs\n",
    });
  });

  it("passes the service's own refusal on, with exit code 1", async () => {
    const refused = await operator(["project", "create", "no/slash"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^shelfwire: .*name/);
  });

  it("ends with 4 for a wrong operator token", async () => {
    const end = await operator(["project", "list"], { environment: { SHELFWIRE_OPERATOR_TOKEN: "wrong" } });
    expect(end).toMatchObject({ code: 4, stdout: "" });
    expect(end.stderr).toMatch(/^shelfwire: Incorrect or expired token; check /);
  });
});

describe("shelfwire token (decisions, section 1)", () => {
  it("issues a token that works, lists it without its secret, and revokes it", async () => {
    await operator(["project", "create", "tokens"]);
    const args = ["--project", "tokens", "--user", "ann", "--expires", "2099-01-31", "--json"];
    const issued = (await operator(["token", "create", ...args])).json();
    expect(issued).toMatchObject({ user_name: "ann", expires_at: "2099-01-31T00:00:00.000Z" });
    expect((await app.as(issued.token, "GET", "/api/notifier/public/tokens/subscription")).status).not.toBe(401);

    const listed = await operator(["token", "list", "--project", "tokens"]);
    expect(listed.stdout).toContain(issued.token_id);
    expect(listed.stdout).not.toContain(issued.token);

    expect((await operator(["token", "revoke", issued.token_id, "--project", "tokens"])).code).toBe(0);
    expect((await operator(["token", "list", "--project", "tokens", "--json"])).jsonLines()[0].status).toBe("revoked");
    expect((await operator(["token", "revoke", "none", "--project", "tokens"])).code).toBe(1);
  });

  it("refuses a date that is none", async () => {
    const end = await operator(["token", "create", "--project", "tokens", "--user", "ann", "--expires", "soon"]);
    expect(end.code).toBe(2);
  });
});

describe("shelfwire lookup (decisions, section 8)", () => {
  it("adds, replaces and shows values, one a line", async () => {
    await operator(["project", "create", "lookups"]);
    const project = ["--project", "lookups"];
    const added = await operator(["lookup", "add", "region_name", "North", "South", ...project]);
    expect(added).toMatchObject({ code: 0, stdout: "", stderr: "region_name of lookups has 2 values now.\n" });
    expect((await operator(["lookup", "get", "region_name", ...project])).stdout).toBe("North\nSouth\n");

    const input = "East\r\n\n  West \n";
    await operator(["lookup", "set", "region_name", "--file", "-", ...project], { input });
    expect((await operator(["lookup", "get", "region_name", "--json", ...project])).json()).toEqual(["East", "West"]);
  });

  it("does not empty a list by mistake", async () => {
    const end = await operator(["lookup", "set", "region_name", "--project", "lookups"]);
    expect(end.code).toBe(2);
    expect((await operator(["lookup", "get", "region_name", "--project", "lookups"])).stdout).toBe("East\nWest\n");
  });

  it("says that a project is unknown", async () => {
    expect(await operator(["lookup", "get", "region_name", "--project", "none"])).toMatchObject({
      code: 1,
      stderr: "shelfwire: There is no project none\n",
    });
  });
});
