import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from "../../src/config/limits.ts";
import { KNOWN_LOOKUPS, storeRow, uploadRows } from "../entities/upload-rows.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { ROOT } from "../tidy/source-tree.ts";

const page = readFileSync(join(ROOT, "docs/reading.md"), "utf8");
const blocks = [...page.matchAll(/```(http|json)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({ kind, text }));

describe("docs/reading.md", () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    ({ token } = await app.createProject("acme"));
    const project = await app.projects.byName("acme");
    for (const [type, values] of Object.entries(KNOWN_LOOKUPS)) {
      await app.operator("POST", `/api/operator/projects/acme/lookups/${type}`, { values });
    }
    const cities = ["Boston", "Austin", "Boston", "Chicago"];
    const rows = cities.map((city, i) => storeRow({ store_number: `010${i}`, city }));
    await uploadRows(app.db, project?.projectId ?? 0, "store", rows, { at: new Date("2026-03-01T10:20:30Z") });
  });
  afterAll(() => app.close());

  it("shows requests that work, and answers as they come", async () => {
    const tag = (await app.as(token, "GET", "/api/v4/acme/entity/store")).headers.get("etag") ?? "";
    const statuses: string[] = [];
    for (const [i, block] of blocks.entries()) {
      if (block.kind !== "http") continue;
      const condition = /^If-None-Match: <.*>$/m.test(block.text) ? { "if-none-match": tag } : undefined;
      for (const [, path = ""] of block.text.matchAll(/^GET (.*)$/gm)) {
        const headers = { authorization: `Auth-Token ${token}`, ...condition };
        const answer = await fetch(`${app.url}${path}`, { headers });
        const text = await answer.text();
        statuses.push(`${answer.status} ${text.length > 0}`);
        const shown = blocks[i + 1];
        if (shown?.kind === "json") expect(JSON.parse(text)).toEqual(JSON.parse(shown.text));
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => "200 true"), "304 false"]);
  });

  it("names the bounds of a page as they are", () => {
    expect(page).toContain(`${PER_PAGE_DEFAULT} by default, ${PER_PAGE_MAX.toLocaleString("en")} at most`);
  });
});
