import { readFileSync, watchFile } from "node:fs";
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
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
  SOCKET_IDLE_TIMEOUT_MS,
  TCP_KEEP_ALIVE_AFTER_MS,
} from "../config/limits.ts";
import type { Logger } from "../lib/log.ts";
import { PROBLEMS } from "../lib/problems.ts";
import { SECOND } from "../lib/units.ts";

/** How long a client may take; tests are less patient. Milliseconds. */
export const PATIENCE = {
  headersTimeout: REQUEST_HEAD_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  connectionsCheckingInterval: 5 * SECOND,
  socketIdleTimeout: SOCKET_IDLE_TIMEOUT_MS,
};

const OPTIONS = {
  maxHeaderSize: REQUEST_HEADER_BYTES_MAX,
  keepAlive: true,
  keepAliveInitialDelay: TCP_KEEP_ALIVE_AFTER_MS,
  // Refused further on, in the one error form.
  requireHostHeader: false,
};

/** Plain HTTP, or HTTPS with a certificate that is read again when its files change (decisions, section 9). */
export function createListener(
  { tls }: Pick<HttpConfig, "tls">,
  log: Logger,
  handler: RequestListener,
  patience = PATIENCE,
): HttpServer {
  const server = openListener(tls, log, handler, { ...OPTIONS, ...patience });
  server.timeout = patience.socketIdleTimeout;
  server.on("request", (request) => inProgress.set(request.socket, request));
  return server;
}

/** The last request of each socket, to tell what broke when the parser gives up. */
const inProgress = new WeakMap<Socket, IncomingMessage>();

function openListener(
  tls: HttpConfig["tls"],
  log: Logger,
  handler: RequestListener,
  options: ServerOptions,
): HttpServer {
  if (tls === undefined) return createHttpServer(options, handler);
  const read = () => ({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) });
  const server = createHttpsServer({ ...options, ...read() }, handler);
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
  const [status, message] = sentenceOf(error.code, inProgress.get(socket));
  const body = JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function sentenceOf(code: string | undefined, request: IncomingMessage | undefined): [number, string] {
  // The client has said that it will send no more, in the middle of a body.
  if (code === "HPE_INVALID_EOF_STATE" && request !== undefined && !request.complete) {
    const isForm = /^multipart\/form-data/i.test(request.headers["content-type"] ?? "");
    return [400, isForm ? PROBLEMS.error_parsing_request.sentence : "The request body ends before its Content-Length"];
  }
  if (code === "HPE_HEADER_OVERFLOW")
    return [431, `The request's header is larger than ${REQUEST_HEADER_BYTES_MAX} bytes`];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "The request did not arrive in time"];
  return [400, "This is not a valid HTTP request"];
}
