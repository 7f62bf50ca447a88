import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, objectAt } from "../../src/http/openapi/json.ts";
import { ApiDocument } from "../support/api-document.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("the document of the API", () => {
  let app: TestApp;
  let api: ApiDocument;
  beforeAll(async () => {
    app = await startTestApp();
    api = await ApiDocument.of(app.url);
  });
  afterAll(() => app.close());

  it("is what docs/openapi.json shows (npx vitest run test/contract/openapi.test.ts --update writes it anew)", async () => {
    const text = `${JSON.stringify(api.document, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join("..", "..", "docs", "openapi.json"));
  });

  it("needs no token, and is not sent again where it has not changed", async () => {
    const first = await fetch(`${app.url}/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"\S+"$/)]);
    const second = await fetch(`${app.url}/openapi.json`, { headers: { "if-none-match": etag } });
    expect([second.status, await second.text()]).toEqual([304, ""]);
  });

  it("names the methods of each path as the server does", async () => {
    const paths = Object.keys(objectAt(api.document, "paths"));
    for (const path of paths) {
      const url = path.replace("{version_number}", "v4").replaceAll(/\{\w+\}/g, "x");
      const response = await fetch(app.url + url, { method: "OPTIONS" });
      const allowed = (response.headers.get("allow") ?? "").split(", ");
      const documented = api.operations.filter((operation) => operation.path === path).map(({ method }) => method);
      const expected = [...documented, "OPTIONS", ...(documented.includes("GET") ? ["HEAD"] : [])].sort();
      expect([path, allowed]).toEqual([path, expected]);
    }
  });

  it("says of every operation what it is, in words of its own", () => {
    const ids = api.operations.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i || !/^[a-z]+[A-Z][A-Za-z]+$/.test(id))).toEqual([]);
    const known = JSON.stringify(api.document.tags);
    for (const { id, object } of api.operations) {
      expect([id, object.summary]).toEqual([id, expect.stringMatching(/^[A-Z].*[^.]$/)]);
      expect([id, object.tags]).toEqual([id, [expect.any(String)]]);
      expect(known).toContain(`"name":"${String(Object(object.tags)[0])}"`);
    }
  });

  it("describes every member and parameter that its name does not explain, and every answer", () => {
    for (const { id, object } of api.operations) {
      for (const [status, response] of Object.entries(objectAt(object, "responses"))) {
        expect([id, status, api.resolve(response).description]).toEqual([id, status, expect.stringMatching(/\w/)]);
      }
      const parameters = Array.isArray(object.parameters) ? object.parameters : [];
      for (const { name, description } of parameters) {
        expect([id, name, description]).toEqual([id, name, expect.stringMatching(/\w/)]);
      }
    }
  });

  it("has an example for every body and answer, and all of them are valid", () => {
    let count = 0;
    for (const { path, value } of mediaTypes(api.document, "#")) {
      const examples = isObject(value.examples) ? Object.values(value.examples) : [{ value: value.example }];
      if (api.resolve(value.schema).format === "binary" && value.example === undefined) continue;
      for (const example of examples) {
        expect([path, api.errorsOf(value.schema, Object(example).value)]).toEqual([path, []]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it("holds examples of schemas and parameters that are valid", () => {
    for (const { path, schema, example } of schemaExamples(api.document, "#")) {
      expect([path, api.errorsOf(schema, example)]).toEqual([path, []]);
    }
  });
});

interface Found {
  path: string;
  value: Record<string, unknown>;
}

/** Every entry of a `content`. */
function mediaTypes(thing: unknown, path: string): Found[] {
  if (Array.isArray(thing)) return thing.flatMap((element, i) => mediaTypes(element, `${path}/${i}`));
  if (!isObject(thing)) return [];
  return Object.entries(thing).flatMap(([name, value]) => {
    if (name !== "content" || !isObject(value)) return mediaTypes(value, `${path}/${name}`);
    return Object.entries(value).map(([type, media]) => ({ path: `${path}/${type}`, value: Object(media) }));
  });
}

function schemaExamples(thing: unknown, path: string): { path: string; schema: unknown; example: unknown }[] {
  if (Array.isArray(thing)) return thing.flatMap((element, i) => schemaExamples(element, `${path}/${i}`));
  if (!isObject(thing)) return [];
  const own = Array.isArray(thing.examples) ? thing.examples.map((example) => ({ path, schema: thing, example })) : [];
  const parameter = "in" in thing && "example" in thing ? [{ path, schema: thing.schema, example: thing.example }] : [];
  const below = Object.entries(thing).filter(
    ([name]) => name !== "examples" && name !== "example" && name !== "default",
  );
  return [...own, ...parameter, ...below.flatMap(([name, value]) => schemaExamples(value, `${path}/${name}`))];
}
