import { type Dispatcher, Pool } from "undici";

export interface LoadResult {
  perSecond: number;
  /** Milliseconds, ascending. */
  times: number[];
}

/** Asks `url` for paths, one after the other on each of so many connections, and throws the answers away. */
export class Reader {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string>, connections: number) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
    this.#headers = headers;
  }

  /** Milliseconds until the last byte; `expected` is the status. */
  time(path: string, headers: Record<string, string> = {}, expected = 200): Promise<number> {
    const started = performance.now();
    const options = { method: "GET", path, headers: { ...this.#headers, ...headers } } as const;
    return new Promise((resolve, reject) => {
      let status = 0;
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: () => {},
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => {},
        onResponseEnd: () => {
          if (status === expected) resolve(performance.now() - started);
          else reject(new Error(`${path}: ${status}`));
        },
        onResponseError: (_controller, error) => reject(error),
      };
      this.#pool.dispatch(options, handler);
    });
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

/** `ask` from so many loops at once, for so long; the first tenth of the time only warms up. */
export async function closedLoop(
  { concurrency, seconds }: { concurrency: number; seconds: number },
  ask: () => Promise<number>,
): Promise<LoadResult> {
  const times: number[] = [];
  const start = performance.now() + seconds * 100;
  const end = start + seconds * 1_000;
  async function loop(): Promise<void> {
    while (performance.now() < end) {
      const time = await ask();
      if (performance.now() - time >= start) times.push(time);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop));
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, times };
}

export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
