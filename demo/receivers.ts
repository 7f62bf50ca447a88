import { createServer, type IncomingMessage, type Server } from "node:http";
import { Webhook } from "standardwebhooks";
import { DemoFailed } from "./expectations.ts";

/** One callback as a receiver saw it. */
export interface Callback {
  at: number;
  /** `webhook-id`: the same over all attempts of a delivery. */
  webhookId: string;
  sessionUid: string;
  analysisResultUrl: string;
  status: number;
  /** Whether the signature was right; undefined where the receiver does not look. */
  isGenuine: boolean | undefined;
}

export type Behaviour =
  | { kind: "accepts" }
  /** Answers these statuses to its first calls, then accepts. */
  | { kind: "refuses first"; statuses: number[] }
  /** Accepts what is signed with this secret (Standard Webhooks), refuses the rest with 401. */
  | { kind: "verifies"; secret: string };

/** A client's endpoint: a real HTTP server on this machine. */
export class Receiver {
  readonly name: string;
  readonly callbacks: Callback[] = [];
  readonly #behaviour: Behaviour;
  readonly #server: Server;
  #url = "";

  constructor(name: string, behaviour: Behaviour) {
    this.name = name;
    this.#behaviour = behaviour;
    this.#server = createServer((request, response) => {
      this.#receive(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      );
    });
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new DemoFailed("a receiver has no address");
    this.#url = `http://127.0.0.1:${address.port}/${this.name}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Callbacks that were answered with 2xx, each delivery counted once. */
  get accepted(): number {
    return this.#accepted(() => true);
  }

  /** The same, of these sessions only. */
  acceptedOf(sessions: ReadonlySet<string>): number {
    return this.#accepted(({ sessionUid }) => sessions.has(sessionUid));
  }

  #accepted(isWanted: (callback: Callback) => boolean): number {
    const taken = this.callbacks.filter((callback) => callback.status < 300 && isWanted(callback));
    return new Set(taken.map(({ webhookId }) => webhookId)).size;
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    const isGenuine = this.#behaviour.kind === "verifies" ? verify(this.#behaviour.secret, request, body) : undefined;
    const status = this.#statusFor(isGenuine);
    this.callbacks.push({
      at: Date.now(),
      webhookId: String(request.headers["webhook-id"] ?? ""),
      ...payloadOf(body),
      status,
      isGenuine,
    });
    return status;
  }

  #statusFor(isGenuine: boolean | undefined): number {
    if (this.#behaviour.kind === "refuses first") return this.#behaviour.statuses[this.callbacks.length] ?? 200;
    return isGenuine === false ? 401 : 200;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function verify(secret: string, request: IncomingMessage, body: string): boolean {
  const headers = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(request.headers[name] ?? "")]),
  );
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** The door where the payload is read (interface, "Notification payload"). */
function payloadOf(body: string): { sessionUid: string; analysisResultUrl: string } {
  const payload: unknown = JSON.parse(body);
  return { sessionUid: textOf(payload, "session_uid"), analysisResultUrl: textOf(payload, "analysis_result_url") };
}

function textOf(value: unknown, name: string): string {
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "string" ? member : "";
}
