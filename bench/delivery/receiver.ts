/**
 * The receiver of the measurements, in a process of its own and as cheap as possible: it reads just enough HTTP to
 * find where a request ends. What a path does: `/ok` answers 204, `/refuse` 500, `/hang` nothing, until told to mend.
 */
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** From the parent. */
export type Command = { kind: "reset"; track: boolean } | { kind: "mend" } | { kind: "count" } | { kind: "arrivals" };

/** To the parent. Times are of the machine's monotonic clock, in nanoseconds. */
export type Report =
  | { kind: "ready"; port: number }
  | { kind: "done" }
  | { kind: "count"; received: number; byMode: Record<Mode, number> }
  | { kind: "arrivals"; sessions: string[]; paths: string[]; atNs: number[] };

export type Mode = "ok" | "refuse" | "hang";

const OK = Buffer.from("HTTP/1.1 204 No Content\r\n\r\n");
const REFUSED = Buffer.from("HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n");
const SESSION = '"session_uid":"';
const LENGTH = "content-length: ";

let received = 0;
let byMode: Record<Mode, number> = { ok: 0, refuse: 0, hang: 0 };
let isTracking = false;
let isMended = false;
let arrivals: { sessions: string[]; paths: string[]; atNs: number[] } = { sessions: [], paths: [], atNs: [] };

function serve(socket: Socket): void {
  let rest = "";
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    rest = rest === "" ? chunk.toString("latin1") : rest + chunk.toString("latin1");
    for (let end = requestEnd(rest); end > 0; end = requestEnd(rest)) {
      answer(socket, rest, end);
      rest = rest.length === end ? "" : rest.slice(end);
    }
  });
}

/** Where the first request ends, or -1 while it is not whole. */
function requestEnd(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  const at = text.indexOf(LENGTH);
  const length = at < 0 || at > head ? 0 : Number.parseInt(text.slice(at + LENGTH.length, at + LENGTH.length + 9), 10);
  const end = head + 4 + length;
  return text.length >= end ? end : -1;
}

function answer(socket: Socket, text: string, end: number): void {
  received += 1;
  if (isTracking) track(text, end);
  const mode: Mode = text.startsWith("POST /ok") ? "ok" : text.startsWith("POST /hang") ? "hang" : "refuse";
  byMode[mode] += 1;
  if (mode === "ok" || isMended) socket.write(OK);
  else if (mode === "refuse") socket.write(REFUSED);
}

function track(text: string, end: number): void {
  const at = text.lastIndexOf(SESSION, end) + SESSION.length;
  arrivals.sessions.push(text.slice(at, at + 36));
  arrivals.paths.push(text.slice(5, text.indexOf(" ", 5)));
  arrivals.atNs.push(Number(process.hrtime.bigint()));
}

function report(message: Report): void {
  process.send?.(message);
}

process.on("message", (command: Command) => {
  switch (command.kind) {
    case "reset":
      received = 0;
      byMode = { ok: 0, refuse: 0, hang: 0 };
      isTracking = command.track;
      isMended = false;
      arrivals = { sessions: [], paths: [], atNs: [] };
      return report({ kind: "done" });
    case "mend":
      isMended = true;
      return report({ kind: "done" });
    case "count":
      return report({ kind: "count", received, byMode });
    case "arrivals":
      return report({ kind: "arrivals", ...arrivals });
  }
});
process.on("disconnect", () => process.exit());

const [keyFile, certFile] = process.argv.slice(2);
const server =
  keyFile && certFile
    ? createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, serve)
    : createServer(serve);
server.listen(0, "127.0.0.1", () => report({ kind: "ready", port: (server.address() as AddressInfo).port }));
