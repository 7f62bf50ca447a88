import { ATTEMPT_TIMEOUT_MS, CALLBACK_KEEP_ALIVE_MS, IDLE_CONNECTIONS_MAX } from "../config/limits.ts";
import { SECOND } from "../lib/units.ts";
import { Connection, type Exchange } from "./connection.ts";
import { Deadlines } from "./deadlines.ts";
import { AttemptFailure, type OpenSocket } from "./guarded-connector.ts";

/** A receiver's own time for idle connections, less what the way to it may take. */
const KEEP_ALIVE_MARGIN_MS = 1 * SECOND;

interface Idle {
  connection: Connection;
  /** Monotonic milliseconds. */
  untilMs: number;
}

/**
 * The connections of this process. There are as many as attempts: lanes bound those of each endpoint, the dispatcher
 * bounds them in all. What an answer leaves usable waits some seconds for the next request to the same origin, the last
 * used first: fast endpoints get by with few, and those are warm.
 */
export class Connections {
  /** Of the exchanges, name resolution and connecting included. */
  readonly deadlines = new Deadlines(ATTEMPT_TIMEOUT_MS);
  readonly #open: OpenSocket;
  readonly #all = new Set<Connection>();
  /** By origin, the last used at the end; an origin without any has no entry. */
  readonly #idle = new Map<string, Idle[]>();
  #idleCount = 0;
  /** Carry an exchange whose request is not written yet. */
  #unsent: Connection[] = [];
  #sweeping: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: OpenSocket) {
    this.#open = open;
  }

  /** Sends the request to the origin (as in `new URL(...).origin`); the exchange learns what comes of it. */
  start(origin: string, request: string | Buffer, exchange: Exchange): void {
    const idle = this.#takeIdle(origin);
    if (idle !== undefined) {
      this.#carry(idle, request, exchange);
      return;
    }
    this.#open(new URL(origin), (error, socket) => {
      if (socket === null) {
        exchange.end(error instanceof AttemptFailure ? error.failure : "connect_failed");
      } else if (exchange.isOver || this.#isClosed) {
        socket.destroy();
        exchange.end("connect_failed");
      } else {
        const connection = new Connection(origin, socket, this);
        this.#all.add(connection);
        this.#carry(connection, request, exchange);
      }
    });
  }

  /** Ends all connections; attempts under way fail. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#sweeping);
    for (const connection of this.#all) connection.abort();
  }

  /** An exchange is complete, and the connection can carry another one. */
  onFree(connection: Connection, keepAliveSeconds: number | undefined): void {
    const keptMs = Math.min(
      CALLBACK_KEEP_ALIVE_MS,
      (keepAliveSeconds ?? Number.POSITIVE_INFINITY) * SECOND - KEEP_ALIVE_MARGIN_MS,
    );
    if (keptMs <= 0 || this.#isClosed) {
      connection.abort();
      return;
    }
    const idle = this.#idle.get(connection.origin);
    const entry = { connection, untilMs: performance.now() + keptMs };
    if (idle === undefined) this.#idle.set(connection.origin, [entry]);
    else idle.push(entry);
    this.#idleCount += 1;
    if (this.#idleCount > IDLE_CONNECTIONS_MAX) this.#abortOldest();
    this.#sweeping ??= setTimeout(() => this.#sweep(), SECOND).unref();
  }

  onUnsent(connection: Connection, request: string | Buffer, exchange: Exchange): void {
    if (exchange.isOver || this.#isClosed) exchange.end("connect_failed");
    else this.start(connection.origin, request, exchange);
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection);
    const idle = this.#idle.get(connection.origin);
    const at = idle?.findIndex((each) => each.connection === connection) ?? -1;
    if (idle !== undefined && at >= 0) this.#remove(connection.origin, idle, at, 1);
  }

  /**
   * Requests that were made in one turn of the event loop go out together at its end: a receiver on the same or the next
   * machine is woken once for many, which takes a tenth off a busy process's time and a fifth off the receiver's.
   */
  #carry(connection: Connection, request: string | Buffer, exchange: Exchange): void {
    connection.start(request, exchange);
    this.#unsent.push(connection);
    if (this.#unsent.length === 1) setImmediate(() => this.#sendAll());
  }

  #sendAll(): void {
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const connection of unsent) connection.send();
  }

  #takeIdle(origin: string): Connection | undefined {
    for (;;) {
      const idle = this.#idle.get(origin);
      const last = idle?.at(-1);
      if (idle === undefined || last === undefined) return undefined;
      this.#remove(origin, idle, idle.length - 1, 1);
      if (last.untilMs > performance.now() && last.connection.isUsable) return last.connection;
      last.connection.abort();
    }
  }

  #remove(origin: string, idle: Idle[], at: number, count: number): Idle[] {
    const removed = idle.splice(at, count);
    this.#idleCount -= removed.length;
    if (idle.length === 0) this.#idle.delete(origin);
    return removed;
  }

  /** Of the origin whose connections have been idle for longest, as near as it matters. */
  #abortOldest(): void {
    for (const [origin, idle] of this.#idle) {
      for (const { connection } of this.#remove(origin, idle, 0, 1)) connection.abort();
      return;
    }
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const [origin, idle] of this.#idle) {
      const kept = idle.filter(({ untilMs }) => untilMs > nowMs);
      if (kept.length === idle.length) continue;
      const gone = idle.filter(({ untilMs }) => untilMs <= nowMs);
      idle.splice(0, idle.length, ...kept);
      this.#idleCount -= gone.length;
      if (kept.length === 0) this.#idle.delete(origin);
      for (const { connection } of gone) connection.abort();
    }
    this.#sweeping = this.#idle.size > 0 ? setTimeout(() => this.#sweep(), SECOND).unref() : undefined;
  }
}
