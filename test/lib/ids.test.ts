import { describe, expect, it } from "vitest";
import { randomToken, uuidv7, uuidv7Floor, uuidv7Time } from "../../src/lib/ids.ts";

describe("UUIDs version 7", () => {
  it("rise strictly inside one process, also many in one millisecond and when the clock stands still", () => {
    const now = Date.UTC(2026, 3, 1);
    const ids = Array.from({ length: 10_000 }, () => uuidv7(now));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("have the version and variant of RFC 9562 and carry their time", () => {
    const id = uuidv7(Date.UTC(2031, 0, 1));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuidv7Time(id)).toBe(Date.UTC(2031, 0, 1));
  });

  it("are not below the floor of their instant and below that of the next", () => {
    const now = Date.UTC(2032, 0, 1);
    const id = uuidv7(now);
    expect(id > uuidv7Floor(now)).toBe(true);
    expect(id < uuidv7Floor(now + 1)).toBe(true);
  });
});

describe("tokens", () => {
  it("are 256 bits in base64url", () => {
    expect(randomToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
  });
});
