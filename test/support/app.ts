import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { type Logger, silentLogger } from "../../src/lib/log.ts";
import { createTestDatabase } from "./database.ts";

export const OPERATOR_TOKEN = "operator-token-of-the-tests";

export interface TestApp extends App {
  clock: Clock;
  databaseUrl: string;
  /** A request with the operator token, unless the headers say otherwise. */
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A request with a project's token. */
  as(token: string, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates a project and a token for it, over the API. */
  createProject(name: string, settings?: Record<string, unknown>): Promise<{ name: string; token: string }>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  json: any;
}

/** The whole service in this process, on a free port and a database of its own. Loopback callbacks over HTTP are allowed. */
export async function startTestApp(
  options: { clock?: Clock; environment?: Record<string, string>; log?: Logger } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "shelfwire-app-"));
  const result = readConfig({
    DATABASE_URL: database.url,
    SHELFWIRE_DATA_DIR: dataDir,
    SHELFWIRE_PORT: "0",
    SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN,
    SHELFWIRE_ALLOW_HTTP_CALLBACKS: "true",
    SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.0/8,::1/128",
    SHELFWIRE_DATABASE_CONNECTIONS: "10",
    // Rate limits have tests of their own; elsewhere they would only get in the way of a fast test.
    SHELFWIRE_RATE_LIMIT: "100000",
    ...options.environment,
  });
  if (!result.ok) throw new Error(result.mistakes.join("; "));
  const clock = options.clock ?? systemClock;
  const app = await startApp(result.config, { clock, log: options.log ?? silentLogger() });
  const operator: TestApp["operator"] = (method, path, body) => ask(app.url, OPERATOR_TOKEN, method, path, body);
  return {
    ...app,
    clock,
    databaseUrl: database.url,
    operator,
    as: (token, method, path, body) => ask(app.url, token, method, path, body),
    async createProject(name, settings = {}) {
      const created = await operator("POST", "/api/operator/projects", { name, ...settings });
      if (created.status !== 201) throw new Error(created.text);
      const issued = await operator("POST", `/api/operator/projects/${name}/tokens`, { user_name: "tester" });
      return { name, token: issued.json.token };
    },
    async close() {
      await app.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ask(url: string, token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Auth-Token ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}
