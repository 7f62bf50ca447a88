import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("operator API: projects, tokens, lookups (decisions, section 8)", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it("creates a project with the standard settings and shows it", async () => {
    const created = await app.operator("POST", "/api/operator/projects", { name: "acme" });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      name: "acme",
      wave_types: ["all", "primary", "recalculate"],
      lookup_policy: "strict",
      list_key: "plural",
      redeliver_on_recovery: true,
    });
    expect((await app.operator("GET", "/api/operator/projects/acme")).json).toEqual(created.json);
    expect((await app.operator("GET", "/api/operator/projects")).json.projects).toContainEqual(created.json);
  });
});
