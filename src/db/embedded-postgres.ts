/**
 * PostgreSQL as a child of this process, for an installation without a database server of its own. It listens on a
 * socket in a private folder only, keeps full durability, and is started again when it dies. Whoever owns the data
 * folder owns this server: one that a killed process has left behind is stopped first.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { randomToken } from "../lib/ids.ts";
import type { Logger } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import { MINUTE, SECOND } from "../lib/units.ts";
import { isAlive } from "./folder-lock.ts";
import { findPostgres, findRunner, type PostgresBinaries, type Runner } from "./postgres-binaries.ts";

const USER = "shelfwire";
/** A socket's path fits into 107 bytes; PostgreSQL adds `/.s.PGSQL.5432`. */
const SOCKET_FOLDER_LENGTH_MAX = 90;
const START_TIMEOUT_MS = 2 * MINUTE;
const RESTART_PAUSE_MS = SECOND / 2;

/**
 * Durability stays at PostgreSQL's defaults. A large WAL lets an upload of a million rows pass without a forced
 * checkpoint; the memory settings suit a small machine that also runs the service.
 */
const SERVER_SETTINGS = {
  listen_addresses: "",
  max_connections: "200",
  shared_buffers: "256MB",
  max_wal_size: "4GB",
  checkpoint_timeout: "15min",
  work_mem: "32MB",
  maintenance_work_mem: "128MB",
  jit: "off",
  random_page_cost: "1.1",
  unix_socket_permissions: "0700",
};

export class EmbeddedPostgres implements Service {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #binaries: PostgresBinaries;
  readonly #runner: Runner;
  readonly #socketFolder: string;
  #child: ChildProcess | undefined;
  #stopping = false;
  #ended: Promise<void> = Promise.resolve();

  private constructor(folder: string, log: Logger, binaries: PostgresBinaries, runner: Runner) {
    this.#folder = folder;
    this.#log = log;
    this.#binaries = binaries;
    this.#runner = runner;
    this.#socketFolder = socketFolderOf(folder);
  }

  /** `folder` must exist and be locked by this process. A sentence where this machine or user cannot run PostgreSQL. */
  static prepare(folder: string, log: Logger): EmbeddedPostgres | string {
    const binaries = findPostgres();
    if (typeof binaries === "string") return binaries;
    const runner = findRunner(binaries, join(folder, "postgres"));
    if (typeof runner === "string") return runner;
    return new EmbeddedPostgres(folder, log, binaries, runner);
  }

  /** How to reach it: over the private socket, with the password that only this installation knows. */
  get connection(): pg.PoolConfig {
    return embeddedConnection(this.#folder);
  }

  /** The process number of the server, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    this.#makePrivate(this.#socketFolder);
    await this.#stopLeftBehind();
    if (!existsSync(join(this.#clusterFolder, "PG_VERSION"))) await this.#initialise();
    this.#takeOwnership();
    this.#spawn();
    await this.#waitUntilReady();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill("SIGINT");
    await this.#ended;
  }

  get #clusterFolder(): string {
    return join(this.#folder, "postgres");
  }

  get #passwordFile(): string {
    return join(this.#folder, "postgres-password");
  }

  #password(): string {
    return passwordOf(this.#folder);
  }

  async #initialise(): Promise<void> {
    this.#log.info({ folder: this.#clusterFolder }, "creating the embedded database");
    // What an interrupted first start has left is no database yet.
    rmSync(this.#clusterFolder, { recursive: true, force: true });
    this.#makePrivate(this.#clusterFolder);
    writeFileSync(this.#passwordFile, randomToken(), { mode: 0o600 });
    const handedOver = join(this.#socketFolder, "first-password");
    writeFileSync(handedOver, this.#password(), { mode: 0o600 });
    this.#give(handedOver);
    try {
      await this.#runToEnd(this.#binaries.initdb, [
        `--pgdata=${this.#clusterFolder}`,
        `--username=${USER}`,
        "--auth=scram-sha-256",
        `--pwfile=${handedOver}`,
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--data-checksums",
      ]);
    } finally {
      rmSync(handedOver, { force: true });
    }
  }

  /** A server whose service was killed goes on without it: end it cleanly, its data are then ours again. */
  async #stopLeftBehind(): Promise<void> {
    const pid = this.#postmasterPid();
    if (pid === undefined || !isAlive(pid) || !isPostgres(pid)) return;
    this.#log.info({ pid }, "stopping the database server that an earlier process has left behind");
    process.kill(pid, "SIGINT");
    const deadline = Date.now() + 30 * SECOND;
    while (isAlive(pid)) {
      if (Date.now() > deadline) process.kill(pid, "SIGQUIT");
      await sleep(20);
    }
  }

