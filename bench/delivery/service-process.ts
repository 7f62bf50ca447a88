import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
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
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    child.once("close", () => reject(new Error("the service ended before it was running")));
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (line) => {
      const url = /"url":"([^"]+)".*"msg":"Shelfwire is running"/.exec(line)?.[1];
      if (url === undefined) return;
      // From here on nobody reads its log; it is written, and thrown away.
      lines.close();
      child.stdout.resume();
      resolve(url);
    });
    return new ServiceProcess(child, await promise, folder);
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
