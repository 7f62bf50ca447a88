import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RateLimiter } from "../../src/http/rate-limiter.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

describe("rate limit (decisions, section 1)", () => {
  it("allows the limit at once, then as many as time brings, each token for itself", () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const allowed = () => limiter.take("a", 5).allowed;
    expect([1, 2, 3, 4, 5, 6].map(allowed)).toEqual([true, true, true, true, true, false]);
    expect(limiter.take("b", 5).allowed).toBe(true);
    now = 200;
    expect([allowed(), allowed()]).toEqual([true, false]);
    now = 60_000;
    expect([1, 2, 3, 4, 5, 6].map(allowed)).toEqual([true, true, true, true, true, false]);
  });

  describe("over HTTP", () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp();
    });
    afterAll(() => app.close());

    it("answers 429 with Retry-After above the project's own limit and tells what is left below it", async () => {
      const { token } = await app.createProject("slow", { rate_limit: 2 });
      const first = await app.as(token, "GET", "/api/notifier/public/wave-types");
      expect(first.status).toBe(200);
      expect(first.headers.get("ratelimit-policy")).toBe('"default";q=2;w=1');
      expect(first.headers.get("ratelimit")).toBe('"default";r=1;t=1');
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(() => app.as(token, "GET", "/api/notifier/public/wave-types")),
      );
      const refused = answers.filter((answer) => answer.status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.headers.get("retry-after")).toBe("1");
      expect(refused[0]?.json).toMatchObject({ statusCode: 429, error: "Too Many Requests" });
    });
  });
});
