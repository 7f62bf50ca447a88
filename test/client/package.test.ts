import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPackage } from "../../client/build/package.ts";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { ROOT } from "../tidy/source-tree.ts";

let app: TestApp;
let folder: string;
let consumer: string;
let packed: string[];

beforeAll(async () => {
  app = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), "shelfwire-package-"));
  consumer = join(folder, "consumer");
  mkdirSync(consumer);
  buildPackage(join(folder, "package"));
  const [made] = JSON.parse(npm(folder, "pack", "--json", "--pack-destination", folder, join(folder, "package")));
  packed = made.files.map(({ path }: { path: string }) => path);
  writeFileSync(join(consumer, "package.json"), '{ "name": "consumer", "version": "1.0.0", "type": "module" }');
  npm(consumer, "install", "--offline", "--no-audit", "--no-fund", join(folder, made.filename));
}, 60_000);
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the package to publish", () => {
  it("holds JavaScript, types, README, licence and examples, and nothing else", () => {
    expect(packed).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "node.js", "receiver/index.js"]));
    expect(packed).toEqual(expect.arrayContaining(["README.md", "LICENSE", "examples/express-receiver.ts"]));
    const wanted =
      /^(package\.json|README\.md|LICENSE|examples\/[a-z-]+\.ts|(generated\/|receiver\/)?[a-z-]+\.(js|d\.ts))$/;
    expect(packed.filter((path) => !wanted.test(path))).toEqual([]);
  });

  it("works installed in an empty folder without the network, under every Node of this machine", async () => {
    const { token } = await app.createProject("acme");
    writeFileSync(join(consumer, "use.js"), USE);
    writeFileSync(join(consumer, "routes.csv"), "external_route_id,name\n7,North\n");
    const results = nodes().map((node) => {
      const env = { PATH: process.env.PATH, SHELFWIRE: app.url, TOKEN: token, OPERATOR_TOKEN };
      return run(node, ["use.js"], env);
    });
    expect(await Promise.all(results)).toEqual(results.map(() => "done 7 North 204 401\n"));
  });

  it("needs nothing of Node in its main entry and its receiver", () => {
    const modules = packed.filter((path) => path.endsWith(".js") && path !== "node.js");
    const found = modules.filter((path) => /["']node:/.test(textOf(path)));
    expect(found).toEqual([]);
    expect(
      packed.filter((path) => path.endsWith(".d.ts")).filter((path) => /types="node"|node:/.test(textOf(path))),
    ).toEqual([]);
  });

  it.each([
    ["nodenext", "nodenext", "node_modules/typescript"],
    ["esnext", "bundler", "client/node_modules/typescript"],
  ])("types a strict consumer with module %s and resolution %s, by %s", (module, moduleResolution, compiler) => {
    writeFileSync(join(consumer, "typed.ts"), TYPED);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: false,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      module,
      moduleResolution,
    };
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
    const ended = spawnSync(process.execPath, [join(ROOT, compiler, "bin", "tsc"), "-p", consumer], {
      encoding: "utf8",
    });
    expect(ended.stdout + ended.stderr).toBe("");
  });
});

/** Uploads, reads, and receives what it signs itself. */
const USE = `
import { ShelfwireClient, OperatorClient } from "@shelfwire/client";
import { fileOnDisk } from "@shelfwire/client/node";
import { createReceiver } from "@shelfwire/client/receiver";
const { SHELFWIRE: baseUrl, TOKEN: token, OPERATOR_TOKEN } = process.env;
const client = new ShelfwireClient({ baseUrl, token, projectName: "acme" });
const { async_job_id } = await client.upload({ entityType: "route", file: await fileOnDisk("routes.csv") });
const job = await client.waitForJob(async_job_id);
const said = [job.status];
for await (const route of client.routes.all()) said.push(route.external_route_id, route.name);
await new OperatorClient({ baseUrl, token: OPERATOR_TOKEN }).listProjects();
const receiver = createReceiver({ apiKey: { parameter: "key", value: "5f1c" }, onNotification() {} });
const body = JSON.stringify({
  analysis_result_url: "https://results.example/1.json",
  session_uid: "0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10",
  source: "Shelfwire",
});
for (const key of ["5f1c", "guess"]) {
  const request = new Request("https://hooks.example/shelf?key=" + key, { method: "POST", body, headers: { "webhook-id": "1" } });
  said.push((await receiver.handle(request)).status);
}
console.log(said.join(" "));
`;

const TYPED = `
import { OperatorClient, ShelfwireClient, ShelfwireError, type Job, type Store } from "@shelfwire/client";
import { fileOnDisk } from "@shelfwire/client/node";
import { createReceiver, verifySignature } from "@shelfwire/client/receiver";

const client = new ShelfwireClient({ baseUrl: "https://shelfwire.example", token: "t", projectName: "acme" });
new ShelfwireClient({ baseUrl: "https://shelfwire.example", session: true, csrfToken: () => "c", projectName: "acme" });
// @ts-expect-error: neither a token nor a session.
new OperatorClient({ baseUrl: "https://shelfwire.example" });

export async function use(): Promise<string[]> {
  const accepted: Job = await client.upload({ entityType: "store", file: await fileOnDisk("a.csv") });
  // @ts-expect-error: no such entity.
  await client.upload({ entityType: "shelf", file: new File([], "a.csv") });
  const names: string[] = [accepted.status];
  for await (const store of client.stores.all({ region_name: ["East"], per_page: 100 })) names.push(full(store));
  for await (const store of client.stores.all({ fields: ["store_number", "city"] })) {
    names.push(store.store_number);
    // @ts-expect-error: not among the fields asked for.
    names.push(store.street);
  }
  // @ts-expect-error: no such status.
  await client.listJobs({ status: "lost" });
  return names;
}

function full({ store_number, latitude }: Store): string {
  // @ts-expect-error: may be null.
  latitude.toFixed(1);
  return store_number;
}

export const receiver = createReceiver({
  secrets: ["whsec_x"],
  onNotification: ({ session_uid, store_number }, { id }) => console.log(session_uid, store_number?.length, id),
});

export async function check(request: Request): Promise<string> {
  const checked = await verifySignature({ headers: request.headers, body: await request.text(), secrets: ["whsec_x"] });
  if (checked.ok) return checked.id;
  // @ts-expect-error: the reasons are a closed list.
  return checked.reason === "unknown" ? "" : checked.message;
}

export function isMissing(error: unknown): boolean {
  return error instanceof ShelfwireError && error.statusCode === 404;
}
`;

function npm(cwd: string, ...args: string[]): string {
  const cache = join(folder, "npm-cache");
  return execFileSync("npm", [...args, "--cache", cache, "--loglevel", "error"], { cwd, encoding: "utf8" });
}

/** The Node that runs this, and others in the path, such as the oldest that the package is for. */
function nodes(): string[] {
  const found = (process.env.PATH ?? "").split(delimiter).flatMap((place) => {
    const { status, stdout } = spawnSync(join(place, "node"), ["-p", "process.execPath"], { encoding: "utf8" });
    return status === 0 ? [stdout.trim()] : [];
  });
  return [...new Set([process.execPath, ...found])];
}

function run(node: string, args: string[], env: Record<string, string | undefined>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(node, args, { cwd: consumer, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${node} ${args.join(" ")}:\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}

function textOf(path: string): string {
  return readFileSync(join(folder, "package", path), "utf8");
}
