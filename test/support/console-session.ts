import type { TestApp } from "./app.ts";

export type OtherHeaders = Readonly<Record<string, string | undefined>>;

export interface ConsoleSession {
  cookie: string;
  csrf: string;
  /** A request as a page of the console sends it; `headers` go over the usual ones, undefined takes one away. */
  ask(method: string, path: string, body?: unknown, headers?: OtherHeaders): Promise<Response>;
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
    ask: (method, path, body, headers = {}) => {
      const type = body === undefined ? undefined : "application/json";
      const all = { cookie, "x-csrf-token": csrf, "content-type": type, ...headers };
      const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
      return fetch(app.url + path, {
        method,
        headers: sent,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
  };
}
