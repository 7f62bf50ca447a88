import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { isObject, type JsonObject, objectAt } from "../../src/http/openapi/json.ts";

export interface Operation {
  id: string;
  /** Upper case. */
  method: string;
  /** With parameters in braces. */
  path: string;
  /** The operation itself, as the document has it. */
  object: JsonObject;
}

export interface SeenAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Errors that belong to no single operation: `default` of each. */
const OTHER_ERRORS = [405, 408, 414, 431];

/** The document of the API, for comparing answers with it. */
export class ApiDocument {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.document = document;
    this.#ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, validateFormats: true });
    formatsPlugin.default(this.#ajv);
    this.#ajv.addFormat("binary", true);
    for (const [name, schema] of Object.entries(objectAt(objectAt(document, "components"), "schemas"))) {
      this.#ajv.addSchema(named(JSON.stringify(schema)), `urn:component:${name}`);
    }
    this.operations = Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
      Object.entries(Object(methods)).map(([method, object]) => {
        if (!isObject(object)) throw new Error(`${method} ${path} is no operation`);
        return { id: String(object.operationId), method: method.toUpperCase(), path, object };
      }),
    );
  }

  static async of(url: string): Promise<ApiDocument> {
    const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
    if (!isObject(document)) throw new Error("no document");
    return new ApiDocument(document);
  }

  /** What is behind a reference, or the thing itself. */
  resolve(thing: unknown): JsonObject {
    if (!isObject(thing)) return {};
    if (typeof thing.$ref !== "string") return thing;
    let found: unknown = this.document;
    for (const part of thing.$ref.slice(2).split("/")) found = isObject(found) ? found[part] : undefined;
    return this.resolve(found);
  }

  /** What `value` breaks of the schema; empty where it is valid. */
  errorsOf(schema: unknown, value: unknown): string[] {
    const key = JSON.stringify(schema);
    const validator = this.#validators.get(key) ?? this.#ajv.compile(named(key));
    this.#validators.set(key, validator);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  }

  /** The operation that a request meets: names win over parameters. */
  operationAt(method: string, url: string): Operation | undefined {
    const wanted = method === "HEAD" ? "GET" : method;
    const segments = (url.split("?")[0] ?? "").replace(/\/$/, "").split("/");
    const fitting = this.operations.filter(
      (operation) => operation.method === wanted && fits(operation.path, segments),
    );
    return fitting.sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
  }

  /** In what an answer differs from the document; empty where it is as documented. */
  complaints(method: string, url: string, answer: SeenAnswer): string[] {
    const { status } = answer;
    if (method === "OPTIONS" && status === 204) return answer.headers.has("allow") ? [] : ["OPTIONS without Allow"];
    const operation = this.operationAt(method, url);
    const responses = objectAt(operation?.object, "responses");
    const response = this.resolve(responses[status]);
    const found = Object.keys(response).length > 0 ? response : this.#otherError(operation, status);
    if (found === undefined) return [`${operation?.id ?? "no operation"}: status ${status} is not documented`];
    const complaints = [...this.#headerComplaints(found, answer), ...this.#bodyComplaints(method, found, answer)];
    return complaints.map((complaint) => `${operation?.id ?? url} ${status}: ${complaint}`);
  }

  /** Where no operation is, an error in the one form is all that may come. */
  #otherError(operation: Operation | undefined, status: number): JsonObject | undefined {
    const isOther = OTHER_ERRORS.includes(status) || (operation === undefined && status >= 400 && status < 500);
    return isOther ? this.resolve({ $ref: "#/components/responses/OtherError" }) : undefined;
  }

  #headerComplaints(response: JsonObject, { status, headers }: SeenAnswer): string[] {
    const complaints = Object.entries(objectAt(response, "headers")).flatMap(([name, reference]) => {
      const header = this.resolve(reference);
      const text = headers.get(name);
      if (text === null) return header.required === true ? [`the header ${name} is missing`] : [];
      const value = objectAt(header, "schema").type === "integer" ? Number(text) : text;
      return this.errorsOf(header.schema, value).map((error) => `the header ${name} ${error}`);
    });
    if (status === 405 && !headers.has("allow")) complaints.push("the header Allow is missing");
    if ((status === 429 || status === 503) && !headers.has("retry-after")) complaints.push("no Retry-After");
    return complaints;
  }

  #bodyComplaints(method: string, response: JsonObject, { headers, text }: SeenAnswer): string[] {
    const contents = objectAt(response, "content");
    if (method === "HEAD" || Object.keys(contents).length === 0)
      return text === "" ? [] : ["a body where none is documented"];
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
    const content = contents[type];
    if (content === undefined) return [`content type "${type}" is not documented`];
    if (type !== "application/json" || objectAt(content, "schema").format === "binary") return [];
    try {
      return this.errorsOf(objectAt(content, "schema"), JSON.parse(text));
    } catch {
      return ["the body is no JSON"];
    }
  }
}

/** The schema with references as the validator knows the components. */
function named(text: string): JsonObject {
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"urn:component:'));
}

function fits(path: string, segments: string[]): boolean {
  const parts = path.split("/");
  return parts.length === segments.length && parts.every((part, i) => part.startsWith("{") || part === segments[i]);
}
