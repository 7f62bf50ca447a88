import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { checkSignature } from "./callback-signature.ts";
import { type ReceivedCallback, showCallback } from "./callback-view.ts";
import { cannotListen, type ListenFlags } from "./listen.ts";

/** Callbacks are small; what is larger comes from somebody else. */
const BODY_BYTES_MAX = 4 * 1_024 * 1_024;
/** As long as the service waits. */
const FORWARD_TIMEOUT_MS = 10_000;

/** The local HTTP server behind `shelfwire listen`. */
export class Receiver {
  readonly #flags: ListenFlags;
  readonly #json: boolean;
  readonly #server: Server;
  /** How often each `webhook-id` has come. */
  readonly #seen = new Map<string, number>();
  #received = 0;
  #failed = 0;
  #shown = 0;
  #onShown: () => void = () => {};
  /** Shown one after the other, in the order in which they were answered. */
  #showing: Promise<void> = Promise.resolve();

  constructor(flags: ListenFlags, json: boolean) {
    this.#flags = flags;
    this.#json = json;
    this.#server = createServer((request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
  }

  /** Its own address, as a callback URL. Throws `CommandFailed` where it cannot listen. */
  async start(): Promise<string> {
    const { host, port, path } = this.#flags;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error) => reject(cannotListen(error, this.#flags)));
      this.#server.listen(port, host, resolve);
    });
    const address = this.#server.address();
    const actual = typeof address === "object" && address !== null ? address.port : port;
    const name = isIP(host) === 6 ? `[${host}]` : host;
    return `http://${name}:${actual}${path.startsWith("/") ? "" : "/"}${path}`;
  }

  /** Until the wanted number has come and been shown, or the signal is aborted. */
  untilEnough(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const isEnough = () => this.#flags.count !== undefined && this.#shown >= this.#flags.count;
      this.#onShown = () => isEnough() && resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted || isEnough()) resolve();
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (body === undefined) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    this.#received += 1;
    const id = String(request.headers["webhook-id"] ?? "");
    const times = (this.#seen.get(id) ?? 0) + 1;
    if (id !== "") this.#seen.set(id, times);
    const startedAt = Date.now();
    const callback: ReceivedCallback = {
      number: this.#received,
      time: new Date(startedAt).toISOString(),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: pairsOf(request.rawHeaders),
      body: body.toString("utf8"),
      signature: await checkSignature(request.headers, body, this.#flags.secret ?? []),
      times_seen: id === "" ? 1 : times,
      answer: await this.#answer(request, body),
      took_ms: 0,
    };
    response.writeHead(callback.answer.status);
    // Only when it is on its way may the receiver end and close its connections.
    await new Promise<void>((resolve) => {
      response.once("close", resolve);
      response.end(callback.answer.body, resolve);
    });
    callback.took_ms = Date.now() - startedAt;
    this.#showing = this.#showing.then(() => showCallback(callback, this.#json));
    await this.#showing;
    this.#shown += 1;
    this.#onShown();
  }

  async #answer(request: IncomingMessage, body: Buffer): Promise<ReceivedCallback["answer"]> {
    const { fail, times = Number.POSITIVE_INFINITY, delay, forward } = this.#flags;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (fail !== undefined && this.#failed < times) {
      this.#failed += 1;
      return { status: fail, by: "told to fail" };
    }
    return forward === undefined ? { status: 204, by: "acknowledged" } : pass(request, body, forward);
  }
}

/** The answer of the receiver that is being tried out; 502 where there is none. */
async function pass(request: IncomingMessage, body: Buffer, forward: string): Promise<ReceivedCallback["answer"]> {
  const headers = new Headers();
  for (const { name, value } of pairsOf(request.rawHeaders)) if (!HOP.test(name)) headers.append(name, value);
  try {
    const answer = await fetch(forward, {
      method: request.method ?? "POST",
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    return { status: answer.status, by: `forwarded to ${forward}`, body: await answer.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return {
      status: 502,
      by: `forwarded to ${forward}`,
      problem: cause instanceof Error ? cause.message : String(cause),
    };
  }
}

/** Headers of the connection itself. */
const HOP = /^(host|connection|keep-alive|transfer-encoding|content-length|upgrade|te|trailer|expect)$/i;

function pairsOf(rawHeaders: string[]): { name: string; value: string }[] {
  const pairs: { name: string; value: string }[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push({ name: rawHeaders[at] ?? "", value: rawHeaders[at + 1] ?? "" });
  }
  return pairs;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
