import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CALLBACK_KEEP_ALIVE_MS, IDLE_CONNECTIONS_MAX } from "../../src/config/limits.ts";
import type { Connections } from "../../src/notifier/connections.ts";
import { openConnections, requestTo, sent } from "../support/sending.ts";

const OK = "HTTP/1.1 204 No Content\r\n\r\n";

describe("the connections of a process (interface, endpoint 8)", () => {
  let server: Server;
  let url: string;
  let connections: Connections;
  /** All that were accepted, in order. */
  let accepted: Socket[];
  /** What the receiver does with a request. */
  let reply: (socket: Socket) => void;

  beforeEach(async () => {
    accepted = [];
    reply = (socket) => socket.write(OK);
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on("error", () => {});
      socket.on("data", () => reply(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    connections = openConnections();
  });

  afterEach(async () => {
    vi.useRealTimers();
    connections.close();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it("are used again, one request at a time, and there are as many as requests at once", async () => {
    for (let i = 0; i < 3; i += 1) expect(await post()).toMatchObject({ status: 204 });
    expect(accepted).toHaveLength(1);
    await Promise.all([post(), post(), post()]);
    expect(accepted).toHaveLength(3);
    await Promise.all([post(), post(), post()]);
    expect(accepted).toHaveLength(3);
  });

  it("are not used again after an answer that closes, or that says too much", async () => {
    reply = (socket) => socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    expect(await post()).toMatchObject({ failure: undefined, status: 200 });
    reply = (socket) => socket.write(OK + OK);
    expect(await post()).toMatchObject({ failure: undefined, status: 204 });
    reply = (socket) => socket.write(OK);
    expect(await post()).toMatchObject({ failure: undefined, status: 204 });
    expect(accepted).toHaveLength(3);
  });

  it("are closed when the receiver says something that nobody asked for", async () => {
    await post();
    const [socket] = accepted;
    const closed = once(socket as Socket, "close");
    socket?.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    await closed;
    expect(await post()).toMatchObject({ status: 204 });
    expect(accepted).toHaveLength(2);
  });

  it("are given up when the receiver closes them", async () => {
    await post();
    accepted[0]?.end();
    await once(accepted[0] as Socket, "close");
    expect(await post()).toMatchObject({ failure: undefined, status: 204 });
    expect(accepted).toHaveLength(2);
  });

  it("are given up also when the receiver closes them before the request is written: it goes over another one", async () => {
    await post();
    // Requests are written at the end of a turn; from here on, what the receiver does is noticed before.
    await new Promise((resolve) => setImmediate(resolve));
    accepted[0]?.destroy();
    expect(await post()).toMatchObject({ failure: undefined, status: 204 });
    expect(accepted).toHaveLength(2);
  });

  it("are not opened again and again for a receiver that closes each at once", async () => {
    server.on("connection", (socket) => socket.destroy());
    expect(await post()).toMatchObject({ failure: "connect_failed", status: undefined });
    expect(accepted).toHaveLength(1);
  });

  it("are closed once they were idle for a few seconds, sooner where the receiver says so", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    await post();
    vi.advanceTimersByTime(CALLBACK_KEEP_ALIVE_MS - 1_000);
    await post();
    expect(accepted).toHaveLength(1);
    const closed = once(accepted[0] as Socket, "close");
    vi.advanceTimersByTime(CALLBACK_KEEP_ALIVE_MS + 1_000);
    await closed;
    reply = (socket) => socket.write("HTTP/1.1 204 No Content\r\nkeep-alive: timeout=2\r\n\r\n");
    await post();
    vi.advanceTimersByTime(1_001);
    await post();
    expect(accepted).toHaveLength(3);
    reply = (socket) => socket.write("HTTP/1.1 204 No Content\r\nkeep-alive: timeout=1\r\n\r\n");
    await post();
    await post();
    expect(accepted).toHaveLength(4);
  });

  it("stay bounded while they are idle", async () => {
    const many = IDLE_CONNECTIONS_MAX + 20;
    const waiting: Socket[] = [];
    const all = new Promise<void>((resolve) => {
      reply = (socket) => {
        if (waiting.push(socket) === many) resolve();
      };
    });
    const posts = Array.from({ length: many }, () => post());
    await all;
    for (const socket of waiting) socket.write(OK);
    await Promise.all(posts);
    await vi.waitFor(() => expect(accepted.filter((socket) => socket.readableEnded)).toHaveLength(20));
  });

  it("end with the process, and so do the requests on them", async () => {
    const asked = Promise.withResolvers<void>();
    reply = () => asked.resolve();
    const under = post();
    await asked.promise;
    connections.close();
    expect(await under).toMatchObject({ failure: "connect_failed", status: undefined });
    expect(await post()).toMatchObject({ failure: "connect_failed" });
  });

  function post() {
    return sent(connections, requestTo(url));
  }
});
