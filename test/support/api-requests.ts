import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { isObject, objectAt } from "../../src/http/openapi/json.ts";
import type { ApiDocument, Operation, SeenAnswer } from "./api-document.ts";

/** A request as it goes over the wire. */
export interface ApiRequest {
  method: string;
  /** Path and query, encoded. */
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface Known {
  /** Tokens by the name of the document's security scheme. */
  tokens: Readonly<Record<string, string>>;
  /** Path and query parameters that mean something in the installation; `operation.name` for one operation alone. */
  parameters: Readonly<Record<string, string>>;
  /** Bodies in place of the document's examples, by operation. */
  bodies?: Readonly<Record<string, unknown>>;
}

/** The parameters of an operation, by place. */
export function parametersOf(operation: Operation, place: "path" | "query" | "header"): Record<string, unknown>[] {
  const { parameters } = operation.object;
  return Array.isArray(parameters) ? parameters.filter((parameter) => parameter.in === place) : [];
}

/** The name of the security scheme that opens the operation first; undefined for anybody. */
export function schemeOf({ object }: Operation): string | undefined {
  const schemes = Array.isArray(object.security) ? object.security.flatMap((scheme) => Object.keys(scheme)) : [];
  return schemes.find((scheme) => scheme === "projectToken" || scheme === "operatorToken");
}

/** A request as the document's examples make it. */
export function exampleRequest(api: ApiDocument, operation: Operation, known: Known): ApiRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = parametersOf(operation, "path").find((candidate) => candidate.name === name);
    const own = known.parameters[`${operation.id}.${name}`];
    return encodeURIComponent(own ?? known.parameters[name] ?? String(parameter?.example ?? "x"));
  });
  const query = parametersOf(operation, "query").flatMap(({ name, required }) => {
    const value =
      known.parameters[`${operation.id}.${name}`] ?? (required === true ? known.parameters[String(name)] : undefined);
    return value === undefined ? [] : [[String(name), value]];
  });
  const token = known.tokens[schemeOf(operation) ?? ""];
  const { contentType, body } = exampleBody(api, operation, known);
  return {
    method: operation.method,
    url: query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path,
    headers: {
      ...(token !== undefined && { authorization: `Auth-Token ${token}` }),
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    body,
  };
}

const BOUNDARY = "----parts-of-the-form";

function exampleBody(
  api: ApiDocument,
  operation: Operation,
  known: Known,
): { contentType?: string; body: string | undefined } {
  const content = objectAt(api.resolve(operation.object.requestBody), "content");
  const [contentType, media] = Object.entries(content)[0] ?? [];
  if (contentType === undefined) return { body: undefined };
  const example = known.bodies?.[operation.id] ?? objectAt(content, contentType).example;
  if (contentType === "multipart/form-data") {
    return { contentType: `${contentType}; boundary=${BOUNDARY}`, body: formText(Object(example)) };
  }
  if (!isObject(media)) throw new Error(`${operation.id} has no body`);
  return { contentType, body: JSON.stringify(example) };
}

/** A multipart form; the part `file` has a name. */
export function formText(parts: Record<string, unknown>): string {
  const texts = Object.entries(parts).map(([name, value]) => {
    const fileName = name === "file" ? '; filename="stores.csv"' : "";
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n${typeof value === "string" ? value : JSON.stringify(value)}\r\n`;
  });
  return `${texts.join("")}--${BOUNDARY}--\r\n`;
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  // HEAD and 304 name an encoding of nothing.
  if (body.length === 0) return body;
  if (encoding === "gzip") return gunzipSync(body);
  return encoding === "br" ? brotliDecompressSync(body) : body;
}

/** Sends it with nothing made better on the way, as `fetch` would. */
export function sendRequest(baseUrl: string, { method, url, headers, body }: ApiRequest): Promise<SeenAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request({ hostname, port, method, path: url, headers: { ...length, ...headers }, agent: false });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const plain = decoded(Buffer.concat(chunks), answer.headers["content-encoding"]);
        const seen = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) seen.set(name, String(value));
        resolve({ status: answer.statusCode ?? 0, headers: seen, text: plain.toString("utf8") });
      });
    });
    sent.end(body);
  });
}
