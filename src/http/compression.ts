import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { COMPRESSED_BYTES_MIN } from "../config/limits.ts";
import type { Server } from "./server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answers go out compressed to clients that take that. */
    compress?: boolean;
  }
}

// A page of 200 stores, 133 KB: Brotli 1, 2, 4, 5 take 0.28, 0.43, 0.68, 1.24 ms and leave 6.5, 5.3, 4.9, 4.2 %;
// gzip 1, 3, 6 take 0.32, 0.41, 0.94 ms and leave 9.7, 8.6, 7.0 %.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const GZIP = { level: 3 };

const toBrotli = promisify<Buffer | string, typeof BROTLI, Buffer>(brotliCompress);
const toGzip = promisify<Buffer | string, typeof GZIP, Buffer>(gzip);

/** Compresses the answers of routes with `config.compress`: whole ones on another thread, streams as they pass. */
export function compressAnswers(server: Server): void {
  server.addHook("onSend", async (request, reply, payload: unknown) => {
    if (request.routeOptions.config.compress !== true) return payload;
    reply.header("vary", "accept-encoding");
    const coding = codingFor(request.headers["accept-encoding"]);
    if (coding === undefined || reply.hasHeader("content-encoding")) return payload;
    if (payload instanceof Readable) {
      reply.header("content-encoding", coding).removeHeader("content-length");
      return compressedStream(payload, coding);
    }
    if (typeof payload !== "string" || payload.length < COMPRESSED_BYTES_MIN) return payload;
    reply.header("content-encoding", coding).removeHeader("content-length");
    return coding === "br" ? toBrotli(payload, BROTLI) : toGzip(payload, GZIP);
  });
}

function compressedStream(plain: Readable, coding: Coding): Readable {
  const compressing = coding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  // Each ends with the other; the server meets an error at the end that it reads.
  return pipeline(plain, compressing, () => {});
}

type Coding = "br" | "gzip";

/** RFC 9110, 12.5.3: what the client prefers; Brotli where it does not care. */
export function codingFor(header: FastifyRequest["headers"]["accept-encoding"]): Coding | undefined {
  const weights = new Map(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map(parseWeight),
  );
  const other = weights.get("*") ?? 0;
  const br = weights.get("br") ?? other;
  const gzipped = weights.get("gzip") ?? weights.get("x-gzip") ?? other;
  const plain = weights.get("identity") ?? 0;
  if (Math.max(br, gzipped) <= 0 || Math.max(br, gzipped) < plain) return undefined;
  return br >= gzipped ? "br" : "gzip";
}

function parseWeight(part: string): [coding: string, weight: number] {
  const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
  const weight = parameters.map((parameter) => /^q\s*=\s*([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
  return [coding, weight === undefined ? 1 : Number(weight)];
}
