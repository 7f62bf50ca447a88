import { createHash } from "node:crypto";
import type { RouteOptions } from "fastify";
import { Type } from "typebox";
import type { HttpConfig } from "../../config/config.ts";
import { documentedRoutes, openApiDocument } from "../openapi/document.ts";
import type { Server } from "../server.ts";

interface Deps {
  /** Filled when all routes are registered. */
  registered: readonly RouteOptions[];
  config: HttpConfig;
  version: string;
}

/** The document of the API, for anybody: it holds no secret. */
export function referenceRoutes(server: Server, { registered, config, version }: Deps): void {
  const document = once(() => {
    const { baseUrl, apiVersions } = config;
    const text = JSON.stringify(openApiDocument(documentedRoutes(registered), { baseUrl, apiVersions, version }));
    return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 16)}"` };
  });
  // A mistake in a route's documentation stops the start, not the first reader.
  server.addHook("onReady", async () => void document());

  server.get(
    "/openapi.json",
    {
      config: { access: "public" },
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
      const { text, etag } = document();
      reply.headers({ etag, "cache-control": "no-cache", "access-control-allow-origin": "*" });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send(null);
      return reply.type("application/json; charset=utf-8").send(text);
    },
  );
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
