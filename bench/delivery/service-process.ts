import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CA_FILE } from "./receiver-process.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAIN = join(ROOT, "src", "main.ts");
/** As `npm start` and `bin/shelfwire` have them. */
const NODE_FLAGS = readFileSync(join(ROOT, "package.json"), "utf8").match(/--[a-z-]+=\d+/g) ?? [];
export const OPERATOR_TOKEN = "operator-token-of-the-measurements";

/** `shelfwire serve` in a process of its own, as an operator would run it: one log line an attempt included. */
export class ServiceProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, url: string, folder: string) {
    this.#child = child;
    this.url = url;
    this.#folder = folder;
  }

  static async start(databaseUrl: string, environment: Record<string, string> = {}): Promise<ServiceProcess> {
    const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-service-"));
    // A file, as an operator's log ends in one: reading a pipe takes the load a tenth of the machine.
    const logFile = join(folder, "log");
    const log = openSync(logFile, "a");
    const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, "serve"], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        SHELFWIRE_DATA_DIR: folder,
        SHELFWIRE_PORT: "0",
        SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN,
        SHELFWIRE_SECRET_KEY: "the-secret-key-of-the-measurements",
        SHELFWIRE_ALLOW_HTTP_CALLBACKS: "true",
        SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.0/8",
        NODE_EXTRA_CA_CERTS: CA_FILE,
        ...environment,
      },
      stdio: ["ignore", log, "inherit"],
    });
    closeSync(log);
    return new ServiceProcess(child, await urlFrom(logFile, child), folder);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resident memory in MiB: now, and the highest so far. */
  memory(): { nowMib: number; peakMib: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
    return { nowMib: mib("VmRSS"), peakMib: mib("VmHWM") };
  }

  async kill(): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await closed;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await closed;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Where it listens, once it does. */
async function urlFrom(logFile: string, child: ChildProcess): Promise<string> {
  for (;;) {
    const url = /"url":"([^"]+)".*"msg":"Shelfwire is running"/.exec(readFileSync(logFile, "utf8"))?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error("the service ended before it was running");
    await sleep(50);
  }
}
