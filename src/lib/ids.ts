import { randomBytes } from "node:crypto";

/** Twelve bits of sequence inside one millisecond keep the ids of a process in the order in which they were made. */
const SEQUENCE_MAX = 0xfff;

let lastMs = 0;
let sequence = 0;

/** A UUID version 7 (RFC 9562): ordered by time, and inside one process strictly increasing. */
export function uuidv7(nowMs: number): string {
  // A clock that stands still or steps back a little, or more than 4,096 ids in one millisecond, borrow from the future.
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else if (lastMs - nowMs > 60_000) {
    lastMs = nowMs;
    sequence = 0;
  } else if (sequence < SEQUENCE_MAX) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
  const random = randomBytes(8);
  random[0] = (random.readUInt8(0) & 0x3f) | 0x80;
  return format(lastMs, 0x7000 | sequence, random.toString("hex"));
}

/** The least UUID of an instant (ms since the epoch): a bound of a partition or of a time filter. */
export function uuidv7Floor(ms: number): string {
  return format(ms, 0, "0000000000000000");
}

/** The instant (ms since the epoch) that a UUID version 7 carries. */
export function uuidv7Time(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** 256 random bits, base64url: tokens and keys. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

function format(ms: number, third: number, tail: string): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-${third.toString(16).padStart(4, "0")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
