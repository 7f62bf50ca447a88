/**
 * The OpenAPI document (3.1), made from the routes as they are registered: what the server enforces and what the
 * document says cannot differ. `docs/openapi.json` is the copy that is read outside; a test compares the two.
 */
import { STATUS_CODES } from "node:http";
import type { FastifySchema, RouteOptions } from "fastify";
import type { Access } from "../authentication.ts";
import { ErrorForm } from "../schemas.ts";
import { AnalysisResultCallback } from "./callback.ts";
import { Components } from "./components.ts";
import { exampleOf } from "./examples.ts";
import { HEADERS, type HeaderName, wireName } from "./headers.ts";
import { info, SECURITY_SCHEMES, TAG_GROUPS, TAGS } from "./introduction.ts";
import { compact, isObject, type JsonObject, objectAt } from "./json.ts";
import type { AnswerDocs } from "./operation.ts";
import { errorAnswer, errorsOf, headerRefs, headersOf, OTHER_ERROR, STANDARD_ERRORS } from "./standard-errors.ts";

/** A route as it was registered. */
export interface DocumentedRoute {
  /** Lower case. */
  method: string;
  /** With parameters in braces. */
  path: string;
  access: Access;
  schema: FastifySchema;
}

export interface DocumentFacts {
  /** Absolute, without a slash at the end; undefined: the document's own origin. */
  baseUrl: string | undefined;
  apiVersions: readonly string[];
  version: string;
}

/** The routes among what was registered: OPTIONS and HEAD follow from the others, and pages are no part of the API. */
export function documentedRoutes(registered: readonly RouteOptions[]): DocumentedRoute[] {
  return registered.flatMap((route) => {
    const schema = route.schema ?? {};
    if (schema.hide === true) return [];
    const methods = [route.method].flat().filter((method) => method !== "HEAD" && method !== "OPTIONS");
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    return methods.map((method) => ({
      ...{ method: method.toLowerCase(), path, schema },
      access: route.config?.access ?? "public",
    }));
  });
}

export function openApiDocument(routes: readonly DocumentedRoute[], facts: DocumentFacts): JsonObject {
  const components = new Components();
  components.refer(ErrorForm);
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, components, facts) };
  }
  const callback = AnalysisResultCallback(components);
  const responses = Object.fromEntries(
    Object.entries(STANDARD_ERRORS).map(([status, { name }]) => [name, errorAnswer(Number(status))]),
  );
  const document = {
    openapi: "3.1.0",
    info: info(facts.version),
    servers: [{ url: facts.baseUrl ?? "/" }],
    tags: TAGS,
    "x-tagGroups": TAG_GROUPS,
    paths,
    webhooks: { analysisResult: { $ref: "#/components/pathItems/AnalysisResultCallback" } },
    components: {
      schemas: components.schemas(),
      responses: { ...responses, OtherError: OTHER_ERROR },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
      pathItems: { AnalysisResultCallback: callback },
    },
  };
  return { ...document, components: onlyUsed(document.components, JSON.stringify(document)) };
}

/** Answers and headers that nothing refers to are left out. */
function onlyUsed(components: JsonObject, text: string): JsonObject {
  const left = ["responses", "headers"].map((kind) => {
    const used = Object.entries(objectAt(components, kind)).filter(([name]) =>
      text.includes(`components/${kind}/${name}"`),
    );
    return [kind, Object.fromEntries(used)];
  });
  return { ...components, ...Object.fromEntries(left) };
}

function operationOf(route: DocumentedRoute, components: Components, facts: DocumentFacts): JsonObject {
  const { schema, method, path, access } = route;
  return compact({
    operationId: schema.operationId ?? `${method}${path.replace(/[^a-z]+(\w)/gi, (_, letter) => letter.toUpperCase())}`,
    tags: schema.tags,
    summary: schema.summary,
    description: schema.description,
    deprecated: schema.deprecated,
    security: securityOf(access, path),
    parameters: parametersOf(route, components, facts),
    requestBody: requestBodyOf(schema, components),
    responses: responsesOf(route, components),
    ...(schema.operationId === "putSubscription" && {
      callbacks: {
        analysisResult: { "{$request.body#/url_list/0}": { $ref: "#/components/pathItems/AnalysisResultCallback" } },
      },
    }),
  });
}

