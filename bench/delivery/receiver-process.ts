import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Command, Report } from "./receiver.ts";

const TLS = join(import.meta.dirname, "..", "..", "test", "support", "tls");
/** The authority of the receiver's certificate, for `NODE_EXTRA_CA_CERTS`. */
export const CA_FILE = join(TLS, "ca.pem");
export const RECEIVER_KEY = join(TLS, "receiver-key.pem");
export const RECEIVER_CERTIFICATE = join(TLS, "receiver.pem");

/** The receiver's process and the commands it knows. */
export class ReceiverProcess {
  /** `http://127.0.0.1:<port>`, or https. */
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
  }

  static async start(protocol: "http" | "https"): Promise<ReceiverProcess> {
    const files = protocol === "https" ? [RECEIVER_KEY, RECEIVER_CERTIFICATE] : [];
    const child = fork(join(import.meta.dirname, "receiver.ts"), files);
    const ready = await messageOf(child, "ready");
    return new ReceiverProcess(child, `${protocol}://127.0.0.1:${ready.port}`);
  }

  /** Forgets what was received; with `track`, each arrival is kept with its time. */
  async reset(track = false): Promise<void> {
    await this.#ask({ kind: "reset", track }, "done");
  }

  /** From now on every path answers 204. */
  async mend(): Promise<void> {
    await this.#ask({ kind: "mend" }, "done");
  }

  async received(): Promise<number> {
    return (await this.count()).byMode.ok;
  }

  async forget(): Promise<void> {
    await this.reset();
  }

  count(): Promise<Extract<Report, { kind: "count" }>> {
    return this.#ask({ kind: "count" }, "count");
  }

  arrivals(): Promise<Extract<Report, { kind: "arrivals" }>> {
    return this.#ask({ kind: "arrivals" }, "arrivals");
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
  }

  #ask<K extends Report["kind"]>(command: Command, kind: K): Promise<Extract<Report, { kind: K }>> {
    const answer = messageOf(this.#child, kind);
    this.#child.send(command);
    return answer;
  }
}

function messageOf<K extends Report["kind"]>(child: ChildProcess, kind: K): Promise<Extract<Report, { kind: K }>> {
  return new Promise((resolve) => {
    function onMessage(message: Report): void {
      if (!isOf(message, kind)) return;
      child.off("message", onMessage);
      resolve(message);
    }
    child.on("message", onMessage);
  });
}

function isOf<K extends Report["kind"]>(message: Report, kind: K): message is Extract<Report, { kind: K }> {
  return message.kind === kind;
}
