import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { subscribe } from "../support/callbacks.ts";
import { type ConsoleSession, openSession } from "../support/console-session.ts";

const PATH = "/api/notifier/public/acme/subscription";
const URLS = ["http://127.0.0.1:9/a?key=one", "http://127.0.0.1:9/a?key=two", "http://127.0.0.1:9/b?key=three&v=2"];

describe("the subscription, seen by a session", () => {
  let app: TestApp;
  let token: string;
  let session: ConsoleSession;
  beforeAll(async () => {
    app = await startTestApp();
    const project = await app.createProject("acme");
    token = project.token;
    await subscribe(app, project, URLS);
    session = await openSession(app, token);
  });
  afterAll(() => app.close());

  const put = (urls: unknown) => session.ask("PUT", PATH, { url_list: urls, wave_type_list: ["all"] });
  const stored = async () => (await app.as(token, "GET", PATH)).json.url_list;

  it("holds no key, while a token still reads all of it", async () => {
    const seen = await (await session.ask("GET", PATH)).json();
    expect(seen.url_list).toEqual([
      "http://127.0.0.1:9/a?key=****",
      "http://127.0.0.1:9/a?key=****",
      "http://127.0.0.1:9/b?key=****&v=****",
    ]);
    expect(await stored()).toEqual(URLS);
  });

  it("stays as it is where a URL comes back masked, the n-th of equal masks being the n-th stored", async () => {
    const answer = await put([
      "http://127.0.0.1:9/a?key=****",
      "http://127.0.0.1:9/c?key=new",
      "http://127.0.0.1:9/a?key=****",
    ]);
    expect(answer.status).toBe(200);
    expect((await answer.json()).url_list[1]).toBe("http://127.0.0.1:9/c?key=****");
    expect(await stored()).toEqual([URLS[0], "http://127.0.0.1:9/c?key=new", URLS[1]]);
  });

  it("is refused with the contract's messages as ever", async () => {
    const answer = await put("none");
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toEqual(["url_list must be an array"]);
    expect((await put(["ftp://127.0.0.1/a?key=****"])).status).toBe(400);
  });
});
