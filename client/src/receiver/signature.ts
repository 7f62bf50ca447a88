/** Signatures of Standard Webhooks, checked with WebCrypto: the same code runs in Node, in workers, in Deno and Bun. */
import { type AnyHeaders, headerOf } from "./headers.ts";
import { type RawBody, rawBytes } from "./raw-body.ts";

/** Why a signature was not accepted. */
export type SignatureFault =
  | "headers_missing"
  | "timestamp_invalid"
  | "timestamp_too_old"
  | "timestamp_in_future"
  | "signature_wrong";

export type SignatureCheck =
  /** `id` is the same over all attempts of a delivery; `timestamp` is the time of this attempt. */
  { ok: true; id: string; timestamp: Date } | { ok: false; reason: SignatureFault; message: string };

export interface SignedCallback {
  /** Those of the request, as a `Headers` or as a record such as Node's `request.headers`. */
  headers: AnyHeaders;
  /** The bytes of the request as they came; one that was parsed already is a `TypeError`. */
  body: RawBody;
  /** `whsec_...`; several while one is rotated. */
  secrets: readonly string[];
  /** How far the time of the attempt may lie from now, in either direction; 300 s by default. */
  toleranceSeconds?: number;
  /** Milliseconds since the epoch; the machine's clock by default. */
  now?: number;
}

const TOLERANCE_SECONDS = 300;
/** Nobody rotates more secrets at once; a header full of signatures must not buy a thousand HMACs. */
const SIGNATURES_TRIED_MAX = 10;
const PREFIX = "whsec_";

/**
 * Whether one of the secrets signed this very body for this id and time. Throws `TypeError` for a body that is no longer
 * raw, and for a secret that is none.
 */
export async function verifySignature(callback: SignedCallback): Promise<SignatureCheck> {
  const body = rawBytes(callback.body);
  const keys = await Promise.all(callback.secrets.map(keyOf));
  const id = headerOf(callback.headers, "webhook-id");
  const time = headerOf(callback.headers, "webhook-timestamp");
  const signatures = headerOf(callback.headers, "webhook-signature");
  if (!id || !time || !signatures) return missing({ id, time, signatures });
  if (!/^\d{1,12}$/.test(time)) return refused("timestamp_invalid", "webhook-timestamp is no number of seconds");
  const tolerance = callback.toleranceSeconds ?? TOLERANCE_SECONDS;
  const ageSeconds = Math.floor((callback.now ?? Date.now()) / 1_000) - Number(time);
  if (ageSeconds > tolerance) return refused("timestamp_too_old", `signed ${ageSeconds} s ago, at most ${tolerance} s`);
  if (-ageSeconds > tolerance) {
    return refused("timestamp_in_future", `signed ${-ageSeconds} s ahead of this clock, at most ${tolerance} s`);
  }
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), body);
  if (await fits(keys, signaturesOf(signatures), signed)) {
    return { ok: true, id, timestamp: new Date(Number(time) * 1_000) };
  }
  return refused("signature_wrong", "no signature fits this body and one of the secrets");
}

/** `crypto.subtle.verify` compares in constant time; all pairs are tried, so that time tells nothing of which fits. */
async function fits(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const pairs = keys.flatMap((key) => signatures.map((signature) => ({ key, signature })));
  const results = await Promise.all(
    pairs.map(({ key, signature }) => crypto.subtle.verify("HMAC", key, signature, signed)),
  );
  return results.includes(true);
}

/** The bytes of the `v1` signatures in the header; other versions and broken ones are passed over. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ", SIGNATURES_TRIED_MAX)
    .filter((one) => one.startsWith("v1,"))
    .flatMap((one) => bytesOfBase64(one.slice("v1,".length)) ?? []);
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOfBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  // The secret itself must not end up in a log.
  if (!bytes?.length) throw new TypeError("a signing secret is whsec_ followed by base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

function missing(found: { id?: string; time?: string; signatures?: string }): SignatureCheck {
  const names = [
    ...(found.id ? [] : ["webhook-id"]),
    ...(found.time ? [] : ["webhook-timestamp"]),
    ...(found.signatures ? [] : ["webhook-signature"]),
  ];
  return refused("headers_missing", `without ${names.join(", ")}`);
}

function refused(reason: SignatureFault, message: string): SignatureCheck {
  return { ok: false, reason, message };
}
