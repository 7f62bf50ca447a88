import { randomBytes, randomFillSync } from "node:crypto";

/** Twelve bits of sequence inside one millisecond keep the ids of a process in the order in which they were made. */
const SEQUENCE_MAX = 0xfff;

/** Random bytes are drawn for many ids at once: one draw an id is most of its cost. */
const RANDOM_POOL_BYTES = 8_192;
const ID_RANDOM_BYTES = 8;

let lastMs = 0;
let sequence = 0;
const randomPool = Buffer.alloc(RANDOM_POOL_BYTES);
let randomUsed = RANDOM_POOL_BYTES;

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
  return format(lastMs, 0x7000 | sequence, randomTail());
}

function randomTail(): string {
  if (randomUsed === RANDOM_POOL_BYTES) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  const at = randomUsed;
  randomUsed += ID_RANDOM_BYTES;
  randomPool[at] = (randomPool.readUInt8(at) & 0x3f) | 0x80;
  return randomPool.toString("hex", at, randomUsed);
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
