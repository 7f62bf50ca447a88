/**
 * How long the command line takes to start: `npm run bench:cli`. Each command runs many times, in turns with a bare
 * `node -e 0`, so that what else the machine does falls on both; medians are compared.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

const ROOT = join(import.meta.dirname, "..", "..");
const LAUNCHER = join(ROOT, "bin", "shelfwire");
const RUNS = 25;
const TARGET_MS = 200;

/** Answers every request with an empty list, from a thread of its own: the runs block this one. */
const SERVICE = `
const { createServer } = require("node:http");
const { parentPort } = require("node:worker_threads");
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end('{"projects": []}');
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-"));
const service = new Worker(SERVICE, { eval: true });
const port = await new Promise<number>((resolve) => service.once("message", resolve));
const env = {
  ...process.env,
  XDG_CONFIG_HOME: folder,
  SHELFWIRE_URL: `http://127.0.0.1:${port}`,
  SHELFWIRE_OPERATOR_TOKEN: "operator-token-of-the-bench",
};

const bare = [process.execPath, "-e", "0"];
const commands = [
  ["--version"],
  ["--help"],
  ["upload", "--help"],
  ["profile", "list"],
  ["project", "list"],
  ["completion", "bash"],
].map((args) => [LAUNCHER, ...args]);

const times = new Map<string[], number[]>([bare, ...commands].map((command) => [command, []]));
for (let run = 0; run <= RUNS; run += 1) {
  for (const [command, measured] of times) {
    const tookMs = timed(command);
    // The first one fills the caches.
    if (run > 0) measured.push(tookMs);
  }
}

const bareMs = median(times.get(bare) ?? []);
console.log(`| command | median | times \`node -e 0\` | under ${TARGET_MS} ms |`);
console.log("| --- | --- | --- | --- |");
for (const [command, measured] of times) {
  const ms = median(measured);
  const name = command === bare ? "node -e 0" : ["shelfwire", ...command.slice(1)].join(" ");
  console.log(`| ${name} | ${ms.toFixed(0)} ms | ${(ms / bareMs).toFixed(1)} | ${ms < TARGET_MS ? "yes" : "NO"} |`);
}
await service.terminate();
rmSync(folder, { recursive: true });

function timed([file = "", ...args]: string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(file, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
