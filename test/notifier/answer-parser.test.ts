import { type AddressInfo, createServer, type Socket } from "node:net";
import fc from "fast-check";
import { Client } from "undici";
import { describe, expect, it } from "vitest";
import { AnswerParser, type ReadState } from "../../src/notifier/answer-parser.ts";

interface Read {
  state: ReadState;
  status: number | undefined;
  body: string;
  keepsAlive: boolean;
}

const CHUNKED_FIELD = "transfer-encoding: chunked\r\n";
const bodies = fc.string({ maxLength: 60, unit: "binary-ascii" });

/** Sound answers, and the same with a byte changed, lost or twice. */
const answers = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 304, 400, 429, 500, 503),
    version: fc.constantFrom("1.1", "1.1", "1.0"),
    fields: fc.array(fc.constantFrom("x-a: b", "Date: now", "connection: close", "Retry-After: 5", "x-e:"), {
      maxLength: 4,
    }),
    framing: fc.constantFrom("length", "chunked", "close"),
    body: bodies,
    size: fc.integer({ min: 1, max: 20 }),
    // undici takes 103, and no 100 that it has not asked for.
    before: fc.constantFrom("", "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
    damage: fc.option(
      fc.record({ at: fc.nat(300), by: fc.constantFrom("", "\r", "\n", ":", "0", "f", "\0", " ", "\r\n", ";") }),
      { freq: 2 },
    ),
  })
  .map(({ damage, ...answer }) => {
    const text = textOf(answer);
    if (damage === null || damage.at >= text.length) return { text, isSound: true };
    return { text: text.slice(0, damage.at) + damage.by + text.slice(damage.at + 1), isSound: false };
  });

const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n";

describe("an answer (RFC 9112)", () => {
  it.each([
    ["by its length", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "abc", true],
    ["empty", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "", true],
    ["without a body by its status", "HTTP/1.1 204 No Content\r\n\r\n", "", true],
    ["without a body whatever its length says", "HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n", "", true],
    ["without a reason", "HTTP/1.1 204\r\n\r\n", "", true],
    ["in chunks", `${CHUNKED}3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`, "abcde", true],
    ["in chunks with a trailer", `${CHUNKED}A\r\n0123456789\r\n0\r\nx-a: b\r\n\r\n`, "0123456789", true],
    [
      "after informational ones",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\nHTTP/1.1 204\r\n\r\n",
      "",
      true,
    ],
    ["that closes", "HTTP/1.1 200 OK\r\nconnection: foo, Close\r\ncontent-length: 1\r\n\r\na", "a", false],
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na", "a", false],
    ["with bytes after it", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab", "a", false],
    ["with an answer after it", "HTTP/1.1 204\r\n\r\nHTTP/1.1 204\r\n\r\n", "", false],
  ])("is read %s", (_, text, body, keepsAlive) => {
    expect(readWhole(text)).toMatchObject({ state: "complete", body, keepsAlive });
  });

  it("may end with its connection, which is not used again then", () => {
    const parser = new AnswerParser(() => {});
    expect(parser.read(Buffer.from("HTTP/1.1 200 OK\r\n\r\nabc"))).toBe("more");
    expect(parser.close()).toBe("complete");
    expect(parser.keepsAlive).toBe(false);
  });

  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9\r\n"],
    ["another version", "HTTP/2 200\r\n\r\n"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["the same length twice", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\na"],
    ["a list of lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1, 1\r\n\r\na"],
    ["a length with a sign", "HTTP/1.1 200 OK\r\ncontent-length: +1\r\n\r\na"],
    ["a length beside chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n0\r\n\r\n"],
    ["another coding", "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n"],
    ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a line without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"],
    ["a line without a colon", "HTTP/1.1 200 OK\r\nabc\r\n\r\n"],
    ["a space before the colon", "HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\na"],
    ["a folded line", "HTTP/1.1 200 OK\r\nx-a: b\r\n c\r\n\r\n"],
    ["a line feed alone", "HTTP/1.1 200 OK\r\nx-a: b\ncontent-length: 1\r\n\r\na"],
    ["a zero byte", "HTTP/1.1 200 OK\r\nx-a: b\0\r\n\r\n"],
    ["a chunk's size that is none", `${CHUNKED}xyz\r\n`],
    ["a chunk longer than it said", `${CHUNKED}1\r\nab\r\n`],
    ["a chunk's line without end", `${CHUNKED}1;${"x".repeat(2_000)}`],
  ])("is refused with %s", (_, text) => {
    expect(readWhole(text)).toMatchObject({ state: "broken" });
  });

  it.each([
    ["a head without end", `HTTP/1.1 200 OK\r\n${"x-a: b\r\n".repeat(3_000)}`],
    ["informational answers without end", "HTTP/1.1 100 Continue\r\n\r\n".repeat(5_000)],
    ["a trailer without end", `${CHUNKED}0\r\n${"x-a: b\r\n".repeat(20_000)}`],
  ])("is cut with %s", (_, text) => {
    expect(
      readInParts(
        text,
        Array.from({ length: 200 }, (_, i) => i * 1_000),
      ).state,
    ).toBe("too_large");
  });

  it("says for how long the receiver keeps the connection, and when to come back", () => {
    const parser = new AnswerParser(() => {});
    parser.read(
      Buffer.from("HTTP/1.1 429 x\r\nKeep-Alive: max=9, timeout=5\r\nRetry-After: 7\r\ncontent-length: 0\r\n\r\n"),
    );
    expect(parser).toMatchObject({ status: 429, keepAliveSeconds: 5, retryAfter: "7" });
  });

  it("is the same however the network cuts it", () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(400)), ({ text }, cuts) => {
        expect(readInParts(text, cuts)).toEqual(readWhole(text));
      }),
      { numRuns: 2_000, seed: 20_261_121 },
    );
  });
});

