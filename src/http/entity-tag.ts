import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A change of what answers look like must change their tags too. */
const FORM = 1;

/**
 * The version of an answer (RFC 9110, 8.8.3): weak, because the same rows go out compressed or not. `parts` are whatever,
 * together with the URL, makes the answer what it is.
 */
export function entityTag(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(JSON.stringify([FORM, ...parts]));
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Whether the client asks for the answer only if it is another than one that it has. */
export function isConditional(request: FastifyRequest): boolean {
  return request.headers["if-none-match"] !== undefined;
}

/** Whether the client has this version already. */
export function hasVersion(request: FastifyRequest, tag: string): boolean {
  const header = request.headers["if-none-match"];
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  return [...header.matchAll(/"[^"]*"/g)].some(([known]) => known === opaque);
}

/** Names the version, and lets private caches keep the answer as long as they ask each time whether it still stands. */
export function nameVersion(reply: FastifyReply, tag: string): FastifyReply {
  return reply.header("etag", tag).header("cache-control", "private, no-cache");
}
