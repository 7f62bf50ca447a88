import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("the document of the API", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it("is what docs/openapi.json shows (npx vitest run test/contract/openapi.test.ts --update writes it anew)", async () => {
    const response = await fetch(`${app.url}/openapi.json`);
    expect(response.status).toBe(200);
    const text = `${JSON.stringify(await response.json(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join("..", "..", "docs", "openapi.json"));
  });
});
