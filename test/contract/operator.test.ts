import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("8. Operator API", () => {
  let app: TestApp;
  const project = "/api/operator/projects/acme";
  beforeAll(async () => {
    app = await startTestApp();
    await app.createProject("acme");
  });
  afterAll(() => app.close());

  it.each([
    ["Host"],
    ["content-length"],
    ["Transfer-Encoding"],
    ["Content-Type"],
    ["Connection"],
    ["Keep-Alive"],
    ["Upgrade"],
    ["TE"],
    ["Trailer"],
    ["Expect"],
    ["webhook-id"],
    ["Webhook-Timestamp"],
    ["webhook-signature"],
    ["__proto__"],
  ])("refuses %s for a callback's header, whether a project is made or changed", async (name) => {
    const settings = { callback_auth: { header_name: name, header_value: "v" } };
    const sentence = `body.callback_auth.header_name must not be ${name}: the delivery sets that header itself`;
    for (const answer of [
      await app.operator("PATCH", project, settings),
      await app.operator("POST", "/api/operator/projects", { name: "new", ...settings }),
    ]) {
      expect([answer.status, answer.json.message]).toEqual([400, sentence]);
    }
    expect((await app.operator("GET", project)).json.callback_auth).toBeNull();
  });

  it.each([["X-API-Key"], ["Authorization"], ["User-Agent"]])("takes %s for a callback's header", async (name) => {
    const answer = await app.operator("PATCH", project, { callback_auth: { header_name: name, header_value: "v" } });
    expect(answer.json.callback_auth).toEqual({ header_name: name, header_value: "****" });
    await app.operator("PATCH", project, { callback_auth: null });
  });

  it("says of a wrong header value only what is wrong", async () => {
    const answer = await app.operator("PATCH", project, {
      callback_auth: { header_name: "X-K", header_value: "a\r\nb" },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual([
      expect.stringMatching(/^body\.callback_auth\.header_value must match pattern/),
    ]);
  });

  it.each([
    ["POST", "/tokens", { user_name: "a\0b" }],
    ["PUT", "/lookups/region_name", { values: ["a\0b"] }],
    ["POST", "/tokens", { user_name: "a", expires_at: "2099-12-31T23:59:60Z" }],
    ["POST", "/redeliveries", { filter: { from: "2099-12-31T23:59:60Z" }, dry_run: true }],
    ["GET", "/deliveries?from=2099-12-31T23:59:60Z", undefined],
    ["PATCH", "", undefined],
  ])("answers 400 to %s %s with what cannot be kept", async (method, path, body) => {
    const answer = await app.operator(method, project + path, body);
    expect([answer.status, answer.json.error]).toEqual([400, "Bad Request"]);
  });

  it("answers 4xx to a project's name that no project can have", async () => {
    for (const name of ["a%00b", "%F0%9F%98%80", "..%2f..", "x".repeat(400)]) {
      const { status } = await app.operator("GET", `/api/operator/projects/${name}`);
      expect([400, 404]).toContain(status);
    }
  });
});

describe("9. Starting it", () => {
  const folder = mkdtempSync(join(tmpdir(), "shelfwire-config-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const read = (environment: Record<string, string>) => readConfig({ SHELFWIRE_DATA_DIR: folder, ...environment });

  it.each([
    ["a file for the data folder", () => ({ SHELFWIRE_DATA_DIR: file("data", "") }), "SHELFWIRE_DATA_DIR"],
    [
      "files that hold no certificate and key",
      () => ({ SHELFWIRE_TLS_CERT_FILE: file("cert", "none"), SHELFWIRE_TLS_KEY_FILE: file("key", "none") }),
      "SHELFWIRE_TLS_CERT_FILE",
    ],
    ["one TLS file of two", () => ({ SHELFWIRE_TLS_KEY_FILE: file("key", "") }), "SHELFWIRE_TLS_CERT_FILE"],
    ["a base URL with a query", () => ({ SHELFWIRE_BASE_URL: "https://x.example/?a=1" }), "SHELFWIRE_BASE_URL"],
    ["a token that fits into no header", () => ({ SHELFWIRE_OPERATOR_TOKEN: "two words" }), "SHELFWIRE_OPERATOR_TOKEN"],
    ["a token that is too short", () => ({ SHELFWIRE_OPERATOR_TOKEN: "short" }), "SHELFWIRE_OPERATOR_TOKEN"],
  ])("refuses %s and names the setting, not the secret", (_, environment, name) => {
    const result = read(environment());
    expect(result.ok ? [] : result.mistakes).toEqual([expect.stringContaining(name)]);
    expect(JSON.stringify(result)).not.toMatch(/two words|"short"/);
  });

  it("takes secrets that are short, and warns of them", () => {
    const result = read({ SHELFWIRE_OPERATOR_TOKEN: "op-secret", SHELFWIRE_SECRET_KEY: "a secret key" });
    expect(result.ok && result.config.warnings).toEqual([
      "SHELFWIRE_OPERATOR_TOKEN is shorter than 16 characters and may be guessed",
      "SHELFWIRE_SECRET_KEY is shorter than 32 characters and may be guessed",
    ]);
  });
});
