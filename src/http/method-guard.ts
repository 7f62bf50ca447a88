import type { RouteOptions } from "fastify";
import { problem } from "../lib/problems.ts";
import type { Server } from "./server.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"] as const;
type Method = (typeof METHODS)[number];

/**
 * Gives every path that `register` adds an answer to the methods that it lacks: OPTIONS says what is allowed, the
 * others are 405 with `Allow` (RFC 9110, 15.5.6). The routes gather in the list that `register` gets.
 */
export function guardMethods(server: Server, register: (registered: readonly RouteOptions[]) => void): void {
  const registered: RouteOptions[] = [];
  const methodsByPath = new Map<string, Set<string>>();
  let registering = true;
  server.addHook("onRoute", (route) => {
    if (!registering) return;
    registered.push(route);
    const methods = methodsByPath.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    methodsByPath.set(route.url, methods);
  });
  register(registered);
  registering = false;
  for (const [url, present] of methodsByPath) {
    if (url.length > 1 && url.endsWith("/")) continue;
    if (present.has("GET")) present.add("HEAD");
    const allowed = [...present, "OPTIONS"].sort().join(", ");
    const missing = METHODS.filter((method) => !present.has(method));
    addGuards(server, url, missing, allowed);
  }
}

function addGuards(server: Server, url: string, missing: Method[], allowed: string): void {
  const rest = missing.filter((method) => method !== "OPTIONS");
  const config = { access: "public" as const };
  if (missing.includes("OPTIONS")) {
    server.route({
      method: "OPTIONS",
      url,
      config,
      handler: (_, reply) => reply.code(204).header("allow", allowed).send(null),
    });
  }
  if (rest.length === 0) return;
  server.route({
    method: rest,
    url,
    config,
    // Refused before a body is read, whatever its type.
    onRequest: async () => {
      throw problem("method_not_allowed", allowed, { allow: allowed });
    },
    handler: () => undefined,
  });
}
