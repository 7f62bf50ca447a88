import { describe, expect, it } from "vitest";
import { SignedLinks } from "../../src/files/signed-links.ts";
import { ManualClock } from "../../src/lib/clock.ts";

describe("signed links (decisions, section 5)", () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const links = new SignedLinks({ secretKey: "k".repeat(32), baseUrl: () => "https://shelfwire.example", clock });

  function queryOf(url: string) {
    return Object.fromEntries(new URL(url).searchParams);
  }

  it("verifies a link until it expires", () => {
    const query = queryOf(links.sign("/files/1", 60_000));
    expect(links.verify("/files/1", query)).toBe("valid");
    clock.advance(61_000);
    expect(links.verify("/files/1", query)).toBe("expired");
  });

  it("verifies a link without an expiry for ever", () => {
    const query = queryOf(links.sign("/results/1", null));
    clock.advance(10 * 365 * 86_400_000);
    expect(links.verify("/results/1", query)).toBe("valid");
  });

  it("refuses another path, a later expiry, a missing signature and another key's signature", () => {
    const query = queryOf(links.sign("/files/1", 60_000));
    const other = new SignedLinks({ secretKey: "o".repeat(32), baseUrl: () => "", clock });
    expect(links.verify("/files/2", query)).toBe("invalid");
    expect(links.verify("/files/1", { ...query, expires: String(Number(query.expires) + 1) })).toBe("invalid");
    expect(links.verify("/files/1", { expires: query.expires })).toBe("invalid");
    expect(other.verify("/files/1", query)).toBe("invalid");
  });
});
