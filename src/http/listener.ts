import { readFileSync, watchFile } from "node:fs";
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type RequestListener,
  STATUS_CODES,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import type { HttpConfig } from "../config/config.ts";
import {
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_HEAD_TIMEOUT_MS,
  REQUEST_HEADER_BYTES_MAX,
  REQUEST_TIMEOUT_MS,
} from "../config/limits.ts";
import type { Logger } from "../lib/log.ts";
import { SECOND } from "../lib/units.ts";

const OPTIONS = {
  maxHeaderSize: REQUEST_HEADER_BYTES_MAX,
  headersTimeout: REQUEST_HEAD_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: 5 * SECOND,
  // Refused further on, in the one error form.
  requireHostHeader: false,
};

/** Plain HTTP, or HTTPS with a certificate that is read again when its files change (decisions, section 9). */
export function createListener(config: HttpConfig, log: Logger, handler: RequestListener): HttpServer {
  const { tls } = config;
  if (tls === undefined) return createHttpServer(OPTIONS, handler);
  const read = () => ({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) });
  const server = createHttpsServer({ ...OPTIONS, ...read() }, handler);
  // Polling, since certificates are often replaced by renaming or behind symbolic links.
  for (const file of [tls.certFile, tls.keyFile]) {
    watchFile(file, { interval: 2 * SECOND, persistent: false }, () => {
      try {
        server.setSecureContext(read());
      } catch (error) {
        // Half replaced: the second file's change brings us here again; until then the old pair serves.
        log.warn({ err: error, file }, "the TLS files do not fit together now; the former certificate goes on serving");
      }
    });
  }
  return server;
}

/** What is no HTTP request at all gets the same error form as everything else, then the connection ends. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = sentenceOf(error.code);
  const body = JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function sentenceOf(code: string | undefined): [number, string] {
  if (code === "HPE_HEADER_OVERFLOW")
    return [431, `The request's header is larger than ${REQUEST_HEADER_BYTES_MAX} bytes`];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "The request did not arrive in time"];
  return [400, "This is not a valid HTTP request"];
}