describe("beside another client", () => {
  it("no answer is taken for complete that undici reads otherwise, and no sound one is refused", async () => {
    const sockets = new Set<Socket>();
    let text = "";
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("data", () => socket.end(text, "latin1"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await fc.assert(
        fc.asyncProperty(answers, async (answer) => {
          text = answer.text;
          const ours = readWhole(text, true);
          const theirs = await askWithUndici(origin);
          if (answer.isSound) expect(ours.state).toBe("complete");
          if (ours.state === "complete") expect(theirs).toEqual({ status: ours.status, body: ours.body });
        }),
        { numRuns: 1_000, seed: 20_261_121 },
      );
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

function textOf(answer: {
  status: number;
  version: string;
  fields: string[];
  framing: string;
  body: string;
  size: number;
  before: string;
}): string {
  const hasBody = answer.status !== 204 && answer.status !== 304;
  const body = hasBody ? answer.body : "";
  const isChunked = answer.framing === "chunked" && answer.version === "1.1" && hasBody;
  const framing = isChunked
    ? CHUNKED_FIELD
    : answer.framing === "length" && hasBody
      ? `content-length: ${body.length}\r\n`
      : "";
  const fields = answer.fields.map((field) => `${field}\r\n`).join("");
  const head = `HTTP/${answer.version} ${answer.status} Reason\r\n${fields}${framing}\r\n`;
  return answer.before + head + (isChunked ? inChunks(body, answer.size) : body);
}

function inChunks(body: string, size: number): string {
  let text = "";
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size);
    text += `${part.length.toString(16)}\r\n${part}\r\n`;
  }
  return `${text}0\r\n\r\n`;
}

/** `closes`: the connection ends after the text. */
function readWhole(text: string, closes = false): Read {
  return readInParts(text, [], closes);
}

function readInParts(text: string, cuts: number[], closes = false): Read {
  const bytes = Buffer.from(text, "latin1");
  const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length])].sort(
    (a, b) => a - b,
  );
  let body = "";
  const parser = new AnswerParser((part) => {
    body += part.toString("latin1");
  });
  let state: ReadState = "more";
  let from = 0;
  let read = 0;
  for (const end of ends) {
    if (state !== "more") break;
    state = parser.read(bytes.subarray(from, end));
    from = end;
    read = end;
  }
  if (state === "more" && closes) state = parser.close();
  // What comes in a later part than the end is seen by the connection.
  const keepsAlive = state === "complete" && parser.keepsAlive && read === bytes.length;
  return { state, status: parser.status, body: state === "broken" ? "" : body, keepsAlive };
}

async function askWithUndici(origin: string): Promise<{ status: number; body: string } | undefined> {
  const client = new Client(origin, { pipelining: 1 });
  try {
    const { statusCode, body } = await client.request({ method: "POST", path: "/", body: "{}" });
    return { status: statusCode, body: Buffer.from(await body.arrayBuffer()).toString("latin1") };
  } catch {
    return undefined;
  } finally {
    await client.destroy();
  }
}
