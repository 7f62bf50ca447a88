import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ATTEMPT_TIMEOUT_MS } from "../../src/config/limits.ts";
import { AddressGuard } from "../../src/notifier/address-guard.ts";
import { Connections } from "../../src/notifier/connections.ts";
import type { AttemptOutcome } from "../../src/notifier/delivery-state.ts";
import { createGuardedConnector } from "../../src/notifier/guarded-connector.ts";
import { type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { type Reply, startReceiver } from "../support/receiver.ts";
import { post, requestTo, sent } from "../support/sending.ts";

const TLS = join(import.meta.dirname, "..", "support", "tls");
const pem = (name: string) => readFileSync(join(TLS, name), "utf8");

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

describe("addresses: resolved once, refused if any is not public, connected to the checked one (decisions, section 4)", () => {
  it("goes to the address that the name has", async () => {
    const { url, received } = await receiver([]);
    const named = url.replace("127.0.0.1", "receiver.test");
    expect(await ask(named, ["127.0.0.1/32"])).toMatchObject({ failure: undefined, status: 200 });
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
    expect(await ask(`http://${host}:9/`, [])).toMatchObject({
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
    expect(await ask(url, [])).toMatchObject({ failure: "address_forbidden" });
    expect(target.received).toEqual([]);
  });

  it("asks for a name once a connection: what it answers a moment later changes nothing", async () => {
    const { url, received } = await receiver([]);
    const { port } = new URL(url);
    const before = dns.asked.filter((name) => name === "rebinding.test").length;
    // Allowed is only what the first answer says; a second look-up for the connection itself would be refused.
    expect(await ask(`http://rebinding.test:${port}/`, ["127.0.0.1/32"])).toMatchObject({ failure: undefined });
    expect(dns.asked.filter((name) => name === "rebinding.test")).toHaveLength(before + 1);
    expect(received).toHaveLength(1);
  });

  it("refuses a name that turns private before its next connection", async () => {
    const { url, received } = await receiver([]);
    const { port } = new URL(url);
    expect(await ask(`http://turning.test:${port}/`, ["127.0.0.1/32"])).toMatchObject({ failure: undefined });
    expect(await ask(`http://turning.test:${port}/`, ["127.0.0.1/32"])).toMatchObject({
      failure: "address_forbidden",
    });
    expect(received).toHaveLength(1);
  });

  it.each(["nowhere.test", "empty.test"])("fails for %s, which has no address", async (host) => {
    expect(await ask(`http://${host}/`)).toMatchObject({ failure: "dns_failed" });
  });

  it("ends after 10 s when the resolver never answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = Promise.withResolvers<void>();
    const connections = new Connections(
      createGuardedConnector({
        guard: new AddressGuard([]),
        resolve: () => {
          asked.resolve();
          return new Promise(() => {});
        },
      }),
    );
    closers.push(async () => connections.close());
    const sending = sent(connections, requestTo("http://slow.test/"));
    await asked.promise;
    await vi.advanceTimersByTimeAsync(ATTEMPT_TIMEOUT_MS);
    expect(await sending).toMatchObject({ failure: "timed_out" });
  });
});

describe("TLS", () => {
  it("is verified against the name in the URL, which is sent as server name, over HTTP/1.1", async () => {
    const { port, seen } = await tlsReceiver();
    expect(await ask(`https://receiver.test:${port}/`, ["127.0.0.1/32"], pem("ca.pem"))).toMatchObject({
      failure: undefined,
    });
    expect(seen).toEqual([{ servername: "receiver.test", alpn: "http/1.1" }]);
  });

  it("is verified against an address as well, without a server name", async () => {
    const { port, seen } = await tlsReceiver();
    expect(await ask(`https://127.0.0.1:${port}/`, ["127.0.0.1/32"], pem("ca.pem"))).toMatchObject({
      failure: undefined,
    });
    expect(seen).toEqual([{ servername: false, alpn: "http/1.1" }]);
  });

  it("fails for a certificate of another name, one of an unknown authority, and a port without TLS", async () => {
    const { port, seen } = await tlsReceiver();
    const other = await ask(`https://other.test:${port}/`, ["127.0.0.1/32"], pem("ca.pem"));
    expect(other).toMatchObject({ failure: "tls_failed", status: undefined });
    expect(await ask(`https://receiver.test:${port}/`, ["127.0.0.1/32"])).toMatchObject({ failure: "tls_failed" });
    const plain = await receiver([]);
    expect(await ask(plain.url.replace("http:", "https:"))).toMatchObject({ failure: "tls_failed" });
    expect(seen).toEqual([]);
    expect(plain.received).toEqual([]);
  });
});

async function receiver(replies: Reply[]) {
  const started = await startReceiver(replies);
  closers.push(() => started.close());
  return started;
}

async function tlsReceiver() {
  const seen: { servername: unknown; alpn: unknown }[] = [];
  const server = createTlsServer(
    { key: pem("receiver-key.pem"), cert: pem("receiver.pem"), ALPNProtocols: ["h2", "http/1.1"] },
    (message, answer) => {
      const { socket } = message;
      if (socket instanceof TLSSocket) seen.push({ servername: socket.servername, alpn: socket.alpnProtocol });
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

function ask(url: string, allowed?: string[], ca?: string): Promise<AttemptOutcome> {
  return post(url, { dnsServers: [dns.address], ...(allowed && { allowed }), ...(ca !== undefined && { ca }) });
}
