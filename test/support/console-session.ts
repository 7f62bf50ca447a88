import type { TestApp } from "./app.ts";

export interface ConsoleSession {
  cookie: string;
  csrf: string;
  /** A request as a page of the console sends it; `headers` go over the usual ones. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Signs in with the token, as the console does. */
export async function openSession(app: TestApp, token: string): Promise<ConsoleSession> {
  const response = await fetch(`${app.url}/api/console/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { csrf_token: csrf } = await response.json();
  return {
    cookie,
    csrf,
    ask: (method, path, body, headers = {}) =>
      fetch(app.url + path, {
        method,
        headers: {
          cookie,
          "x-csrf-token": csrf,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
