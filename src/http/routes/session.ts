import { Type } from "typebox";
import { problem } from "../../lib/problems.ts";
import { type ConsoleSession, csrfTokenOf, SESSION_LIFETIME_MS, type Sessions } from "../../projects/sessions.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import type { Server } from "../server.ts";
import { isOwnPagesRequest, sessionSecretOf, setSessionCookie } from "../session-cookie.ts";

const PATH = "/api/console/session";
/** A second and address; guessing tokens is hopeless anyhow, this keeps it from being load. */
const SIGN_INS_PER_SECOND = 20;

const NewSession = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 512 }) },
  { additionalProperties: false },
);

/** The console's own: a token becomes a session in a cookie, and ends. Not part of the documented API. */
export function sessionRoutes(
  server: Server,
  { sessions, rateLimiter }: { sessions: Sessions; rateLimiter: RateLimiter },
): void {
  const config = { access: "public" } as const;

  server.get(PATH, { config, schema: { hide: true } }, async (request) => {
    const secret = sessionSecretOf(request);
    const session = secret === undefined ? undefined : await sessions.find(secret);
    if (secret === undefined || session === undefined) throw problem("incorrect_token");
    return viewOf(session, secret);
  });

  server.post(PATH, { config, schema: { hide: true, body: NewSession } }, async (request, reply) => {
    const { allowed, resetSeconds } = rateLimiter.take(`sign-in ${request.ip}`, SIGN_INS_PER_SECOND);
    if (!allowed) {
      const headers = { "retry-after": String(resetSeconds) };
      throw problem("too_many_requests", "Too many attempts to sign in; wait and try again", headers);
    }
    const opened = await sessions.open(request.body.token);
    if (opened === undefined) throw problem("incorrect_token");
    setSessionCookie(request, reply, opened.secret, SESSION_LIFETIME_MS / 1_000);
    return viewOf(opened.session, opened.secret);
  });

  server.delete(PATH, { config, schema: { hide: true } }, async (request, reply) => {
    const secret = sessionSecretOf(request);
    if (secret !== undefined) {
      if (!isOwnPagesRequest(request, secret)) throw problem("csrf_refused");
      await sessions.close(secret);
    }
    setSessionCookie(request, reply, "", 0);
    return reply.code(204).send(null);
  });
}

function viewOf(session: ConsoleSession, secret: string) {
  const view = { csrf_token: csrfTokenOf(secret), expires_at: session.expiresAt.toISOString() };
  if (session.kind === "operator") return { kind: session.kind, user_name: "operator", ...view };
  return { kind: session.kind, project: session.project.name, user_name: session.userName, ...view };
}
