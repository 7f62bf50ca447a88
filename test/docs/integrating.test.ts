import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { ROOT } from "../tidy/source-tree.ts";

const page = readFileSync(join(ROOT, "docs", "integrating.md"), "utf8");
const blocks = [...page.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
const programs = new Map(
  blocks
    .filter(({ language }) => language === "ts")
    .map(({ text }) => [/^\/\/ (\S+)\n/.exec(text)?.[1] ?? "a program without its name", text]),
);

let app: TestApp;
let receiver: Receiver;
let token: string;
let secret: string;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  app = await startTestApp();
  receiver = await startReceiver();
  ({ token } = await app.createProject("acme"));
  const project = "/api/operator/projects/acme";
  const changed = await app.operator("PATCH", project, { signing: { generate: true } });
  secret = changed.json.signing.secrets[0];
  await app.operator("PUT", `${project}/lookups/store_type_name`, { values: ["Grocery"] });
  await app.operator("PUT", `${project}/lookups/region_name`, { values: ["East", "West"] });
  folder = mkdtempSync(join(tmpdir(), "shelfwire-integrating-"));
  mkdirSync(join(folder, "node_modules", "@shelfwire"), { recursive: true });
  symlinkSync(join(ROOT, "client"), join(folder, "node_modules", "@shelfwire", "client"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  for (const child of children) child.kill();
  await receiver.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("docs/integrating.md", () => {
  it("has no block that is not run or shown by this test", () => {
    expect(blocks.map(({ language }) => language).filter((one) => !["sh", "ts", "json"].includes(one))).toEqual([]);
    expect([...programs.keys()]).toEqual(["first.ts", "receiver.ts", "copy.ts", "errors.ts"]);
    expect(commands).toHaveLength(8);
  });

  it("leads from a token to the first upload and the first callback with curl", async () => {
    const [, waveTypes = "", upload = "", wait = "", subscribe = "", list = ""] = commands;
    expect(await bash(waveTypes)).toBe('["all","primary","recalculate"]');
    const said = (await bash(`${upload}\n${wait}`)).replaceAll("\n", "");
    expect(said).toContain('"status":"done"');
    expect(said).toContain(/The second answer is `(.*)`\./.exec(page)?.[1]);
    expect(said).toContain('"store_name":"Harbour"');
    expect(await bash(subscribe)).toContain('"url_list"');
    await publish(app, { name: "acme" });
    const [callback] = await receiver.waitFor(1);
    const shown = JSON.parse(blocks.find(({ language }) => language === "json")?.text ?? "");
    expect(Object.keys(callback?.json() ?? {}).sort()).toEqual(Object.keys(shown).sort());
    expect(callback?.url).toBe("/shelf?key=5f1c");
    await until(async () => (await bash(list)).includes('"status":"delivered"'));
  });

  it("leads there with the client", async () => {
    const said = await program("first.ts");
    expect(said).toMatch(/sent (\d+) of \1 bytes/);
    expect(said).toContain("done: 1 taken, 1 refused");
    expect(said).toContain("line 3: Unknown store_type_name 'Newsstand'");
    expect(said).toContain("0100 Springfield");
  });

  it("receives with its own receiver, signature and key checked", async () => {
    const { child, said } = await start("receiver.ts");
    const port = await until(async () => /(?<=:)\d+/.exec(said())?.[0]);
    const url = `http://127.0.0.1:${port}/shelf?key=5f1c`;
    await app.as(token, "PUT", "/api/notifier/public/acme/subscription", { url_list: [url], wave_type_list: ["all"] });
    const [session] = await publish(app, { name: "acme" });
    await until(async () => said().includes(`result of ${session} at https://results.example/1.json`));
    expect((await fetch(url.replace("5f1c", "guess"), { method: "POST", body: "{}" })).status).toBe(401);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    await until(async () => said().includes("refused, headers_missing"));
    expect(said()).toContain("refused, api_key_wrong");
    child.kill();
  });

  it("tells how to find and repeat what is dead, and to read and export", async () => {
    const [dead = "", read = ""] = commands.slice(6);
    expect(await bash(dead)).toContain('"matched":0');
    const said = await bash(read);
    expect(said).toContain('"stores":[{"store_number":"0100","city":"Springfield"}]');
    expect(said).toMatch(/store_number,store_name,[\s\S]*0100,Harbour/);
  });

  it("keeps a copy and shows errors as it says", async () => {
    expect(await program("copy.ts")).toMatch(/^1 stores, the last changed at 20\S+Z\nstill 1\n$/);
    expect(await program("errors.ts")).toBe("status 401: Incorrect or expired token\n");
  });
});

/** Where the receiver of the page has a port of its own. */
const FREE_PORT = "listen(0, function () { console.log('listening on :' + Object(this.address()).port) })";

/** With the addresses of this test in place of those of the page. */
function here(text: string): string {
  return text
    .replaceAll("https://hooks.acme.example", receiver.url)
    .replace('listen(9000, () => console.log("listening"))', FREE_PORT);
}

function bash(script: string): Promise<string> {
  return output(spawn("bash", ["-e", "-o", "pipefail", "-c", here(script)], surroundings()));
}

function program(name: string): Promise<string> {
  return output(launch(name));
}

async function start(name: string): Promise<{ child: ChildProcess; said: () => string }> {
  const child = launch(name);
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  return { child, said: () => text };
}

function launch(name: string): ChildProcess {
  writeFileSync(join(folder, name), here(programs.get(name) ?? ""));
  return spawn(process.execPath, [name], surroundings());
}

function surroundings() {
  const env = { ...process.env, SHELFWIRE: app.url, TOKEN: token, SHELFWIRE_SIGNING_SECRET: secret };
  return { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
}

/** What the process writes, once it has ended well. */
function output(child: ChildProcess): Promise<string> {
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    said.stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      code === 0 ? resolve(said.stdout) : reject(new Error(`ended with ${code}:\n${said.stdout}${said.stderr}`)),
    );
  });
}
