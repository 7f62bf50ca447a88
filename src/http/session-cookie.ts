import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { csrfTokenOf } from "../projects/sessions.ts";

const NAME = "shelfwire_session";
/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The secret in the session's cookie. */
export function sessionSecretOf(request: FastifyRequest): string | undefined {
  const pattern = new RegExp(`(?:^|;[ \\t]*)${NAME}=([\\w-]{1,512})(?:;|$)`);
  return pattern.exec(request.headers.cookie ?? "")?.[1];
}

/** Hands the cookie to the browser: no script reads it, and no other site's page sends it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string, seconds: number): void {
  // On plain HTTP a Secure cookie would not come back.
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header("set-cookie", `${NAME}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`);
}

/** Whether a request that came with the cookie was made by a page of ours: it names the CSRF token, or changes nothing. */
export function isOwnPagesRequest(request: FastifyRequest, secret: string): boolean {
  if (SAFE.has(request.method)) return true;
  const given = Buffer.from(String(request.headers["x-csrf-token"] ?? ""));
  const expected = Buffer.from(csrfTokenOf(secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
