import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { type Finding, fail, ok, reasonOf, warn } from "./finding.ts";

const ANSWER_TIMEOUT_MS = 5_000;

/** Where clients reach the service: whether it answers there, or could listen. */
export async function* checkAddress(config: Config): AsyncGenerator<Finding, void, void> {
  if (!config.roles.has("api")) {
    yield ok("address", "this process serves no requests (SHELFWIRE_ROLES)");
    return;
  }
  const { host, port, baseUrl, tls } = config.http;
  const isFree = port === 0 || (await canListen(host, port));
  const protocol = tls === undefined ? "http" : "https";
  const reachable =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  const own = `${protocol}://${reachable}:${port}`;
  if (typeof isFree === "string")
    yield fail("port", `cannot listen on ${host}, port ${port} (${isFree})`, "check SHELFWIRE_HOST and SHELFWIRE_PORT");
  else if (isFree)
    yield ok(
      "port",
      `${port === 0 ? "any free port" : `port ${port} on ${host} is free`}; the service is not running here`,
    );
  // A certificate is for the name that clients use, which need not be this one: the base URL is asked for that.
  else if (tls === undefined || baseUrl === undefined) yield* checkAnswers("port", own, isSelf);
  else yield ok("port", `port ${port} on ${host} is in use, by the running service it seems`);
  if (baseUrl !== undefined) yield* checkAnswers("base URL", baseUrl, isBehind);
}

interface Blame {
  silent: (url: string, reason: string) => [finding: string, cure: string];
  foreign: (url: string) => [finding: string, cure: string];
}

const isSelf: Blame = {
  silent: (url, reason) => [
    `something holds the port of ${url} and does not answer (${reason})`,
    "stop it, or set SHELFWIRE_PORT to another one",
  ],
  foreign: (url) => [`something else answers at ${url}`, "stop it, or set SHELFWIRE_PORT to another one"],
};
const isBehind: Blame = {
  silent: (url, reason) => [
    `${url} does not answer from here (${reason})`,
    "start the service and its proxy, or mend SHELFWIRE_BASE_URL: links begin with it",
  ],
  foreign: (url) => [`something else than Shelfwire answers at ${url}`, "mend SHELFWIRE_BASE_URL or the proxy's path"],
};

async function* checkAnswers(check: string, url: string, blame: Blame): AsyncGenerator<Finding, void, void> {
  let health: Response;
  try {
    health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), redirect: "manual" });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    yield warn(check, ...blame.silent(url, reasonOf(cause)));
    return;
  }
  const body: unknown = await health.json().catch(() => undefined);
  if (health.status !== 200 || JSON.stringify(body) !== '{"status":"ok"}') {
    yield fail(check, ...blame.foreign(url));
    return;
  }
  const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => undefined);
  await ready?.body?.cancel();
  if (ready?.status === 200) yield ok(check, `${url} answers and is ready`);
  else yield warn(check, `${url} answers, but is not ready`, "look at its database and its log");
}

/** The system's word where the address itself is the matter, not that it is taken. */
function canListen(host: string, port: number): Promise<boolean | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "EADDRINUSE" ? false : (error.code ?? "unknown")),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
