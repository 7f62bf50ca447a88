import { createSocket } from "node:dgram";

/** What a name answers, one list of addresses for each question in turn; the last list stays. */
export type DnsAnswers = Record<string, string[][]>;

export interface DnsServer {
  /** For `SHELFWIRE_DNS_SERVERS`: `127.0.0.1:<port>`. */
  address: string;
  /** The names that were asked for an IPv4 address, in order. */
  asked: string[];
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_POINTER = 0xc00c;
const FLAGS_ANSWER = 0x8180;
const FLAGS_NO_SUCH_NAME = 0x8183;

/** A small real DNS server on loopback. A question of type A moves a name on to its next list of addresses. */
export async function startDnsServer(answers: DnsAnswers): Promise<DnsServer> {
  const asked: string[] = [];
  const turns = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    if (type === TYPE_A) {
      asked.push(name);
      turns.set(name, (turns.get(name) ?? -1) + 1);
    }
    const lists = answers[name];
    const list = lists?.[Math.min(Math.max(turns.get(name) ?? 0, 0), lists.length - 1)];
    const addresses = (list ?? []).filter((address) => address.includes(":") === (type === TYPE_AAAA));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(list === undefined ? FLAGS_NO_SUCH_NAME : FLAGS_ANSWER, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...addresses.map(recordOf)]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordOf(address: string): Buffer {
  const bytes = address.includes(":") ? bytesOfIpv6(address) : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(NAME_POINTER, 0);
  head.writeUInt16BE(address.includes(":") ? TYPE_AAAA : TYPE_A, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** Hexadecimal groups with at most one `::`; no dotted tail. */
function bytesOfIpv6(address: string): Buffer {
  const [front = "", back] = address.split("::");
  const groups = front === "" ? [] : front.split(":");
  const tail = back === undefined || back === "" ? [] : back.split(":");
  const all = [...groups, ...Array(8 - groups.length - tail.length).fill("0"), ...tail];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
