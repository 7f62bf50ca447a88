import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the receiver does with one request: a status, or something of its own with the answer. */
export type Reply =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((answer: ServerResponse) => void);

export interface ReceivedCallback {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  json(): unknown;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  received: ReceivedCallback[];
  /** Resolves when `count` requests have arrived in all. */
  waitFor(count: number): Promise<ReceivedCallback[]>;
  /** Replaces the replies that are still to come. */
  script(replies: Reply[], then?: Reply): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that answers by script, then always with `then`. */
export async function startReceiver(replies: Reply[] = [], then: Reply = 200): Promise<Receiver> {
  let rest = [...replies];
  let last = then;
  const received: ReceivedCallback[] = [];
  let waiters: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ url: request.url ?? "", headers: request.headers, body, json: () => JSON.parse(body) });
      give(answer, rest.shift() ?? last);
      for (const waiter of waiters.filter(({ count }) => received.length >= count)) waiter.resolve();
      waiters = waiters.filter(({ count }) => received.length < count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async waitFor(count) {
      if (received.length < count) await new Promise<void>((resolve) => waiters.push({ count, resolve }));
      return received;
    },
    script(next, thenNext = last) {
      rest = [...next];
      last = thenNext;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function give(answer: ServerResponse, reply: Reply): void {
  if (typeof reply === "function") {
    reply(answer);
    return;
  }
  const { status, headers = {}, body = "" } = typeof reply === "number" ? { status: reply } : reply;
  answer.writeHead(status, headers).end(body);
}
