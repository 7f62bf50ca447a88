import { type buildConnector, Pool } from "undici";
import { ATTEMPT_TIMEOUT_MS, CALLBACK_KEEP_ALIVE_MS, ORIGINS_OPEN_MAX } from "../config/limits.ts";

/** One pool of sockets an origin, the longest unused closed when there are too many. */
export class OriginPools {
  readonly #connector: buildConnector.connector;
  /** In the order of last use, once there are so many that it matters. */
  readonly #pools = new Map<string, Pool>();

  constructor(connector: buildConnector.connector) {
    this.#connector = connector;
  }

  /** `origin` as in `new URL(...).origin`. */
  of(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known !== undefined && this.#pools.size < ORIGINS_OPEN_MAX / 2) return known;
    const pool = known ?? this.#open(origin);
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    if (this.#pools.size > ORIGINS_OPEN_MAX) this.#closeLongestUnused();
    return pool;
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #open(origin: string): Pool {
    return new Pool(origin, {
      connect: this.#connector,
      // As many as there are attempts: lanes bound those for each endpoint, the dispatcher bounds them in all. A bound
      // here would let endpoints that share an origin wait for each other.
      connections: null,
      pipelining: 1,
      keepAliveTimeout: CALLBACK_KEEP_ALIVE_MS,
      keepAliveMaxTimeout: CALLBACK_KEEP_ALIVE_MS,
      headersTimeout: ATTEMPT_TIMEOUT_MS,
      bodyTimeout: ATTEMPT_TIMEOUT_MS,
    });
  }

  #closeLongestUnused(): void {
    for (const [origin, pool] of this.#pools) {
      this.#pools.delete(origin);
      // Requests on their way end in their own time.
      pool.close().catch(() => {});
      return;
    }
  }
}
