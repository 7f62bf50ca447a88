import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { type SignedCallback, verifySignature } from "../../../client/src/receiver/index.ts";

/** The vector that the Standard Webhooks libraries publish. */
const VECTOR = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const OTHER_SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

describe("verifySignature (Standard Webhooks)", () => {
  it("accepts the published vector", async () => {
    expect(await verify({})).toEqual({
      ok: true,
      id: VECTOR.id,
      timestamp: new Date(VECTOR.timestamp * 1_000),
    });
  });

  it("accepts what an independent signer signs, as text and as bytes", async () => {
    const bodies = fc.string({ unit: "binary", maxLength: 200 });
    const check = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), bodies, async (key, body) => {
      const secret = `whsec_${Buffer.from(key).toString("base64")}`;
      const signature = new Webhook(secret).sign(VECTOR.id, new Date(VECTOR.timestamp * 1_000), body);
      const headers = headersOf({ signature });
      const bytes = new TextEncoder().encode(body);
      const results = await Promise.all(
        [body, bytes, bytes.buffer].map((one) => verify({ headers, body: one, secrets: [secret] })),
      );
      expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    });
    await fc.assert(check, { numRuns: 50 });
  });

  it("refuses a body, an id or a time that was changed after signing", async () => {
    const wrong = { ok: false, reason: "signature_wrong" };
    expect(await verify({ body: '{"test": 2432232315}' })).toMatchObject(wrong);
    expect(await verify({ body: `${VECTOR.body} ` })).toMatchObject(wrong);
    expect(await verify({ headers: headersOf({ id: "msg_other" }) })).toMatchObject(wrong);
    expect(await verify({ headers: headersOf({ time: String(VECTOR.timestamp + 1) }) })).toMatchObject(wrong);
    expect(await verify({ secrets: [OTHER_SECRET] })).toMatchObject(wrong);
    expect(await verify({ secrets: [] })).toMatchObject(wrong);
  });

  it("takes any of several secrets and signatures while one is rotated", async () => {
    const date = new Date(VECTOR.timestamp * 1_000);
    const newer = new Webhook(OTHER_SECRET).sign(VECTOR.id, date, VECTOR.body);
    const both = headersOf({ signature: `${newer} ${VECTOR.signature}` });
    expect(await verify({ headers: both })).toMatchObject({ ok: true });
    expect(await verify({ headers: both, secrets: [OTHER_SECRET] })).toMatchObject({ ok: true });
    expect(await verify({ secrets: [OTHER_SECRET, VECTOR.secret] })).toMatchObject({ ok: true });
  });

  it("passes over other versions of signatures and broken ones", async () => {
    const [, base64 = ""] = VECTOR.signature.split(",");
    for (const signature of [`v1a,${base64}`, base64, "v1,", "v1,@@@@", `v1,${base64.slice(0, -2)}`, "v1"]) {
      expect(await verify({ headers: headersOf({ signature }) })).toMatchObject({ reason: "signature_wrong" });
    }
    const mixed = headersOf({ signature: `v1a,xxxx v1,@@ ${VECTOR.signature}` });
    expect(await verify({ headers: mixed })).toMatchObject({ ok: true });
  });

  it("takes times as far from now as the tolerance, and no further", async () => {
    const at = (offset: number) => ({ now: (VECTOR.timestamp + offset) * 1_000 });
    expect(await verify(at(300))).toMatchObject({ ok: true });
    expect(await verify(at(-300))).toMatchObject({ ok: true });
    expect(await verify(at(301))).toMatchObject({
      reason: "timestamp_too_old",
      message: expect.stringMatching(/301 s/),
    });
    expect(await verify(at(-301))).toMatchObject({ reason: "timestamp_in_future" });
    expect(await verify({ ...at(11), toleranceSeconds: 10 })).toMatchObject({ reason: "timestamp_too_old" });
  });

  it("refuses times that are no seconds", async () => {
    for (const time of ["yesterday", "1e9", "-5", "1614265330.5", " 1", "99999999999999"]) {
      expect(await verify({ headers: headersOf({ time }) })).toMatchObject({ reason: "timestamp_invalid" });
    }
  });

  it("names the headers that are missing, and finds them in any case", async () => {
    expect(await verify({ headers: {} })).toEqual({
      ok: false,
      reason: "headers_missing",
      message: "without webhook-id, webhook-timestamp, webhook-signature",
    });
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = headersOf({});
    const shouted = { "Webhook-Id": id, "WEBHOOK-TIMESTAMP": time, "Webhook-Signature": signature };
    expect(await verify({ headers: shouted })).toMatchObject({ ok: true });
    expect(await verify({ headers: new Headers(headersOf({})) })).toMatchObject({ ok: true });
  });

  it("asks for the raw body when a parsed one is given, and says how to get it", async () => {
    // As from a parser, without a type.
    for (const body of JSON.parse(`[${VECTOR.body}, [1], null, 5, true]`)) {
      await expect(verify({ body })).rejects.toThrow(/^The raw body is needed, not .*express\.raw/);
    }
  });

  it("refuses a secret that is none without repeating it", async () => {
    const secret = `whsec_${randomBytes(9).toString("hex")}!`;
    const error: unknown = await verify({ secrets: [secret] }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain(secret.slice(6));
    await expect(verify({ secrets: ["whsec_"] })).rejects.toThrow("a signing secret is whsec_ followed by base64");
  });
});

function verify(changes: Partial<SignedCallback>) {
  return verifySignature({
    headers: headersOf({}),
    body: VECTOR.body,
    secrets: [VECTOR.secret],
    now: VECTOR.timestamp * 1_000,
    ...changes,
  });
}

function headersOf({ id = VECTOR.id, time = String(VECTOR.timestamp), signature = VECTOR.signature }) {
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature };
}
