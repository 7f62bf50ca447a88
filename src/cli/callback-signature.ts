import { createHmac, timingSafeEqual } from "node:crypto";

export type SignatureVerdict = "good" | "wrong" | "missing" | "too old" | "not checked";

/** Standard Webhooks: what is older, or further ahead, may be a replay. */
const AGE_SECONDS_MAX = 300;

/** Compares the signature of a callback (Standard Webhooks) with those that the secrets make; one that fits is enough. */
export function checkSignature(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  secrets: readonly string[],
  nowMs: number,
): SignatureVerdict {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
  if (given === undefined || id === undefined || timestamp === undefined) return "missing";
  if (secrets.length === 0) return "not checked";
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const made = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return Buffer.from(createHmac("sha256", key).update(signed).digest("base64"));
  });
  const offered = String(given)
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice("v1,".length)));
  const fits = offered.some((one) => made.some((own) => own.length === one.length && timingSafeEqual(own, one)));
  if (!fits) return "wrong";
  return Math.abs(nowMs / 1_000 - Number(timestamp)) <= AGE_SECONDS_MAX ? "good" : "too old";
}
