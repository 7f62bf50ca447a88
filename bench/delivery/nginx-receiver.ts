import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RECEIVER_CERTIFICATE, RECEIVER_KEY } from "./receiver-process.ts";

/** What the measurements of throughput need of a receiver: it answers 204 to everything, and knows how often. */
export interface CountingReceiver {
  readonly origin: string;
  /** Requests received since it started or was last reset. */
  received(): Promise<number>;
  forget(): Promise<void>;
  stop(): Promise<void>;
}

const STARTED_WITHIN_MS = 5_000;

/** nginx with `return 204`: the cheapest receiver there is, so that little of the machine goes to it. */
export class NginxReceiver implements CountingReceiver {
  readonly origin: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #statusUrl: string;
  /** Requests before the last reset; the questions for the count are among those counted. */
  #before = 0;

  private constructor(child: ChildProcess, folder: string, origin: string, statusUrl: string) {
    this.#child = child;
    this.#folder = folder;
    this.origin = origin;
    this.#statusUrl = statusUrl;
  }

  static isPresent(): boolean {
    return spawnSync("nginx", ["-v"]).status === 0;
  }

  static async start(protocol: "http" | "https"): Promise<NginxReceiver> {
    const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-nginx-"));
    const [port, statusPort] = await freePorts();
    const file = join(folder, "nginx.conf");
    writeFileSync(file, configuration(folder, protocol, port, statusPort));
    const child = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { stdio: "inherit" });
    const origin = `${protocol}://127.0.0.1:${port}`;
    const receiver = new NginxReceiver(child, folder, origin, `http://127.0.0.1:${statusPort}/`);
    await receiver.#started();
    return receiver;
  }

  async received(): Promise<number> {
    return (await this.#requests()) - this.#before;
  }

  async forget(): Promise<void> {
    this.#before = await this.#requests();
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** All requests but our own questions. */
  #questions = 0;
  async #requests(): Promise<number> {
    const answer = await fetch(this.#statusUrl);
    const counts = /requests\s+\d+ \d+ (\d+)/.exec(await answer.text());
    this.#questions += 1;
    return Number(counts?.[1]) - this.#questions;
  }

  async #started(): Promise<void> {
    const until = performance.now() + STARTED_WITHIN_MS;
    while (true) {
      try {
        await this.#requests();
        return;
      } catch (error) {
        if (performance.now() > until) throw error;
        await sleep(20);
      }
    }
  }
}

function configuration(folder: string, protocol: "http" | "https", port: number, statusPort: number): string {
  const tls =
    protocol === "https" ? `ssl_certificate ${RECEIVER_CERTIFICATE}; ssl_certificate_key ${RECEIVER_KEY};` : "";
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `
${user}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port}${protocol === "https" ? " ssl" : ""};
    ${tls}
    location / { return 204; }
  }
  server {
    listen 127.0.0.1:${statusPort};
    location / { stub_status; }
  }
}
`;
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    }),
  );
  for (const server of servers) server.close();
  return [ports[0] ?? 0, ports[1] ?? 0];
}
