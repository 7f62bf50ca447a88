import { afterEach, describe, expect, it } from "vitest";
import { Caller, type CallerOptions } from "../../client/src/caller.ts";
import { ShelfwireError, UnreachableError } from "../../client/src/errors.ts";
import { type Receiver, type Reply, startReceiver } from "../support/receiver.ts";

const SOON = { "retry-after": "0" };
const OK: Reply = { status: 200, headers: { "content-type": "application/json" }, body: '{"fine":true}' };

let service: Receiver;
afterEach(() => service.close());

async function callerOf(replies: Reply[], options: Partial<CallerOptions> = {}): Promise<Caller> {
  service = await startReceiver(replies, OK);
  return new Caller({ baseUrl: service.url, token: "secret-token", ...options });
}

describe("calls of the client", () => {
  it("send the token and ask for JSON", async () => {
    const caller = await callerOf([]);
    expect(await caller.json({ method: "GET", path: "/x", query: { a: 1, b: undefined, c: ["y", "z"] } })).toEqual({
      fine: true,
    });
    expect(service.received[0]?.url).toBe("/x?a=1&c=y&c=z");
    expect(service.received[0]?.headers).toMatchObject({
      authorization: "Auth-Token secret-token",
      accept: "application/json",
    });
  });

  it.each([429, 502, 503, 504])("repeat a GET that was answered %i", async (status) => {
    const caller = await callerOf([
      { status, headers: SOON },
      { status, headers: SOON },
    ]);
    await caller.json({ method: "GET", path: "/x" });
    expect(service.received).toHaveLength(3);
  });

  it.each([400, 401, 404, 500])("do not repeat a GET that was answered %i", async (status) => {
    const caller = await callerOf([{ status, headers: SOON }]);
    await expect(caller.json({ method: "GET", path: "/x" })).rejects.toMatchObject({ statusCode: status });
    expect(service.received).toHaveLength(1);
  });

  it("repeat a POST only where nothing can have been done, or where it carries a key", async () => {
    const caller = await callerOf([{ status: 502, headers: SOON }]);
    await expect(caller.json({ method: "POST", path: "/x", json: {} })).rejects.toMatchObject({ statusCode: 502 });
    service.script([{ status: 503, headers: SOON }]);
    await caller.json({ method: "POST", path: "/x", json: {} });
    service.script([{ status: 502, headers: SOON }]);
    await caller.json({ method: "POST", path: "/x", json: {}, repeatable: true });
    expect(service.received).toHaveLength(5);
  });

  it("repeat a GET whose connection broke, and give up after the retries", async () => {
    const caller = await callerOf([(answer) => answer.destroy(), OK, (answer) => answer.destroy()], { retries: 1 });
    await caller.json({ method: "GET", path: "/x" });
    expect(service.received).toHaveLength(2);
    service.script([(answer) => answer.destroy()], (answer) => answer.destroy());
    await expect(caller.json({ method: "GET", path: "/x" })).rejects.toBeInstanceOf(UnreachableError);
    expect(service.received).toHaveLength(4);
  });

  it("do not wait where the service asks for longer than a minute", async () => {
    const caller = await callerOf([{ status: 503, headers: { "retry-after": "3600" } }]);
    await expect(caller.json({ method: "GET", path: "/x" })).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  });

  it("end with the signal's reason, also in the pause before a repetition", async () => {
    const caller = await callerOf([], {});
    const abortion = new AbortController();
    service.script([
      (answer) => {
        answer.writeHead(503, { "retry-after": "30" }).end();
        setImmediate(() => abortion.abort(new Error("enough")));
      },
    ]);
    await expect(caller.json({ method: "GET", path: "/x", signal: abortion.signal })).rejects.toThrow("enough");
  });

  it("say that nothing answers in time", async () => {
    const caller = await callerOf([() => {}], { timeoutMs: 30, retries: 0 });
    await expect(caller.json({ method: "GET", path: "/x" })).rejects.toThrow(/No answer from .* \(timed out\)/);
  });

  it("keep the token from other hosts, which a signed link may lead to", async () => {
    const caller = await callerOf([]);
    const other = await startReceiver([], OK);
    await caller.json({ method: "GET", path: `${other.url}/files/1?signature=x` });
    expect(other.received[0]?.headers.authorization).toBeUndefined();
    await other.close();
  });

  it("keep the path of the base URL, and do not repeat it for links that have it", async () => {
    service = await startReceiver([], OK);
    const caller = new Caller({ baseUrl: `${service.url}/shelf/`, token: "t" });
    await caller.json({ method: "GET", path: "/api/v4/p/entity/store" });
    await caller.json({ method: "GET", path: "/shelf/api/v4/p/entity/store?page=1" });
    expect(service.received.map(({ url }) => url)).toEqual([
      "/shelf/api/v4/p/entity/store",
      "/shelf/api/v4/p/entity/store?page=1",
    ]);
  });
});

describe("errors of the client (interface, Errors)", () => {
  it("carry all messages, the reason and the request's number", async () => {
    const body = { statusCode: 400, message: ["one", "two"], error: "Bad Request", request_id: "r-1" };
    const caller = await callerOf([{ status: 400, body: JSON.stringify(body) }]);
    const error = await caller.json({ method: "PUT", path: "/x", json: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ShelfwireError);
    expect(error).toMatchObject({
      statusCode: 400,
      messages: ["one", "two"],
      message: "one; two",
      error: "Bad Request",
      requestId: "r-1",
    });
  });

  it("are usable for an answer in no known form", async () => {
    const caller = await callerOf([{ status: 500, body: "<html>proxy</html>" }]);
    const error = caller.json({ method: "GET", path: "/x" });
    await expect(error).rejects.toMatchObject({ statusCode: 500, messages: [], message: "Internal Server Error" });
  });

  it("refuse a base URL that is none", () => {
    expect(() => new Caller({ baseUrl: "localhost:8080" })).toThrow(TypeError);
  });
});