  #postmasterPid(): number | undefined {
    try {
      return Number(readFileSync(join(this.#clusterFolder, "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined;
    }
  }

  #spawn(): void {
    const settings = { ...SERVER_SETTINGS, unix_socket_directories: this.#socketFolder };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const { file, args: all } = this.#runner.command(this.#binaries.postgres, ["-D", this.#clusterFolder, ...args]);
    // Its own session: Ctrl-C in the terminal must reach the service only, which then ends the server in order.
    const child = spawn(file, all, {
      ...this.#runner.account,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    createInterface({ input: child.stderr }).on("line", (line) => this.#logLine(line));
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => this.#log.error({ err: error }, "cannot run PostgreSQL"));
      child.once("close", (code, signal) => {
        this.#child = undefined;
        if (!this.#stopping) this.#restartSoon(code, signal);
        resolve();
      });
    });
  }

  #restartSoon(code: number | null, signal: NodeJS.Signals | null): void {
    this.#log.error({ code, signal }, "the embedded database ended; starting it again");
    setTimeout(() => {
      if (!this.#stopping) this.#spawn();
    }, RESTART_PAUSE_MS);
  }

  #logLine(line: string): void {
    const isServerTrouble =
      /\b(PANIC|FATAL)\b/.test(line) && !/(starting up|shutting down|terminating connection)/.test(line);
    this.#log[isServerTrouble ? "warn" : "debug"]({ postgres: line }, "database server says");
  }

  async #waitUntilReady(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const client = new pg.Client(this.connection);
      client.on("error", () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Error("the embedded database does not start", { cause: error });
        await sleep(20);
      }
    }
  }

  #makePrivate(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid } = lstatSync(folder);
    const mine = process.getuid?.() ?? uid;
    if (mine !== 0 && uid !== mine) throw new Error(`${folder} belongs to another user`);
    chmodSync(folder, 0o700);
    this.#give(folder);
  }

  #give(path: string): void {
    const owner = this.#owner();
    if (owner) chownSync(path, owner.uid, owner.gid);
  }

  /** Root hands the cluster to the account that the server runs as, which may differ from the last start's. */
  #takeOwnership(): void {
    const owner = this.#owner();
    if (owner && statSync(join(this.#clusterFolder, "PG_VERSION")).uid !== owner.uid)
      chownTree(this.#clusterFolder, owner);
  }

  #owner(): { uid: number; gid: number } | undefined {
    if (process.getuid?.() !== 0) return undefined;
    return this.#runner.account ?? { uid: 0, gid: 0 };
  }

  async #runToEnd(program: string, args: string[]): Promise<void> {
    const { file, args: all } = this.#runner.command(program, args);
    const child = spawn(file, all, {
      ...this.#runner.account,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
    if (code !== 0) throw new Error(`the embedded database cannot be created: ${complaint.trim()}`);
  }
}

/** How to reach the server of this data folder, while it runs. Throws where the folder has no database yet. */
export function embeddedConnection(folder: string): pg.PoolConfig {
  const password = passwordOf(folder);
  return { host: socketFolderOf(folder), port: 5432, user: USER, database: "postgres", password };
}

function passwordOf(folder: string): string {
  return readFileSync(join(folder, "postgres-password"), "utf8").trim();
}

/** Under the data folder; where that path is too long for a socket, under the system's temporary folder. */
function socketFolderOf(folder: string): string {
  const inside = join(folder, "postgres-socket");
  if (Buffer.byteLength(inside) <= SOCKET_FOLDER_LENGTH_MAX) return inside;
  return join(tmpdir(), `shelfwire-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`);
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0]?.endsWith("postgres") ?? false;
  } catch {
    return process.platform !== "linux";
  }
}

function chownTree(folder: string, owner: { uid: number; gid: number }): void {
  chownSync(folder, owner.uid, owner.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    chownSync(join(folder, entry), owner.uid, owner.gid);
  }
}
