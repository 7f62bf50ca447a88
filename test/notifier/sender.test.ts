import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ANSWER_BYTES_KEPT_MAX, ANSWER_BYTES_READ_MAX, ATTEMPT_TIMEOUT_MS } from "../../src/config/limits.ts";
import { AddressGuard } from "../../src/notifier/address-guard.ts";
import { createGuardedConnector } from "../../src/notifier/guarded-connector.ts";
import { createNameResolver } from "../../src/notifier/name-resolver.ts";
import { OriginPools } from "../../src/notifier/origin-pools.ts";
import { parseRetryAfter, type SendResult, send } from "../../src/notifier/sender.ts";
import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { type Reply, startReceiver } from "../support/receiver.ts";

const TLS = join(import.meta.dirname, "..", "support", "tls");
const pem = (name: string) => readFileSync(join(TLS, name), "utf8");
const NOW = Date.UTC(2040, 0, 1);

const closers: (() => Promise<unknown>)[] = [];
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer({
    "receiver.test": [["127.0.0.1"]],
    "other.test": [["127.0.0.1"]],
    "mixed.test": [["93.184.216.34", "10.0.0.1"]],
    "mixed6.test": [["93.184.216.34", "fd00::1"]],
    "private.test": [["10.0.0.1"]],
    "metadata.test": [["169.254.169.254"]],
    "loop6.test": [["::1"]],
    "rebinding.test": [["127.0.0.1"], ["127.0.0.2"]],
    "turning.test": [["127.0.0.1"], ["10.0.0.1"]],
    "empty.test": [[]],
  });
});
afterAll(() => dns.close());
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
    expect(await post(url)).toMatchObject({ retryAfterMs: 17_000 });
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
    const pools = openPools();
    for (let i = 0; i < 5; i += 1) await send(pools, request(url), NOW);
    expect(received).toHaveLength(5);
    for (const { headers } of received) sockets.add(headers.connection);
    expect([...sockets]).toEqual(["keep-alive"]);
  });
});

describe("addresses: resolved once, refused if any is not public, connected to the checked one (decisions, section 4)", () => {
  it("goes to the address that the name has", async () => {
    const { url, received } = await receiver([]);
    const named = url.replace("127.0.0.1", "receiver.test");
    expect(await post(named, {}, ["127.0.0.1/32"])).toMatchObject({ failure: undefined, status: 200 });
    expect(received[0]?.headers.host).toBe(new URL(named).host);
  });

  it.each([
    ["private.test", "a private address"],
    ["metadata.test", "a metadata address"],
    ["mixed.test", "a public and a private address"],
    ["mixed6.test", "a public IPv4 and a private IPv6 address"],
    ["loop6.test", "IPv6 loopback alone"],
    ["receiver.test", "loopback"],
  ])("refuses %s: %s", async (host) => {
    expect(await post(`http://${host}:9/`, {}, [])).toEqual({
      failure: "address_forbidden",
      status: undefined,
      answer: undefined,
      retryAfterMs: undefined,
    });
  });

  it.each([
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::1]:PORT/",
    "http://0.0.0.0:PORT/",
    "http://[::]:PORT/",
  ])("refuses the literal %s before a socket is opened", async (pattern) => {
    const target = await receiver([]);
    const url = pattern.replace("PORT", new URL(target.url).port);
    expect(await post(url, {}, [])).toMatchObject({ failure: "address_forbidden" });
    expect(target.received).toEqual([]);
  });

  it("asks for a name once a connection: what it answers a moment later changes nothing", async () => {
    const { url, received } = await receiver([]);
    const { port } = new URL(url);
    const before = dns.asked.filter((name) => name === "rebinding.test").length;
    // Allowed is only what the first answer says; a second look-up for the connection itself would be refused.
    expect(await post(`http://rebinding.test:${port}/`, {}, ["127.0.0.1/32"])).toMatchObject({ failure: undefined });
    expect(dns.asked.filter((name) => name === "rebinding.test")).toHaveLength(before + 1);
    expect(received).toHaveLength(1);
  });

  it("refuses a name that turns private before its next connection", async () => {
    const { url, received } = await receiver([]);
    const { port } = new URL(url);
    expect(await post(`http://turning.test:${port}/`, {}, ["127.0.0.1/32"])).toMatchObject({ failure: undefined });
    expect(await post(`http://turning.test:${port}/`, {}, ["127.0.0.1/32"])).toMatchObject({
      failure: "address_forbidden",
    });
    expect(received).toHaveLength(1);
  });

  it.each(["nowhere.test", "empty.test"])("fails for %s, which has no address", async (host) => {
    expect(await post(`http://${host}/`)).toMatchObject({ failure: "dns_failed" });
  });

  it("ends after 10 s when the resolver never answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = Promise.withResolvers<void>();
    const pools = new OriginPools(
      createGuardedConnector({
        guard: new AddressGuard([]),
        resolve: () => {
          asked.resolve();
          return new Promise(() => {});
        },
      }),
    );
    closers.push(() => pools.close());
    const sent = send(pools, request("http://slow.test/"), NOW);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(ATTEMPT_TIMEOUT_MS);
    expect(await sent).toMatchObject({ failure: "timed_out" });
  });
});

