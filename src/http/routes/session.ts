import { Type } from "typebox";
import type { Audit } from "../../audit/audit.ts";
import type { HttpConfig } from "../../config/config.ts";
import { SESSION_LIFETIME_MS } from "../../config/limits.ts";
import { problem } from "../../lib/problems.ts";
import { SECOND } from "../../lib/units.ts";
import { type ConsoleSession, csrfTokenOf, type Sessions } from "../../projects/sessions.ts";
import { OPERATOR_NAME } from "../authentication.ts";
import type { Server } from "../server.ts";
import { isOwnOrigin, isOwnPagesRequest, sessionSecretOf, setSessionCookie } from "../session-cookie.ts";
import { SignInThrottle } from "../sign-in-throttle.ts";

const PATH = "/api/console/session";
const NewSession = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 512 }) },
  { additionalProperties: false },
);

/** The console's own: a token becomes a session in a cookie, and ends. Not part of the documented API. */
export function sessionRoutes(
  server: Server,
  { sessions, audit, config: { http } }: { sessions: Sessions; audit: Audit; config: { http: HttpConfig } },
): void {
  const throttle = new SignInThrottle();
  const { refusals } = audit;
  const config = { access: "public" } as const;

  server.get(PATH, { config, schema: { hide: true } }, async (request) => {
    const secret = sessionSecretOf(request);
    const session = secret === undefined ? undefined : await sessions.find(secret);
    if (secret === undefined || session === undefined) throw problem("incorrect_token");
    return viewOf(session, secret);
  });

  server.post(PATH, { config, schema: { hide: true, body: NewSession } }, async (request, reply) => {
    if (!isOwnOrigin(request, http)) {
      refusals.refused(request.ip, "other_origin");
      throw problem("csrf_refused");
    }
    const waitSeconds = throttle.waitSeconds(request.ip);
    if (waitSeconds > 0) {
      refusals.refused(request.ip, "throttled");
      const headers = { "retry-after": String(waitSeconds) };
      throw problem("too_many_requests", "Too many attempts to sign in; wait and try again", headers);
    }
    const noteOf = (session: ConsoleSession) => request.note("session.open", whoOf(session, request.ip));
    const opened = await sessions.open(request.body.token, noteOf);
    if (opened.kind === "refused") {
      throttle.failed(request.ip);
      refusals.refused(request.ip, opened.reason, opened.holder);
      throw problem("incorrect_token");
    }
    setSessionCookie(request, reply, { secret: opened.secret, seconds: SESSION_LIFETIME_MS / SECOND }, http);
    return viewOf(opened.session, opened.secret);
  });

  server.delete(PATH, { config, schema: { hide: true } }, async (request, reply) => {
    const secret = sessionSecretOf(request);
    if (secret !== undefined) {
      if (!isOwnPagesRequest(request, secret, http)) throw problem("csrf_refused");
      const session = await sessions.find(secret);
      await sessions.close(secret, session && request.note("session.close", whoOf(session, request.ip)));
    }
    setSessionCookie(request, reply, { secret: "", seconds: 0 }, http);
    return reply.code(204).send(null);
  });
}

/** The routes of sessions have no caller yet, or none any more: the session itself says who it is. */
function whoOf(session: ConsoleSession, address: string) {
  if (session.kind === "operator") {
    return { project: null, actor: { kind: session.kind, userName: OPERATOR_NAME, address } };
  }
  return { project: session.project.name, actor: { kind: session.kind, userName: session.userName, address } };
}

function viewOf(session: ConsoleSession, secret: string) {
  const view = { csrf_token: csrfTokenOf(secret), expires_at: session.expiresAt.toISOString() };
  if (session.kind === "operator") return { kind: session.kind, user_name: OPERATOR_NAME, ...view };
  return { kind: session.kind, project: session.project.name, user_name: session.userName, ...view };
}
