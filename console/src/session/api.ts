import { ConsoleClient, OperatorClient, ShelfwireClient } from "@shelfwire/client";

/** Where the service is, seen from the console: one step above `/console/`, whatever comes before that. */
export const SERVICE_URL = new URL("..", document.baseURI).href.replace(/\/$/, "");
/** The path that the console's own pages stand under, without a slash at the end. */
export const CONSOLE_PATH = new URL(document.baseURI).pathname.replace(/\/$/, "");

const SAFE = new Set(["GET", "HEAD"]);

let csrfToken = "";
let onSessionLost = () => {};

/** Sent with whatever changes something, from now on. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when the service no longer accepts the session. */
export function whenSessionIsLost(listener: () => void): void {
  onSessionLost = listener;
}

/** A `fetch` that carries the session's cookie, and its CSRF token for what changes something. */
export function withSession(send: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (!SAFE.has(init.method ?? "GET") && csrfToken !== "") headers.set("x-csrf-token", csrfToken);
    const response = await send(input, { ...init, headers, credentials: "same-origin" });
    if (response.status === 401) onSessionLost();
    return response;
  };
}

export const sessionFetch: typeof fetch = withSession((input, init) => fetch(input, init));

// Queries repeat what failed, and show it at once when nothing answers; the caller itself does not.
const CALLER = { baseUrl: SERVICE_URL, token: "", fetch: sessionFetch, retries: 0, timeoutMs: 30_000 };

/** Sessions, figures, the audit log. */
export const consoleApi = new ConsoleClient(CALLER);

/** The operator API; refused by the service for a project's session. */
export const operatorApi = new OperatorClient(CALLER);

const projectApis = new Map<string, ShelfwireClient>();

/** Everything that a project's own people may do; the operator may do it for any project. */
export function projectApi(projectName: string): ShelfwireClient {
  const known = projectApis.get(projectName);
  if (known) return known;
  const made = new ShelfwireClient({ ...CALLER, projectName });
  projectApis.set(projectName, made);
  return made;
}

/** The same over another `fetch`, such as one that tells how far an upload is. */
export function projectApiOver(send: typeof fetch, projectName: string): ShelfwireClient {
  return new ShelfwireClient({ ...CALLER, fetch: withSession(send), projectName });
}
