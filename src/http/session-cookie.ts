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

/** How browsers reach the service, as far as that is set (`SHELFWIRE_BASE_URL`). */
interface Reached {
  baseUrl: string | undefined;
}

/**
 * Hands the cookie to the browser: no script reads it, no other site's page sends it, and on a shared host only our
 * paths get it.
 */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: { secret: string; seconds: number },
  { baseUrl }: Reached,
): void {
  const path = baseUrl === undefined ? "/" : `${new URL(baseUrl).pathname.replace(/\/+$/, "")}/`;
  // On plain HTTP a Secure cookie would not come back.
  const isSecure = request.protocol === "https" || baseUrl?.startsWith("https:");
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${cookie.seconds}${isSecure ? "; Secure" : ""}`;
  reply.header("set-cookie", `${NAME}=${cookie.secret}; ${attributes}`);
}

/** Whether a request that came with the cookie was made by a page of ours, or changes nothing. */
export function isOwnPagesRequest(request: FastifyRequest, secret: string, reached: Reached): boolean {
  if (SAFE.has(request.method)) return true;
  const given = Buffer.from(String(request.headers["x-csrf-token"] ?? ""));
  const expected = Buffer.from(csrfTokenOf(secret));
  return given.length === expected.length && timingSafeEqual(given, expected) && isOwnOrigin(request, reached);
}

/**
 * False where the browser says that another origin's page asks. Where it names no relation of the two, its Origin is
 * compared with the hosts that we know ourselves by: behind a proxy that is the one of `SHELFWIRE_BASE_URL`.
 */
export function isOwnOrigin(request: FastifyRequest, { baseUrl }: Reached): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const hosts = [request.host, baseUrl === undefined ? undefined : new URL(baseUrl).host];
  return hosts.includes(new URL(origin).host);
}
