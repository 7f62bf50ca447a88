import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HmacSha256 } from "../../src/lib/hmac-sha256.ts";

it("signs as the platform's own HMAC does, whatever the key and the text", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.string({ minLength: 1_200, maxLength: 5_000 }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 130 }), fc.array(texts, { minLength: 1, maxLength: 4 }), (key, signed) => {
      const hmac = new HmacSha256(key);
      for (const text of signed) expect(hmac.sign(text)).toBe(createHmac("sha256", key).update(text).digest("base64"));
    }),
    { numRuns: 500 },
  );
});
