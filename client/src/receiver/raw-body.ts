/** A body as it came over the network. A `Buffer` is a `Uint8Array`. */
export type RawBody = string | Uint8Array | ArrayBuffer;

const CURE =
  "the signature is over the bytes as they came. Take them before a JSON parser does: request.text() of a fetch " +
  'Request, express.raw({ type: "application/json" }) in Express, addContentTypeParser with parseAs "buffer" in Fastify';

/** The bytes of a raw body; throws `TypeError` for one that was parsed already, and says what to do. */
export function rawBytes(body: unknown): Uint8Array {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  const found = body === null ? "null" : Array.isArray(body) ? "an array" : `a value of type ${typeof body}`;
  throw new TypeError(`The raw body is needed, not ${found}: ${CURE}`);
}
