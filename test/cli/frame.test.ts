import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EXIT_MEANINGS } from "../../src/cli/exit-codes.ts";
import { createWholeProgram } from "../../src/cli/program.ts";
import { VERBS } from "../../src/cli/verbs.ts";
import { startReceiver } from "../support/receiver.ts";
import { leaves, problemsOfExample } from "./command-tree.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = await createWholeProgram();

/** Nobody listens on port 2, and fetch does not refuse it as it does port 1. */
const NOWHERE = { SHELFWIRE_URL: "http://127.0.0.1:2", SHELFWIRE_PROJECT: "acme", SHELFWIRE_TOKEN: "t" };

describe("help of the command line", () => {
  it("names every verb, examples and exit codes", async () => {
    const { code, stdout, stderr } = await runCommand(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const { name } of VERBS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, "m"));
    expect(stdout).toContain("Examples:");
    for (const [exitCode, meaning] of Object.entries(EXIT_MEANINGS))
      expect(stdout).toContain(`${exitCode}  ${meaning}`);
  });

  it.each(VERBS.map(({ name }) => name))("of %s shows its parts and examples", async (name) => {
    const { code, stdout, stderr } = await runCommand([name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Usage: shelfwire ${name}`);
    expect(stdout).toMatch(new RegExp(`\\$ .*shelfwire ${name}`));
    const parts = program.commands.find((command) => command.name() === name)?.commands ?? [];
    for (const part of parts) expect(stdout).toMatch(new RegExp(`^ {2}${part.name()}\\b`, "m"));
  });

  it("has examples for each part of each verb, which the parser takes", async () => {
    const examples = leaves(program).flatMap(({ path, help }) => {
      const lines = help.split("\n").filter((line) => line.startsWith("  $ "));
      return lines.length === 0
        ? [`${path}: no examples`]
        : lines.flatMap((line) => problemsOfExample(program, line.slice(4)));
    });
    expect(examples).toEqual([]);
  });

  it("is the same by `help <verb>`", async () => {
    const [one, other] = await Promise.all([runCommand(["help", "upload"]), runCommand(["upload", "--help"])]);
    expect(one).toMatchObject({ code: 0, stdout: other.stdout });
  });

  it("holds no colour codes and no secrets", async () => {
    const { stdout } = await runCommand(["upload", "--help"], { environment: { SHELFWIRE_TOKEN: "very-secret" } });
    expect(stdout).not.toContain("\x1b");
    expect(stdout).not.toContain("very-secret");
  });
});

describe("exit codes of the command line", () => {
  it.each([
    ["no verb", []],
    ["an unknown verb", ["sing"]],
    ["an unknown option", ["store", "list", "--loud"]],
    ["an unknown part of a verb", ["store", "burn"]],
    ["a missing argument", ["store", "get"]],
    ["a number that is none", ["store", "list", "--page", "x"]],
    ["a pair that is none", ["store", "list", "--where", "city"]],
    ["a format that is none", ["upload", "x.csv", "--format", "XML"]],
    ["an error file that is none", ["upload", "x.csv", "--errors", "out.txt"]],
    ["a lookup type that is none", ["lookup", "get", "colour"]],
    ["an event without its session", ["publish", "--wave", "primary", "--operator-token", "t"]],
    ["a deletion that nobody confirmed", ["project", "delete", "acme", "--operator-token", "t"]],
    ["an address that is none", ["store", "list", "--url", "localhost:8080"]],
  ])("2 for %s", async (_what, args) => {
    const { code, stdout, stderr } = await runCommand(args, { environment: NOWHERE });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("2 for a missing setting, with the ways to give it", async () => {
    const { code, stderr } = await runCommand(["store", "list"], { environment: { SHELFWIRE_PROJECT: "acme" } });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "shelfwire: the project's token is missing; give it with --token or SHELFWIRE_TOKEN, " +
        'or keep it with "shelfwire login"\n',
    });
  });

  it("5 where nothing listens, with how to start a service", async () => {
    const { code, stdout, stderr } = await runCommand(["store", "list", "--json"], { environment: NOWHERE });
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toBe(
      'shelfwire: no answer from http://127.0.0.1:2 (ECONNREFUSED); start one with "shelfwire serve", ' +
        "or name another with --url or SHELFWIRE_URL\n",
    );
  });

  it("5 for a service that is not ready, 1 for one that fails", async () => {
    const service = await startReceiver([], { status: 503, headers: { "retry-after": "0" } });
    const environment = { ...NOWHERE, SHELFWIRE_URL: service.url };
    expect((await runCommand(["store", "list"], { environment })).code).toBe(5);
    const body = JSON.stringify({ statusCode: 500, message: "Shelfwire internal error", request_id: "r-1" });
    service.script([], { status: 500, body });
    expect(await runCommand(["store", "list"], { environment })).toMatchObject({
      code: 1,
      stderr: "shelfwire: Shelfwire internal error (request r-1)\n",
    });
    await service.close();
  });

  it("1 for a file that is not there, or empty", async () => {
    const missing = await runCommand(["upload", join(folder, "none.csv")], { environment: NOWHERE });
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("none.csv: there is no such file or folder");
    writeFileSync(join(folder, "empty.csv"), "");
    const empty = await runCommand(["upload", join(folder, "empty.csv")], { environment: NOWHERE });
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain("empty.csv is empty");
  });

  it.each([
    [["stroe", "list"], "Did you mean store?"],
    [["store", "lst"], "Did you mean list?"],
    [["upload", "x.csv", "--wach"], "Did you mean --watch?"],
  ])("2 for %j, with what was meant", async (args, question) => {
    const { code, stderr } = await runCommand(args, { environment: NOWHERE });
    expect(code).toBe(2);
    expect(stderr).toContain(question);
  });

  it("0 for the version", async () => {
    expect(await runCommand(["--version"])).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^\d/),
    });
  });
});

describe("the launcher", () => {
  it("finds its folder through symbolic links, from any folder", async () => {
    const link = join(folder, "link");
    symlinkSync(join(import.meta.dirname, "..", "..", "bin", "shelfwire"), link);
    symlinkSync("link", join(folder, "link-of-link"));
    const launcher = join(folder, "link-of-link");
    expect(await runCommand(["--version"], { launcher, cwd: "/" })).toMatchObject({ code: 0 });
  });

  it.each([
    ["v20.20.2", /^shelfwire: Node 20\.20\.2 is too old, 22\.18 or newer is needed; /],
    ["v22.17.1", /^shelfwire: Node 22\.17\.1 is too old/],
    [undefined, /^shelfwire: Node is not installed; /],
  ])("says in one line that Node %s does not do", async (version, sentence) => {
    const root = join(folder, `with-${version}`);
    const launcher = join(root, "bin", "shelfwire");
    mkdirSync(join(root, "bin"), { recursive: true });
    copyFileSync(join(import.meta.dirname, "..", "..", "bin", "shelfwire"), launcher);
    for (const tool of ["dirname", "readlink"]) symlinkSync(`/usr/bin/${tool}`, join(root, tool));
    if (version !== undefined) writeFileSync(join(root, "node"), `#!/bin/sh\necho ${version}\n`);
    if (version !== undefined) chmodSync(join(root, "node"), 0o755);
    const end = await runCommand(["--version"], { launcher, environment: { PATH: root } });
    expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(end.stderr.trimEnd()).not.toContain("\n");
  });
});