describe("TLS", () => {
  it("is verified against the name in the URL, which is sent as server name, over HTTP/1.1", async () => {
    const { port, seen } = await tlsReceiver();
    expect(await post(`https://receiver.test:${port}/`, {}, ["127.0.0.1/32"], pem("ca.pem"))).toMatchObject({
      failure: undefined,
    });
    expect(seen).toEqual([{ servername: "receiver.test", alpn: "http/1.1" }]);
  });

  it("is verified against an address as well, without a server name", async () => {
    const { port, seen } = await tlsReceiver();
    expect(await post(`https://127.0.0.1:${port}/`, {}, ["127.0.0.1/32"], pem("ca.pem"))).toMatchObject({
      failure: undefined,
    });
    expect(seen).toEqual([{ servername: false, alpn: "http/1.1" }]);
  });

  it("fails for a certificate of another name, one of an unknown authority, and a port without TLS", async () => {
    const { port, seen } = await tlsReceiver();
    const other = await post(`https://other.test:${port}/`, {}, ["127.0.0.1/32"], pem("ca.pem"));
    expect(other).toMatchObject({ failure: "tls_failed", status: undefined });
    expect(await post(`https://receiver.test:${port}/`, {}, ["127.0.0.1/32"])).toMatchObject({ failure: "tls_failed" });
    const plain = await receiver([]);
    expect(await post(plain.url.replace("http:", "https:"))).toMatchObject({ failure: "tls_failed" });
    expect(seen).toEqual([]);
    expect(plain.received).toEqual([]);
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

async function tlsReceiver() {
  const seen: { servername: unknown; alpn: unknown }[] = [];
  const server = createTlsServer(
    { key: pem("receiver-key.pem"), cert: pem("receiver.pem"), ALPNProtocols: ["h2", "http/1.1"] },
    (message, answer) => {
      const { servername, alpnProtocol } = message.socket as Socket & { servername?: unknown; alpnProtocol?: unknown };
      seen.push({ servername, alpn: alpnProtocol });
      message.resume().on("end", () => answer.writeHead(204).end());
    },
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

function openPools(allowed: string[] = ["127.0.0.0/8"], ca?: string): OriginPools {
  const resolve = createNameResolver([dns.address]);
  const pools = new OriginPools(createGuardedConnector({ guard: new AddressGuard(allowed), resolve, ca }));
  closers.push(() => pools.close());
  return pools;
}

function request(url: string, part: { headers?: Record<string, string>; body?: string } = {}) {
  return { url, headers: part.headers ?? { "content-type": "application/json" }, body: part.body ?? "{}" };
}

function post(
  url: string,
  part: Parameters<typeof request>[1] = {},
  allowed?: string[],
  ca?: string,
): Promise<SendResult> {
  return send(openPools(allowed, ca), request(url, part), NOW);
}

/** Sends, and lets the attempt's time pass once the receiver has the request. */
async function postInTime(url: string, connected: Promise<void>): Promise<SendResult> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sent = post(url);
  await connected;
  await vi.advanceTimersByTimeAsync(ATTEMPT_TIMEOUT_MS);
  return sent;
}
