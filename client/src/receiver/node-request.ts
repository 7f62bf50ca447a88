/** What a receiver needs of Node's `IncomingMessage`, or of Express's request; named by shape, so that no types of Node are needed. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  /** The whole path, where a router has cut `url` short. */
  originalUrl?: string;
  headers: Record<string, string | string[] | undefined>;
  /** What a body parser has left: bytes are taken as they are. */
  body?: unknown;
  rawBody?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
}

export interface NodeAnswer {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/**
 * The bytes of the request, or "too large" once it has more than `max`. Bytes that a parser has kept (`rawBody`, or
 * `body` of express.raw) are taken from there; anything else that it left is given as it is, for its reader to refuse.
 */
export async function bodyOfNode(request: NodeRequest, max: number): Promise<{ body: unknown } | "too large"> {
  const kept = request.rawBody ?? request.body;
  if (kept !== undefined) return { body: kept };
  if (Number(request.headers["content-length"]) > max) return "too large";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > max) return "too large";
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { body };
}
