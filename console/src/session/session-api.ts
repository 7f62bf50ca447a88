import { ShelfwireError } from "@shelfwire/client";
import { SERVICE_URL, sessionFetch, setCsrfToken } from "./api.ts";

/** Who is signed in; a project's session sees that project only. */
export type Session =
  | { kind: "operator"; user_name: string; csrf_token: string }
  | { kind: "project"; project: string; user_name: string; csrf_token: string };

/** The present session; null where nobody is signed in. Throws where the service does not answer. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  const response = await fetch(`${SERVICE_URL}/api/console/session`, { credentials: "same-origin", signal });
  if (response.status === 401) return null;
  return opened(response);
}

/** Exchanges a token for a session. Throws `ShelfwireError` with status 401 for a token that is not accepted. */
export async function startSession(token: string): Promise<Session> {
  const response = await fetch(`${SERVICE_URL}/api/console/session`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return opened(response);
}

/** Ends the session here and in the service. */
export async function endSession(): Promise<void> {
  await sessionFetch(`${SERVICE_URL}/api/console/session`, { method: "DELETE" });
}

async function opened(response: Response): Promise<Session> {
  if (!response.ok) throw await refusalOf(response);
  const session: Session = await response.json();
  setCsrfToken(session.csrf_token);
  return session;
}

async function refusalOf(response: Response): Promise<ShelfwireError> {
  const body: { message?: string | string[] } = await response.json().catch(() => ({}));
  const messages = body.message === undefined ? [] : [body.message].flat();
  return new ShelfwireError({ statusCode: response.status, messages, error: response.statusText });
}
