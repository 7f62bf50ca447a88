import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { html } from "../../src/http/reference/html.ts";
import { referencePage } from "../../src/http/reference/page.ts";
import { ApiDocument } from "../support/api-document.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("the reference at /docs", () => {
  let app: TestApp;
  let page: string;
  beforeAll(async () => {
    app = await startTestApp();
    page = await (await fetch(`${app.url}/docs`)).text();
  });
  afterAll(() => app.close());

  it("shows every operation and every named schema of the document, without a token", async () => {
    const { document, operations } = await ApiDocument.of(app.url);
    for (const { id } of operations) expect(page).toContain(`<article id="${id}"`);
    for (const name of Object.keys(Object(document.components).schemas)) {
      expect(page).toContain(`<article id="schema-${name}"`);
    }
    const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    const missing = [...page.matchAll(/href="#([^"]+)"/g)].filter((match) => !targets.has(match[1] ?? ""));
    expect(missing.map((match) => match[0])).toEqual([]);
  });

  it("loads its own style sheet and script only, and the policy allows no others", async () => {
    const { headers } = await fetch(`${app.url}/docs`);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+="|<script(?![^>]+src=)/);
    const sources = [...page.matchAll(/(?:src|<link[^>]+href)="([^"]+)"/g)].map((match) => match[1]);
    expect(sources.toSorted()).toEqual(["data:,", "docs/reference.css", "docs/reference.js"]);
  });

  it.each(["/docs", "/docs/"])("finds what it needs from %s, below whatever prefix", async (path) => {
    const text = await (await fetch(app.url + path)).text();
    const links = [...text.matchAll(/(?:src|href)="([^"#:]+)"/g)].map((match) => match[1] ?? "");
    expect(links).toHaveLength(3);
    for (const link of links) {
      const below = new URL(link, `https://proxy.example/some/prefix${path}`).pathname;
      expect(below).toMatch(/^\/some\/prefix\//);
      expect((await fetch(app.url + below.replace("/some/prefix", ""))).status).toBe(200);
    }
  });

  it("is not sent again where it has not changed", async () => {
    const etag = (await fetch(`${app.url}/docs`)).headers.get("etag") ?? "";
    expect((await fetch(`${app.url}/docs`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("escapes whatever the document says", () => {
    const wicked = `</code><script>alert("1")</script>'&`;
    expect(html`<p title="${wicked}">${[wicked]}</p>`.text).not.toContain("<script>");
    const operation = { operationId: wicked, summary: wicked, description: wicked, tags: ["Uploads"], responses: {} };
    const document = {
      info: { title: wicked, version: wicked, description: wicked },
      tags: [{ name: "Uploads", description: wicked }],
      paths: { [wicked]: { get: operation } },
      components: {
        schemas: {
          [wicked]: { type: "object", description: wicked, examples: [wicked], properties: { [wicked]: {} } },
        },
      },
    };
    expect(referencePage(document, { assets: "", document: "" })).not.toContain("<script>");
  });
});
