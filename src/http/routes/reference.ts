import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Type } from "typebox";
import type { HttpConfig } from "../../config/config.ts";
import { entityTag, hasVersion } from "../entity-tag.ts";
import { pathOf } from "../errors.ts";
import { documentedRoutes, openApiDocument } from "../openapi/document.ts";
import { referencePage } from "../reference/page.ts";
import type { Server } from "../server.ts";

interface Deps {
  /** Filled when all routes are registered. */
  registered: readonly RouteOptions[];
  config: HttpConfig;
  version: string;
}

interface Text {
  text: string;
  etag: string;
}

/** The reference loads its own style sheet and script, and nothing else from anywhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src data:",
  ...["base-uri", "form-action", "frame-ancestors"].map((directive) => `${directive} 'none'`),
].join("; ");

/** The document of the API and a page to read it on, for anybody: they hold no secret. */
export function referenceRoutes(server: Server, { registered, config, version }: Deps): void {
  const { baseUrl, apiVersions } = config;
  const document = once(() => openApiDocument(documentedRoutes(registered), { baseUrl, apiVersions, version }));
  const documentText = once(() => tagged(JSON.stringify(document())));
  // A mistake in a route's documentation stops the start, not the first reader.
  server.addHook("onReady", async () => void documentText());
  documentRoute(server, documentText);

  // Paths are relative to the page, so that it works below any prefix of a proxy.
  const page = once(() => tagged(referencePage(document(), { assets: "docs/", document: "openapi.json" })));
  const pageBelow = once(() => tagged(referencePage(document(), { assets: "", document: "../openapi.json" })));
  pageRoute(server, "/docs", "text/html", (request) => (pathOf(request).endsWith("/") ? pageBelow() : page()));
  for (const [name, type] of [
    ["reference.css", "text/css"],
    ["reference.js", "text/javascript"],
  ] as const) {
    const asset = tagged(readFileSync(join(import.meta.dirname, "..", "reference", name), "utf8"));
    pageRoute(server, `/docs/${name}`, type, () => asset);
  }
}

function documentRoute(server: Server, documentText: () => Text): void {
  server.get(
    "/openapi.json",
    {
      config: { access: "public", compress: true },
      schema: {
        operationId: "getOpenApiDocument",
        tags: ["Service"],
        summary: "This document",
        requestHeaders: ["If-None-Match"],
        response: { 200: Type.Unknown({ examples: [{ openapi: "3.1.0" }] }), 304: Type.Null() },
        answers: {
          200: { description: "OpenAPI 3.1", headers: ["ETag"] },
          304: { description: "Not changed", headers: ["ETag"] },
        },
      },
    },
    async (request, reply) => {
      // Readers of documents run on pages of other origins.
      reply.header("access-control-allow-origin", "*");
      return send(request, reply, documentText(), "application/json");
    },
  );
}

function pageRoute(server: Server, url: string, type: string, textOf: (request: FastifyRequest) => Text): void {
  server.get(url, { config: { access: "public", compress: true }, schema: { hide: true } }, async (request, reply) => {
    reply.headers({ "content-security-policy": CONTENT_SECURITY_POLICY, "referrer-policy": "no-referrer" });
    return send(request, reply, textOf(request), type);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { text, etag }: Text, type: string): FastifyReply {
  reply.headers({ etag, "cache-control": "no-cache" });
  if (hasVersion(request, etag)) return reply.code(304).send(null);
  return reply.type(`${type}; charset=utf-8`).send(text);
}

function tagged(text: string): Text {
  return { text, etag: entityTag(text) };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
