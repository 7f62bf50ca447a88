import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitBodyTime } from "../../src/http/body-timeout.ts";
import { answerBrokenRequest, createListener, PATIENCE } from "../../src/http/listener.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { rawRequest } from "../support/raw-request.ts";

/** Everything that comes until the server ends the connection. */
function answerOn(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("end", () => socket.end());
  return new Promise((resolve) => socket.on("close", () => resolve(text)));
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

describe("clients that are slow", () => {
  const impatient = {
    ...{ headersTimeout: 150, requestTimeout: 60_000, keepAliveTimeout: 150, connectionsCheckingInterval: 50 },
    socketIdleTimeout: 400,
  };
  const listeners: Server[] = [];
  afterAll(() => Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve)))));

  /** The listener of the product with less patience, before a route that reads a body. */
  async function start(patience: typeof PATIENCE): Promise<string> {
    const server = fastify({
      serverFactory: (handler) => {
        const listener = createListener({ tls: undefined }, silentLogger(), handler, patience);
        listeners.push(listener);
        return listener;
      },
      clientErrorHandler: answerBrokenRequest,
    });
    server.addHook("onRequest", async (request, reply) => limitBodyTime(request, reply, 150));
    server.post("/", async () => ({ status: "read" }));
    server.addContentTypeParser("multipart/form-data", (_, payload, done) => done(null, payload));
    server.post("/form", async ({ raw }) => {
      await new Promise((resolve) => raw.resume().on("close", resolve));
      return { status: "read" };
    });
    await server.listen({ host: "127.0.0.1", port: 0 });
    const [address] = server.addresses();
    return `http://127.0.0.1:${(address as AddressInfo).port}`;
  }

  it("are told 408 and cut when their head, or nothing at all, arrives in time", async () => {
    const url = await start(impatient);
    for (const sent of ["", "POST / HTTP/1.1\r\nHost: x\r\nX-Slow"]) {
      const socket = await open(url);
      socket.write(sent);
      expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*"statusCode":408/);
    }
  });

  it("are told 408 and cut when their body trickles in, and nothing of it is taken", async () => {
    const url = await start({ ...impatient, headersTimeout: 30_000 });
    const socket = await open(url);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
    const trickle = setInterval(() => socket.write(" "), 20);
    const text = await answerOn(socket);
    clearInterval(trickle);
    expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"The request did not arrive in time"/i);
    expect(text).not.toContain("read");
  });

  it("are cut when nothing moves on their connection any more, also between requests", async () => {
    const url = await start({ ...impatient, headersTimeout: 60_000 });
    const stalled = await open(url);
    stalled.write(
      "POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9\r\n\r\n-",
    );
    expect(await answerOn(stalled)).toBe("");
    const idle = await open(url);
    idle.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    expect(await answerOn(idle)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("have bounded patience in the product, in the order in which it must run out", () => {
    expect(PATIENCE.headersTimeout).toBeLessThanOrEqual(30_000);
    expect(PATIENCE.keepAliveTimeout).toBeLessThan(PATIENCE.socketIdleTimeout);
    expect(PATIENCE.socketIdleTimeout).toBeLessThan(PATIENCE.requestTimeout);
  });
});

describe("connections that do harm", () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    token = (await app.createProject("acme")).token;
  });
  afterAll(() => app.close());

  const isServed = async () => expect((await app.as(token, "GET", "/api/v4/acme/entity/store")).status).toBe(200);
  const path = "/api/v4/acme/async-job";

  it("get no place that others need: a thousand that are idle, and a thousand in the middle of a head", async () => {
    const sockets = await Promise.all(Array.from({ length: 2_000 }, () => open(app.url)));
    for (const [i, socket] of sockets.entries()) if (i % 2 === 0) socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-");
    await isServed();
    for (const socket of sockets) socket.destroy();
    await isServed();
  });

  it("are refused whose head, line or number of headers is beyond measure, and others are served", async () => {
    const floods = [
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\n${"X-Flood: 1\r\n".repeat(5_000)}\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"a=b;".repeat(100_000)}\r\n\r\n`,
    ];
    for (const flood of floods) {
      const socket = await open(app.url);
      socket.write(flood);
      // Where bytes are still on their way when the server closes, the answer may be lost with them.
      expect(await answerOn(socket)).toMatch(/^(HTTP\/1\.1 431 [\s\S]*"statusCode":431[\s\S]*)?$/);
    }
    expect(await rawRequest(app.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(17_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    await isServed();
  });

  it("are cut that claim a giant body, before it is sent", async () => {
    const head = `PUT /api/notifier/public/acme/subscription HTTP/1.1\r\nHost: x\r\nAuth-Token: ${token}\r\nContent-Type: application/json\r\n`;
    const socket = await open(app.url);
    socket.write(`${head}Content-Length: 99999999999\r\n\r\n`);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"statusCode":413/);
    await isServed();
  });

  it("are told Error Parsing Request when they end in the middle of an upload, which leaves nothing behind", async () => {
    const socket = await open(app.url);
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nstore_number\n1`;
    socket.end(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuth-Token: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n${form}`,
    );
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"Error Parsing Request"/);
    expect((await app.as(token, "GET", path)).json.jobs).toEqual([]);
    await expect.poll(() => app.db.rows({ name: "all_uploads", text: "select * from job_uploads" })).toEqual([]);
  });

  it("are told that a JSON body ends too early", async () => {
    const socket = await open(app.url);
    socket.end(
      `PUT /api/notifier/public/acme/subscription HTTP/1.1\r\nHost: x\r\nAuth-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
    );
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*ends before its Content-Length/);
  });
});
