import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { ROOT, sourceFiles } from "../tidy/source-tree.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");

describe("README.md", () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp();
    folder = mkdtempSync(join(tmpdir(), "shelfwire-readme-"));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has five minutes of commands that do what it says", async () => {
    const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
    const script = blocks
      .join("\n")
      .replaceAll("npx shelfwire", "shelfwire")
      .replace(/^export SHELFWIRE_OPERATOR_TOKEN=.*$/m, "")
      .replaceAll("http://127.0.0.1:8080", app.url)
      // A free port, and an end of the receiver by itself, once it has subscribed and received.
      .replace(
        /^(shelfwire listen .*) &$/m,
        "$1 --port 0 --count 1 &\nuntil shelfwire subscription get 2> /dev/null; do sleep 0.1; done",
      )
      // What was published is on its way when the list is asked for.
      .replace(/^shelfwire delivery list$/m, "until shelfwire delivery list | grep delivered; do sleep 0.1; done")
      .replace(/^curl /m, "node fetch.mjs ");
    writeFileSync(join(folder, "fetch.mjs"), FETCH);
    const output = await bash(script);
    expect(output).toContain("Unknown store_type_name 'Newsstand'");
    expect(output).toMatch(/0100.*Harbour/);
    expect(output).toMatch(/"session_uid": "0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10",\n +"source": "Shelfwire"/);
    expect(output).toContain("key=****");
    expect(output).toMatch(/"total_count":2/);
    // Fifteen commands, each a process.
  }, 90_000);

  it("links only to files that are there, as do the other pages", () => {
    const dangling = sourceFiles([".md"]).flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)]
        .map((match) => join(dirname(path), match[1] ?? ""))
        .filter((target) => !existsSync(join(ROOT, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(dangling).toEqual([]);
  });

  function bash(script: string): Promise<string> {
    const command = `set -e\nshelfwire() { "${ROOT}/bin/shelfwire" "$@"; }\n${script}`;
    const env = { ...process.env, SHELFWIRE_URL: app.url, SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN };
    const child = spawn("bash", ["-c", command], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said += chunk;
      });
    }
    return new Promise((resolve, reject) => {
      child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`ended with ${code}:\n${said}`))));
    });
  }
});

/** What the README does with curl, which a machine need not have: `-H <header> <url>`. */
const FETCH = `
const [, , , header, url] = process.argv;
const [name, value] = header.split(/: (.*)/);
console.log(await (await fetch(url, { headers: { [name]: value } })).text());
`;
