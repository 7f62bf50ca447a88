import { type Session, ShelfwireError } from "@shelfwire/client";
import { queryOptions } from "@tanstack/react-query";
import { consoleApi, setCsrfToken } from "./api.ts";
import { SESSION_KEY } from "./session-key.ts";

/** The present session; null where nobody is signed in. Throws where the service does not answer. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return opened(await consoleApi.session({ signal }));
  } catch (refusal) {
    if (refusal instanceof ShelfwireError && refusal.statusCode === 401) return null;
    throw refusal;
  }
}

/** Asked for as soon as the console starts, and by what waits for it. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Exchanges a token for a session. Throws `ShelfwireError` with status 401 for a token that is not accepted. */
export async function startSession(token: string): Promise<Session> {
  return opened(await consoleApi.signIn(token));
}

/** Ends the session here and in the service. */
export async function endSession(): Promise<void> {
  await consoleApi.signOut();
  setCsrfToken("");
}

function opened(session: Session): Session {
  setCsrfToken(session.csrf_token);
  return session;
}
