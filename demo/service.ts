import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DemoFailed } from "./expectations.ts";

/** The real service, in a process of its own, on a database of its own. */
export interface RunningService {
  url: string;
  operatorToken: string;
  /** Holds the database, the uploaded files and the log; removed when the service is stopped. */
  folder: string;
  /** Stops the service in order and removes its folder. */
  stop(): Promise<void>;
  /** Resolves when its process has ended, for whatever reason. */
  ended: Promise<void>;
}

const MAIN = join(import.meta.dirname, "..", "src", "main.ts");
const USUAL_PORT = 8080;
/** The system chooses one. */
const ANY_PORT = 0;
const START_TIMEOUT_MS = 60_000;
const LOG_LINES_SHOWN = 15;

/** Starts the service on a fresh folder. Throws `DemoFailed` with the end of its log where it does not start. */
export async function startService(
  signal: AbortSignal,
  keep: (service: RunningService) => void,
): Promise<RunningService> {
  const isFree = await isFreePort(USUAL_PORT);
  const started = isFree ? await startOn(USUAL_PORT, signal, keep) : "port taken";
  if (started !== "port taken") return started;
  const elsewhere = await startOn(ANY_PORT, signal, keep);
  if (elsewhere === "port taken") throw new DemoFailed("no port is free");
  return elsewhere;
}

/** `port taken`: somebody took the port between the look at it and the start, which creates a database first. */
async function startOn(
  port: number,
  signal: AbortSignal,
  keep: (service: RunningService) => void,
): Promise<RunningService | "port taken"> {
  const folder = mkdtempSync(join(tmpdir(), "shelfwire-demo-"));
  const operatorToken = randomBytes(24).toString("base64url");
  // A process group of its own: Ctrl-C reaches the demo, which then stops the service in order.
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: environment({ folder, operatorToken, port }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const log = createWriteStream(join(folder, "service.log"));
  child.stderr?.pipe(log, { end: false });
  async function end(): Promise<void> {
    child.kill("SIGTERM");
    await ended;
    await new Promise<void>((resolve) => log.end(() => resolve()));
  }
  async function stop(): Promise<void> {
    await end();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    const url = await addressOf(child, (line) => log.write(`${line}\n`), signal);
    const service = { url, operatorToken, folder, stop, ended };
    keep(service);
    return service;
  } catch (error) {
    await end();
    const said = lastLines(folder);
    rmSync(folder, { recursive: true, force: true });
    if (said.includes(`port ${port} on`) && said.includes("is in use")) return "port taken";
    throw error instanceof DemoFailed && said !== "" ? new DemoFailed(`${error.message}; it said:\n${said}`) : error;
  }
}

/** The end of the service's log, to show when something went wrong. */
export function lastLines(folder: string): string {
  try {
    return readFileSync(join(folder, "service.log"), "utf8").trim().split("\n").slice(-LOG_LINES_SHOWN).join("\n");
  } catch {
    return "";
  }
}

function environment(given: { folder: string; operatorToken: string; port: number }): NodeJS.ProcessEnv {
  // Settings of the surrounding shell stay outside: the demo always runs on its own database.
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    LANG,
    TMPDIR,
    SHELFWIRE_DATA_DIR: given.folder,
    SHELFWIRE_PORT: String(given.port),
    SHELFWIRE_OPERATOR_TOKEN: given.operatorToken,
    SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.0/8,::1/128",
    SHELFWIRE_ALLOW_HTTP_CALLBACKS: "true",
  };
}

/** Where it listens, as its own log says. */
function addressOf(child: ChildProcess, keep: (line: string) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DemoFailed("the service did not start in time")), START_TIMEOUT_MS);
    function settle(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
    function stop(): void {
      settle();
      reject(signal.reason);
    }
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", () => {
      settle();
      reject(new DemoFailed("the service ended before it was running"));
    });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      keep(line);
      const url = /"url":"([^"]+)".*"msg":"Shelfwire is running"/.exec(line)?.[1];
      if (url === undefined) return;
      settle();
      resolve(url);
    });
  });
}

function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
