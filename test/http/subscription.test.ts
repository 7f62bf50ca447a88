import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";

let app: TestApp;
let token: string;
const PATH = "/api/notifier/public/acme/subscription";

beforeAll(async () => {
  app = await startTestApp({
    environment: { SHELFWIRE_ALLOW_HTTP_CALLBACKS: "false", SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "" },
  });
  ({ token } = await app.createProject("acme"));
});
afterAll(() => app.close());

describe("subscription (interface, endpoints 1 to 3; decisions, section 2)", () => {
  it("is 404 in the contract's form as long as there is none, for GET and DELETE", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await app.as(token, method, PATH);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ statusCode: 404, message: "Not Found", error: "Not Found" });
    }
  });

  it("is stored by PUT, answered as GET answers it, replaced as a whole, and deleted once", async () => {
    const first = await app.as(token, "PUT", PATH, {
      url_list: ["https://hooks.example.com/a?key=1", "https://hooks.example.com/b", "https://hooks.example.com/b"],
      wave_type_list: ["primary", "primary"],
    });
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      last_update_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      user_name: "tester",
      url_list: ["https://hooks.example.com/a?key=1", "https://hooks.example.com/b"],
      wave_type_list: ["primary"],
    });
    expect((await app.as(token, "GET", PATH)).json).toEqual(first.json);
    const second = await app.as(token, "PUT", PATH, {
      url_list: ["https://hooks.example.com/c"],
      wave_type_list: ["all"],
    });
    expect(second.json).toMatchObject({ url_list: ["https://hooks.example.com/c"], wave_type_list: ["all"] });
    // The other spelling is the same thing.
    expect((await app.as(token, "GET", `${PATH}s`)).json).toEqual(second.json);
    expect((await app.as(token, "DELETE", PATH)).status).toBe(200);
    expect((await app.as(token, "DELETE", PATH)).status).toBe(404);
    expect((await app.as(token, "GET", PATH)).status).toBe(404);
  });

  it("lists the wave types sorted, under both spellings", async () => {
    for (const path of ["/api/notifier/public/wave-types", "/api/notifier/public/wave_types"]) {
      const answer = await app.as(token, "GET", path);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual(["all", "primary", "recalculate"]);
    }
  });

  it("validates against the wave types that the project has", async () => {
    const { token: other } = await app.createProject("waves", { wave_types: ["primary", "audit"] });
    const put = (wave: string) =>
      app.as(other, "PUT", "/api/notifier/public/waves/subscription", {
        url_list: ["https://hooks.example.com/"],
        wave_type_list: [wave],
      });
    expect((await put("audit")).status).toBe(200);
    expect((await put("recalculate")).status).toBe(400);
    expect((await app.as(other, "GET", "/api/notifier/public/wave-types")).json).toEqual(["all", "audit", "primary"]);
  });
});

const URL_EMPTY = "url_list should not be empty";
const URL_ARRAY = "url_list must be an array";
const URL_PUBLIC = "each value in url_list must be a public HTTPS URL";
const URL_COUNT = "url_list must contain no more than 20 elements";
const WAVE_EMPTY = "wave_type_list should not be empty";
const WAVE_ENUM = "each value in wave_type_list must be a valid enum value";
const WAVE_ARRAY = "wave_type_list must be an array";
const OK_URLS = ["https://hooks.example.com/"];
const OK_WAVES = ["all"];

describe("subscription, refused input (interface, PUT 400 messages)", () => {
  it.each([
    ["an empty object", {}, [URL_EMPTY, URL_ARRAY, WAVE_EMPTY, WAVE_ENUM, WAVE_ARRAY]],
    ["an array for a body", [], [URL_EMPTY, URL_ARRAY, WAVE_EMPTY, WAVE_ENUM, WAVE_ARRAY]],
    ["no url_list", { wave_type_list: OK_WAVES }, [URL_EMPTY, URL_ARRAY]],
    ["an empty url_list", { url_list: [], wave_type_list: OK_WAVES }, [URL_EMPTY]],
    ["url_list as text", { url_list: "https://a.example/", wave_type_list: OK_WAVES }, [URL_ARRAY]],
    ["no wave_type_list", { url_list: OK_URLS }, [WAVE_EMPTY, WAVE_ENUM, WAVE_ARRAY]],
    ["an unknown wave type", { url_list: OK_URLS, wave_type_list: ["all", "tertiary"] }, [WAVE_ENUM]],
    ["wave types that are no text", { url_list: OK_URLS, wave_type_list: [1, null] }, [WAVE_ENUM]],
    ["a plain HTTP URL", { url_list: ["http://hooks.example.com/"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["a private address", { url_list: ["https://10.1.2.3/"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["a private address in octal", { url_list: ["https://0177.0.0.1/"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["a mapped address", { url_list: ["https://[::ffff:127.0.0.1]/"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["user info", { url_list: ["https://me:pw@hooks.example.com/"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["a fragment", { url_list: ["https://hooks.example.com/#x"], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    ["a number for a URL", { url_list: [7], wave_type_list: OK_WAVES }, [URL_PUBLIC]],
    [
      "more than 20 URLs",
      { url_list: Array.from({ length: 21 }, (_, i) => `https://hooks.example.com/${i}`), wave_type_list: OK_WAVES },
      [URL_COUNT],
    ],
    ["several mistakes at once", { url_list: ["ftp://x"], wave_type_list: "all" }, [URL_PUBLIC, WAVE_ARRAY]],
  ])("names all that applies to %s, in order", async (_, body, messages) => {
    const answer = await app.as(token, "PUT", PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ statusCode: 400, message: messages, error: "Bad Request" });
    expect((await app.as(token, "GET", PATH)).status).toBe(404);
  });

  it("accepts 2,048 characters and refuses one more", async () => {
    const { token: own } = await app.createProject("long");
    const put = (length: number) => {
      const start = "https://hooks.example.com/?key=";
      const body = { url_list: [start + "k".repeat(length - start.length)], wave_type_list: OK_WAVES };
      return app.as(own, "PUT", "/api/notifier/public/long/subscription", body);
    };
    expect((await put(2_048)).status).toBe(200);
    expect((await put(2_049)).status).toBe(400);
  });

  it("answers 401 without a valid token and 403 with another project's", async () => {
    expect((await app.as("wrong", "GET", PATH)).json).toEqual({
      statusCode: 401,
      message: "Incorrect or expired token",
      error: "Unauthorized",
    });
    const { token: stranger } = await app.createProject("stranger");
    for (const path of [PATH, "/api/notifier/public/nobody/subscription"]) {
      expect((await app.as(stranger, "GET", path)).json).toEqual({
        statusCode: 403,
        message: `A forbidden resource has been requested ${path}`,
        error: "Forbidden",
      });
    }
  });

  it("answers malformed JSON with 400 in the one error form, and another method with 405 and Allow", async () => {
    const headers = { authorization: `Auth-Token ${token}`, "content-type": "application/json" };
    const broken = await fetch(app.url + PATH, { method: "PUT", headers, body: "{" });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ statusCode: 400, error: "Bad Request" });
    const posted = await app.as(token, "POST", PATH, {});
    expect(posted.status).toBe(405);
    expect(posted.headers.get("allow")).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
  });
});
