import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("the console's files", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, { headers, redirect: "manual" });

  it("redirect to the console's own folder by a relative address, for any prefix", async () => {
    const response = await get("/console");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("console/");
  });

  it.each([
    ["/console/", "./"],
    ["/console/projects", "./"],
    ["/console/p/acme/deliveries?status=dead", "../../"],
  ])("answer the page at %s with the base %s", async (path, base) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toContain(`<base href="${base}">`);
  });

  it("come with a policy that allows nothing inline and nothing from elsewhere", async () => {
    const response = await get("/console/");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain("unsafe");
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style|https?:\/\//);
  });

  it("are kept by browsers for ever where their name tells their content, and asked for anew otherwise", async () => {
    const page = await (await get("/console/")).text();
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
    const asset = await get(`/console/${script}`, { "accept-encoding": "br" });
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    const etag = (await get("/console/")).headers.get("etag") ?? "";
    expect((await get("/console/", { "if-none-match": etag })).status).toBe(304);
  });

  it.each(["/console/assets/nothing.js", "/console/assets/..%2findex.html"])(
    "are these files only: %s is not found",
    async (path) => {
      expect([400, 404]).toContain((await get(path)).status);
    },
  );
});
