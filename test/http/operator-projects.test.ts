import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const PROJECTS = "/api/operator/projects";

describe("operator API: projects, tokens, lookups (decisions, section 8)", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await app.createProject("acme");
  });
  afterAll(() => app.close());

  it("creates a project with the standard settings and shows it", async () => {
    const created = await app.operator("POST", PROJECTS, { name: "fresh" });
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`${PROJECTS}/fresh`);
    expect(created.json).toEqual({
      name: "fresh",
      wave_types: ["all", "primary", "recalculate"],
      mandatory_fields: {},
      payload_fields: [],
      callback_auth: null,
      signing: null,
      redeliver_on_recovery: true,
      lookup_policy: "strict",
      list_key: "plural",
      rate_limit: null,
      creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect((await app.operator("GET", `${PROJECTS}/fresh`)).json).toEqual(created.json);
    expect((await app.operator("GET", PROJECTS)).json.projects).toContainEqual(created.json);
  });

  it("answers 409 to a name that is taken, 400 to one that cannot stand in a path, 404 to an unknown project", async () => {
    expect((await app.operator("POST", PROJECTS, { name: "acme" })).status).toBe(409);
    expect((await app.operator("POST", PROJECTS, { name: "a/b" })).status).toBe(400);
    const unknown = await app.operator("GET", `${PROJECTS}/nowhere`);
    expect(unknown.json).toEqual({ statusCode: 404, message: "There is no project nowhere", error: "Not Found" });
  });

  it("changes only the settings that a PATCH names", async () => {
    await app.operator("POST", PROJECTS, { name: "patched", list_key: "singular", payload_fields: ["store_number"] });
    const changed = await app.operator("PATCH", `${PROJECTS}/patched`, {
      wave_types: ["primary", "night"],
      rate_limit: 10,
    });
    expect(changed.json).toMatchObject({
      wave_types: ["all", "night", "primary"],
      rate_limit: 10,
      list_key: "singular",
      payload_fields: ["store_number"],
    });
    expect((await app.operator("PATCH", `${PROJECTS}/patched`, { rate_limit: null })).json.rate_limit).toBeNull();
  });

  it("keeps callback credentials and signing secrets sealed and shows them masked", async () => {
    const callback_auth = { header_name: "X-API-Key", header_value: "very-secret-value" };
    const created = await app.operator("POST", PROJECTS, {
      name: "sealed",
      callback_auth,
      signing: { generate: true },
    });
    expect(created.json.callback_auth).toEqual({ header_name: "X-API-Key", header_value: "****" });
    const [secret] = created.json.signing.secrets;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const later = await app.operator("GET", `${PROJECTS}/sealed`);
    expect(later.json.signing.secrets).toEqual([`${secret.slice(0, 10)}****`]);
    const select = statement(
      "test_select_secrets",
      "select settings::text || secrets::text as kept from projects where name = 'sealed'",
    );
    const { kept } = await app.db.one<{ kept: string }>(select);
    expect(kept).not.toContain("very-secret-value");
    expect(kept).not.toContain(secret);
  });

  it("keeps the former signing secret beside a new one, and no third", async () => {
    await app.operator("POST", PROJECTS, { name: "rotating", signing: { generate: true } });
    const second = await app.operator("PATCH", `${PROJECTS}/rotating`, { signing: { generate: true } });
    const third = await app.operator("PATCH", `${PROJECTS}/rotating`, { signing: { generate: true } });
    expect(second.json.signing.secrets).toHaveLength(2);
    expect(third.json.signing.secrets).toEqual([expect.any(String), second.json.signing.secrets[0]]);
    expect((await app.operator("PATCH", `${PROJECTS}/rotating`, { signing: null })).json.signing).toBeNull();
  });

  it("refuses mandatory fields that the entity does not have", async () => {
    const answer = await app.operator("PATCH", `${PROJECTS}/acme`, {
      mandatory_fields: { store: ["postal_code", "colour"] },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/mandatory_fields\.store names unknown fields: colour; known: store_number/);
  });

  it("issues a token once, lists it without showing it, and revokes it", async () => {
    const path = `${PROJECTS}/acme/tokens`;
    const issued = await app.operator("POST", path, { user_name: "robin" });
    expect(issued.status).toBe(201);
    expect(issued.json).toEqual({
      token_id: expect.any(String),
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user_name: "robin",
      expires_at: expect.any(String),
    });
    const listed = await app.operator("GET", path);
    expect(listed.text).not.toContain(issued.json.token);
    expect(listed.json.tokens).toContainEqual(
      expect.objectContaining({ token_id: issued.json.token_id, status: "valid" }),
    );
    expect((await app.operator("DELETE", `${path}/${issued.json.token_id}`)).status).toBe(204);
    const after = await app.operator("GET", path);
    expect(after.json.tokens).toContainEqual(
      expect.objectContaining({ token_id: issued.json.token_id, status: "revoked" }),
    );
    for (const unknown of ["none", "0198c0de-0000-7000-8000-000000000000"]) {
      expect((await app.operator("DELETE", `${path}/${unknown}`)).status).toBe(404);
    }
  });

  it.each([
    [{}],
    [{ user_name: "" }],
    [{ user_name: "  " }],
    [{ user_name: "x", expires_at: "tomorrow" }],
    [{ user_name: "x", expires_at: "2001-01-01T00:00:00Z" }],
    [{ user_name: "x", colour: "red" }],
  ])("refuses to issue a token for %j", async (body) => {
    expect((await app.operator("POST", `${PROJECTS}/acme/tokens`, body)).status).toBe(400);
  });

  it("replaces, adds and lists lookup values, sorted and each once", async () => {
    const path = `${PROJECTS}/acme/lookups/region_name`;
    expect((await app.operator("PUT", path, { values: ["West", "East", "West"] })).json).toEqual({
      values: ["East", "West"],
    });
    expect((await app.operator("POST", path, { values: ["North", "East"] })).json).toEqual({
      values: ["East", "North", "West"],
    });
    expect((await app.operator("PUT", path, { values: ["North"] })).json).toEqual({ values: ["North"] });
    expect((await app.operator("GET", path)).json).toEqual({ values: ["North"] });
    expect((await app.operator("GET", `${PROJECTS}/acme/lookups/colour`)).status).toBe(404);
    expect((await app.operator("PUT", path, { values: [""] })).status).toBe(400);
  });

  it("removes a project with everything of it", async () => {
    const { token } = await app.createProject("leaving");
    expect((await app.operator("DELETE", `${PROJECTS}/leaving`)).status).toBe(204);
    expect((await app.operator("GET", `${PROJECTS}/leaving`)).status).toBe(404);
    expect((await app.as(token, "GET", "/api/notifier/public/wave-types")).status).toBe(401);
  });
});
