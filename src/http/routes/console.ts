import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { problem } from "../../lib/problems.ts";
import { type ConsoleFile, ConsoleFiles } from "../console-files.ts";
import { pathOf } from "../errors.ts";
import type { Server } from "../server.ts";

const DIST = join(import.meta.dirname, "..", "..", "..", "console", "dist");

/** Nothing inline, nothing from elsewhere, in nobody's frame. */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"],
  ...["connect-src 'self'", "base-uri 'self'", "form-action 'self'", "frame-ancestors 'none'"],
].join("; ");
const HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};
/** More segments than any address of the console has. */
const DEPTH_MAX = 12;

/**
 * The web console. Every address below it that is no file is the same page, whose base leads back up to `console/`: so
 * it works below any path that a proxy puts before it.
 */
export function consoleRoutes(server: Server): void {
  const config = { access: "public" } as const;
  const schema = { hide: true };
  const files = new ConsoleFiles(DIST);

  server.get("/console", { config, schema }, async (request, reply) =>
    // Relative, as only the browser knows what comes before it.
    pathOf(request).endsWith("/") ? answerPage(files, 0, request, reply) : reply.redirect("console/", 302),
  );

  server.get<{ Params: { "*": string } }>("/console/*", { config, schema }, async (request, reply) => {
    const rest = pathOf(request).slice("/console/".length);
    const depth = rest.split("/").length - 1;
    if (!rest.startsWith("assets/") && depth <= DEPTH_MAX) return answerPage(files, depth, request, reply);
    const file = files.asset(request.params["*"].slice("assets/".length));
    if (file === undefined) throw problem("not_found");
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return answerFile(file, request, reply);
  });
}

function answerPage(files: ConsoleFiles, depth: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!files.isBuilt) throw problem("console_not_built");
  reply.headers({ "cache-control": "no-cache", ...HEADERS });
  return answerFile(files.page(depth), request, reply);
}

function answerFile(file: ConsoleFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ etag: file.etag, vary: "accept-encoding" });
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send(null);
  const accepted = String(request.headers["accept-encoding"] ?? "");
  reply.type(file.type);
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(file.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(file.gzip);
  return reply.send(file.plain);
}
