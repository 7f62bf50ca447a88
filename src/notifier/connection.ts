import type { Socket } from "node:net";
import type { ReadState } from "./answer-parser.ts";
import type { FailureClass } from "./delivery-state.ts";

/** One request and its answer. */
export interface Exchange {
  /** It is on its way over this connection. */
  started(connection: Connection): void;
  read(chunk: Buffer): ReadState;
  /** The receiver closed its side. */
  close(): ReadState;
  /** Whether the connection can be used again, once the answer is complete; and for how long the receiver keeps it. */
  readonly keepsAlive: boolean;
  readonly keepAliveSeconds: number | undefined;
  /** The answer is complete, or will never be. Only the first call counts. */
  end(failure: FailureClass | undefined): void;
  readonly isOver: boolean;
}

/** Who owns a connection. */
export interface ConnectionOwner {
  /** The receiver closed a kept connection before the request was written: it can go over another one. */
  onUnsent(connection: Connection, request: string | Buffer, exchange: Exchange): void;
  onFree(connection: Connection, keepAliveSeconds: number | undefined): void;
  onGone(connection: Connection): void;
}

/** What is no HTTP counts as a connection that failed. */
const FAILURES: Record<ReadState, FailureClass | undefined> = {
  complete: undefined,
  too_large: "answer_too_large",
  broken: "connect_failed",
  more: "connect_failed",
};

/** A socket that carries one exchange at a time. */
export class Connection {
  /** As in `new URL(...).origin`. */
  readonly origin: string;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  #exchange: Exchange | undefined;
  #unsent: string | Buffer | undefined;
  /** It has carried an exchange before. */
  #isKept = false;

  constructor(origin: string, socket: Socket, owner: ConnectionOwner) {
    this.origin = origin;
    this.#socket = socket;
    this.#owner = owner;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => this.#finish(this.#exchange?.close() ?? "broken"));
    socket.on("error", () => this.#finish("broken"));
    socket.on("close", () => {
      this.#finish("broken");
      owner.onGone(this);
    });
  }

  get isUsable(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded;
  }

  /** Takes the exchange on; its request goes out with `send`. */
  start(request: string | Buffer, exchange: Exchange): void {
    this.#exchange = exchange;
    this.#unsent = request;
    exchange.started(this);
  }

  /** The request is one write, head and body, and so one packet. A string has ASCII only. */
  send(): void {
    const request = this.#unsent;
    if (request === undefined) return;
    this.#unsent = undefined;
    if (typeof request === "string") this.#socket.write(request, "latin1");
    else this.#socket.write(request);
  }

  /** Closes the socket; what is under way fails. */
  abort(): void {
    this.#finish("broken");
  }

  #read(chunk: Buffer): void {
    // An answer that nobody asked for would be taken for that of the next request.
    const state = (this.#unsent === undefined && this.#exchange?.read(chunk)) || "broken";
    if (state !== "more") this.#finish(state);
  }

  #finish(state: ReadState): void {
    const [exchange, unsent] = [this.#exchange, this.#unsent];
    this.#exchange = undefined;
    this.#unsent = undefined;
    if (exchange !== undefined && unsent !== undefined && this.#isKept) {
      this.#socket.destroy();
      this.#owner.onUnsent(this, unsent, exchange);
      return;
    }
    this.#isKept = true;
    if (state === "complete" && exchange?.keepsAlive && this.isUsable) {
      this.#owner.onFree(this, exchange.keepAliveSeconds);
    } else {
      this.#socket.destroy();
    }
    exchange?.end(FAILURES[state]);
  }
}