function securityOf(access: Access, path: string): JsonObject[] {
  const project = [{ projectToken: [] }, { projectTokenHeader: [] }];
  switch (access) {
    case "project":
      return project;
    case "operator":
      return [{ operatorToken: [] }, { operatorTokenHeader: [] }];
    case "signed":
      return path.includes("{project_name}") ? [{ signedLink: [] }, ...project] : [{ signedLink: [] }];
    case "public":
      return [];
  }
}

function parametersOf(
  { schema }: DocumentedRoute,
  components: Components,
  facts: DocumentFacts,
): unknown[] | undefined {
  const inPath = Object.entries(objectAt(schema.params, "properties")).map(([name, value]) =>
    parameter(
      "path",
      name,
      name === "version_number" ? { ...Object(value), enum: facts.apiVersions } : value,
      components,
    ),
  );
  const required = objectAt(schema, "querystring").required;
  const inQuery = Object.entries(objectAt(schema.querystring, "properties")).map(([name, value]) => {
    const isRequired = Array.isArray(required) && required.includes(name) && !("default" in Object(value));
    return { ...parameter("query", name, value, components), ...(isRequired && { required: true }) };
  });
  const inHeader = (schema.requestHeaders ?? []).map((name: HeaderName) => {
    const { description, schema: form } = HEADERS[name];
    return { name: wireName(name), in: "header", description, schema: form };
  });
  const parameters = [...inPath, ...inQuery, ...inHeader];
  return parameters.length > 0 ? parameters : undefined;
}

function parameter(place: "path" | "query", name: string, value: unknown, components: Components): JsonObject {
  const { description, examples, ...rest } = { description: undefined, examples: undefined, ...Object(value) };
  const schema = components.refer(rest);
  return compact({
    name,
    in: place,
    required: place === "path" ? true : undefined,
    description,
    schema,
    example: Array.isArray(examples) ? examples[0] : undefined,
  });
}

function requestBodyOf(schema: FastifySchema, components: Components): JsonObject | undefined {
  const bodies = schema.requestBodies ?? (schema.body === undefined ? undefined : { "application/json": schema.body });
  return bodies && { required: true, content: contentOf(bodies, components) };
}

function contentOf(bodies: Record<string, unknown>, components: Components): JsonObject {
  const contents = Object.entries(bodies).map(([type, schema]) => {
    const isText = isObject(schema) && (schema.format === "binary" || schema.contentMediaType !== undefined);
    return [type, { schema: components.refer(schema), ...(!isText && { example: exampleOf(schema) }) }];
  });
  return Object.fromEntries(contents);
}

function responsesOf(route: DocumentedRoute, components: Components): JsonObject {
  const { schema, method, path, access } = route;
  const said = schema.answers ?? {};
  const enforced = isObject(schema.response) ? schema.response : {};
  const statuses = new Set([
    ...[...Object.keys(enforced), ...Object.keys(said)].map(Number),
    ...errorsOf({ method, path, access }),
  ]);
  const answers = [...statuses]
    .sort()
    .map((status) => [
      String(status),
      status < 400
        ? successAnswer(status, enforced[status], { access, said: said[status] ?? {} }, components)
        : errorResponse(status, said[status]),
    ]);
  return { ...Object.fromEntries(answers), default: { $ref: "#/components/responses/OtherError" } };
}

function successAnswer(
  status: number,
  schema: unknown,
  { access, said }: { access: Access; said: AnswerDocs },
  components: Components,
): JsonObject {
  const hasBody = status !== 204 && status !== 304;
  const contents = said.contents ?? (hasBody && schema !== undefined ? { "application/json": schema } : undefined);
  return compact({
    description: said.description ?? STATUS_CODES[status] ?? "",
    headers: headerRefs([...(said.headers ?? []), ...headersOf(access)]),
    content: contents && contentOf(contents, components),
  });
}

function errorResponse(status: number, said: AnswerDocs | undefined): JsonObject {
  const standard = STANDARD_ERRORS[status];
  if (said === undefined && standard !== undefined) return { $ref: `#/components/responses/${standard.name}` };
  return errorAnswer(status, said);
}
