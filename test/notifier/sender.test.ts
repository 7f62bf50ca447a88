import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ANSWER_BYTES_KEPT_MAX, ANSWER_BYTES_READ_MAX, ATTEMPT_TIMEOUT_MS } from "../../src/config/limits.ts";
import type { AttemptOutcome } from "../../src/notifier/delivery-state.ts";
import { parseRetryAfter } from "../../src/notifier/sender.ts";
import { type Reply, startReceiver } from "../support/receiver.ts";
import { openConnections, post, requestTo, sent } from "../support/sending.ts";

const NOW = Date.UTC(2040, 0, 1);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

describe("an attempt's outcome (interface, endpoint 8; decisions, section 4)", () => {
  it.each([200, 201, 202, 204, 299])("is delivered by %i", async (status) => {
    const { url } = await receiver([status]);
    expect(await post(url)).toMatchObject({ failure: undefined, status });
  });

  it.each([
    [400, "status_rejected"],
    [401, "status_rejected"],
    [404, "status_rejected"],
    [410, "status_rejected"],
    [429, "status_rejected"],
    [500, "status_rejected"],
    [503, "status_rejected"],
    [304, "redirected"],
  ])("is a failure by %i: %s", async (status, failure) => {
    const { url } = await receiver([status]);
    expect(await post(url)).toMatchObject({ failure, status });
  });

  it.each([301, 302, 303, 307, 308])("is a failure by %i, and the new place is not asked", async (status) => {
    const target = await receiver([]);
    const { url } = await receiver([{ status, headers: { location: `${target.url}/elsewhere` } }]);
    expect(await post(url)).toMatchObject({ failure: "redirected", status });
    expect(target.received).toEqual([]);
  });

  it("posts path, query, headers and body as they are", async () => {
    const { url, received } = await receiver([200]);
    await post(`${url}/a%20b?api_key=x%2By&z=1`, {
      headers: { "X-Api-Key": "secret", "content-type": "application/json" },
      body: '{"a":"ü"}',
    });
    const [callback] = received;
    expect(callback).toMatchObject({ url: "/a%20b?api_key=x%2By&z=1", body: '{"a":"ü"}' });
    expect(callback?.headers).toMatchObject({
      "x-api-key": "secret",
      "content-type": "application/json",
      "content-length": "10",
    });
  });

  it("keeps the first 4 KiB of the answer, as text that the database can hold", async () => {
    const { url } = await receiver([{ status: 500, body: `a\0${"ü".repeat(4_000)}` }]);
    const { answer = "" } = await post(url);
    expect(answer.startsWith("a\ufffdüü")).toBe(true);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(ANSWER_BYTES_KEPT_MAX + 8);
  });

  it("reads 64 KiB and no more", async () => {
    const fits = await receiver([{ status: 200, body: "a".repeat(ANSWER_BYTES_READ_MAX) }]);
    expect(await post(fits.url)).toMatchObject({ failure: undefined });
    const large = await receiver([{ status: 200, body: "a".repeat(ANSWER_BYTES_READ_MAX + 1) }]);
    expect(await post(large.url)).toMatchObject({ failure: "answer_too_large", status: 200 });
  });

  it("cuts an answer without end", async () => {
    const { url } = await receiver([
      (answer) => {
        answer.writeHead(200);
        const pour = () => {
          while (!answer.destroyed && answer.write(Buffer.alloc(16_384)));
        };
        answer.on("drain", pour);
        pour();
      },
    ]);
    expect(await post(url)).toMatchObject({ failure: "answer_too_large" });
  });

  it.each(["17", " 17 ", new Date(NOW + 17_000).toUTCString()])("reads Retry-After %j of a 429", async (value) => {
    const { url } = await receiver([{ status: 429, headers: { "retry-after": value } }]);
    expect(await post(url, { nowMs: NOW })).toMatchObject({ retryAfterMs: 17_000 });
  });

  it.each([undefined, "", "soon", "1e99", "99999999999"])("ignores Retry-After %j", (value) => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined();
  });

  it("takes a Retry-After date in the past for now, and ignores the header of other answers", async () => {
    expect(parseRetryAfter(new Date(NOW - 5_000).toUTCString(), NOW)).toBe(0);
    const { url } = await receiver([{ status: 500, headers: { "retry-after": "17" } }]);
    expect(await post(url)).toMatchObject({ retryAfterMs: undefined });
  });
});

describe("an attempt's limits", () => {
  it("ends after 10 s when the receiver never answers", async () => {
    const silent = await tcpServer(() => {});
    expect(await postInTime(silent.url, silent.connected)).toMatchObject({ failure: "timed_out" });
  });

  it("ends after 10 s when the answer's head never ends", async () => {
    const half = await tcpServer((socket) => socket.write("HTTP/1.1 200 OK\r\nx-a: b\r\n"));
    expect(await postInTime(half.url, half.connected)).toMatchObject({ failure: "timed_out" });
  });

  it("ends after 10 s when the body drips, though each drop comes in time", async () => {
    const drip = await tcpServer((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\na"));
    expect(await postInTime(drip.url, drip.connected)).toMatchObject({ failure: "timed_out" });
  });

  it("fails when the connection is reset, closed without an answer, or refused", async () => {
    const reset = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await post(reset.url)).toMatchObject({ failure: "connect_failed", status: undefined });
    const closed = await tcpServer((socket) => socket.end());
    expect(await post(closed.url)).toMatchObject({ failure: "connect_failed", status: undefined });
    const gone = await tcpServer(() => {});
    await closers.pop()?.();
    expect(await post(gone.url)).toMatchObject({ failure: "connect_failed", status: undefined });
  });

  it("fails when the answer breaks off in its body, or is no HTTP", async () => {
    const broken = await tcpServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc"));
    expect((await post(broken.url)).failure).toBe("connect_failed");
    const garbage = await tcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9\r\n"));
    expect((await post(garbage.url)).failure).toBe("connect_failed");
  });

  it("cuts a head larger than the client reads", async () => {
    const large = await tcpServer((socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${"b".repeat(100_000)}\r\n\r\n`));
    expect((await post(large.url)).failure).toBe("answer_too_large");
  });

  it("uses a connection again", async () => {
    const { url, received } = await receiver([]);
    const sockets = new Set<unknown>();
    const connections = openConnections();
    for (let i = 0; i < 5; i += 1) await sent(connections, requestTo(url), NOW);
    connections.close();
    expect(received).toHaveLength(5);
    for (const { headers } of received) sockets.add(headers.connection);
    expect([...sockets]).toEqual(["keep-alive"]);
  });
});

async function receiver(replies: Reply[]) {
  const started = await startReceiver(replies);
  closers.push(() => started.close());
  return started;
}

/** Answers a connection's first bytes with whatever `answer` does. */
async function tcpServer(answer: (socket: Socket) => void): Promise<{ url: string; connected: Promise<void> }> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      answer(socket);
      resolve();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connected };
}

/** Sends, and lets the attempt's time pass once the receiver has the request. */
async function postInTime(url: string, connected: Promise<void>): Promise<AttemptOutcome> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sent = post(url);
  await connected;
  await vi.advanceTimersByTimeAsync(ATTEMPT_TIMEOUT_MS);
  return sent;
}
