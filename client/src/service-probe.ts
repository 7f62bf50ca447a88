import type { Caller } from "./caller.ts";

interface Abortable {
  signal?: AbortSignal;
}

/** What anybody may ask of the service, without a project. */
export class ServiceProbe {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Whether the process is alive. */
  isAlive({ signal }: Abortable = {}): Promise<boolean> {
    return this.#succeeds("getHealth", signal);
  }

  /** Whether its database can be reached, too. */
  isReady({ signal }: Abortable = {}): Promise<boolean> {
    return this.#succeeds("getReadiness", signal);
  }

  /** Figures for Prometheus, as text. */
  async metrics({ signal }: Abortable = {}): Promise<string> {
    const call = { method: "GET", path: "/metrics", headers: { accept: "text/plain" }, signal } as const;
    return (await this.#caller.send(call)).text();
  }

  /** The description of the API in OpenAPI 3.1. */
  openApiDocument({ signal }: Abortable = {}): Promise<unknown> {
    return this.#caller.json({ method: "GET", path: "/openapi.json", signal });
  }

  async #succeeds(operation: "getHealth" | "getReadiness", signal: AbortSignal | undefined): Promise<boolean> {
    const answered = this.#caller.operate(operation, { signal }).then(() => true);
    return answered.catch(() => {
      signal?.throwIfAborted();
      return false;
    });
  }
}
