import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  createReceiver,
  MemorySeenIds,
  type PlainRequest,
  type ReceiverOptions,
  type Refusal,
} from "../../../client/src/receiver/index.ts";

const SECRET = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
const PAYLOAD = {
  analysis_result_url: "https://results.example/1.json",
  session_uid: "0b7a1f9e-5a3c-4c43-9d1e-2f1f5a7c9e10",
  source: "Shelfwire",
};

describe("createReceiver", () => {
  it("hands on a signed notification once, however often it comes", async () => {
    const { receiver, handled } = start({});
    const request = signed(PAYLOAD);
    expect([await status(receiver.receive(request)), await status(receiver.receive(request))]).toEqual([204, 204]);
    expect(handled).toEqual([{ ...PAYLOAD }]);
    expect(await status(receiver.receive(signed(PAYLOAD)))).toBe(204);
    expect(handled).toHaveLength(2);
  });

  it("tells the service to come back while the first copy is being handled", async () => {
    const begun = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { receiver } = start({
      onNotification: () => {
        begun.resolve();
        return held;
      },
    });
    const request = signed(PAYLOAD);
    const first = receiver.receive(request);
    await begun.promise;
    const second = await receiver.receive(request);
    expect(second).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    release();
    expect(await status(first)).toBe(204);
    expect(await status(receiver.receive(request))).toBe(204);
  });

  it("takes a notification again after its handler failed, and says nothing of the failure to the sender", async () => {
    const failures = [new Error("the queue at 10.0.0.7 is full")];
    const errors: unknown[] = [];
    const { receiver, handled } = start({
      onNotification: async () => {
        const failure = failures.pop();
        if (failure) throw failure;
      },
      onError: (error) => errors.push(error),
    });
    const request = signed(PAYLOAD);
    const answer = await receiver.receive(request);
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain("10.0.0.7");
    expect(errors).toEqual([new Error("the queue at 10.0.0.7 is full")]);
    expect(await status(receiver.receive(request))).toBe(204);
    expect(handled).toEqual([]);
  });

  it("refuses what is not signed, not a notification or not a POST", async () => {
    const { receiver, refusals } = start({});
    const other = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
    expect(await status(receiver.receive({ headers: {}, body: "{}" }))).toBe(401);
    expect(await status(receiver.receive(signed(PAYLOAD, other)))).toBe(401);
    expect(await status(receiver.receive({ ...signed(PAYLOAD), method: "GET" }))).toBe(405);
    const bodies = [
      "",
      "[]",
      "null",
      "{",
      "{}",
      JSON.stringify({ ...PAYLOAD, session_uid: "7" }),
      JSON.stringify({ ...PAYLOAD, analysis_result_url: "none" }),
      JSON.stringify({ ...PAYLOAD, store_number: 7 }),
    ];
    for (const body of bodies) expect(await status(receiver.receive(signedText(body)))).toBe(400);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "headers_missing",
      "signature_wrong",
      "method_not_allowed",
      ...bodies.map(() => "payload_invalid"),
    ]);
    expect(refusals.at(-1)?.message).toBe("store_number must be a string");
  });

  it("keeps members that are new to it", async () => {
    const { receiver, handled } = start({});
    await receiver.receive(signed({ ...PAYLOAD, store_number: "0100", more: 1 }));
    expect(handled).toEqual([{ ...PAYLOAD, store_number: "0100", more: 1 }]);
  });

  it("checks the API key in the query or in a header, beside the signature or alone", async () => {
    const headers = { "webhook-id": randomUUID(), "webhook-timestamp": "1614265330" };
    const body = JSON.stringify(PAYLOAD);
    const byQuery = start({ secrets: [], apiKey: { parameter: "key", value: ["5f1c", "77aa"] } }).receiver;
    expect(await status(byQuery.receive({ headers, body, url: "/shelf?key=77aa" }))).toBe(204);
    for (const url of ["/shelf?key=77a", "/shelf?key=", "/shelf", "/shelf?other=77aa", undefined]) {
      expect(await status(byQuery.receive({ headers, body, url }))).toBe(401);
    }
    const byHeader = start({ apiKey: { header: "X-API-Key", value: "5f1c" } }).receiver;
    const request = signed(PAYLOAD);
    expect(await status(byHeader.receive(request))).toBe(401);
    expect(await status(byHeader.receive({ ...request, headers: { ...request.headers, "x-api-key": "5f1c" } }))).toBe(
      204,
    );
  });

  it("does not begin without anything to check", () => {
    expect(() => createReceiver({ onNotification: () => {} })).toThrow("needs secrets, an apiKey, or both");
    expect(() => createReceiver({ secrets: [], onNotification: () => {} })).toThrow(TypeError);
  });

  it("speaks Request and Response, and refuses giants by their length", async () => {
    const { receiver, handled } = start({});
    const { headers, body } = signed(PAYLOAD);
    const url = "https://hooks.example/shelf";
    const answer = await receiver.handle(new Request(url, { method: "POST", headers, body }));
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(handled).toHaveLength(1);
    expect((await receiver.handle(new Request(url))).status).toBe(405);
    const giant = new Request(url, { method: "POST", headers, body: "x".repeat(256 * 1_024 + 1) });
    expect((await receiver.handle(giant)).status).toBe(413);
  });
});

describe("MemorySeenIds", () => {
  it("forgets the oldest above its bound, and what is older than it keeps", () => {
    let now = 0;
    const seen = new MemorySeenIds({ max: 2, keptMs: 1_000, now: () => now });
    for (const id of ["a", "b", "c"]) {
      expect(seen.begin(id)).toBe("new");
      seen.finish(id);
    }
    expect([seen.begin("b"), seen.begin("c")]).toEqual(["handled", "handled"]);
    expect(seen.begin("a")).toBe("new");
    expect(seen.begin("b")).toBe("new");
    now = 1_001;
    expect(seen.begin("c")).toBe("new");
  });

  it("gives an id out once until it is finished or forgotten", () => {
    const seen = new MemorySeenIds();
    expect([seen.begin("a"), seen.begin("a")]).toEqual(["new", "running"]);
    seen.forget("a");
    expect(seen.begin("a")).toBe("new");
    seen.finish("a");
    expect(seen.begin("a")).toBe("handled");
  });
});

function start(options: Partial<ReceiverOptions>) {
  const handled: unknown[] = [];
  const refusals: Refusal[] = [];
  const receiver = createReceiver({
    secrets: [SECRET],
    onNotification: (payload) => {
      handled.push(payload);
    },
    onRefused: (refusal) => refusals.push(refusal),
    ...options,
  });
  return { receiver, handled, refusals };
}

function signed(payload: object, secret = SECRET) {
  return signedText(JSON.stringify(payload), secret);
}

function signedText(body: string, secret = SECRET): PlainRequest & { body: string; headers: Record<string, string> } {
  const id = randomUUID();
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  return { headers, body };
}

async function status(answer: Promise<{ status: number }>): Promise<number> {
  return (await answer).status;
}
