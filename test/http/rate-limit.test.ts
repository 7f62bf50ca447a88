import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RateLimiter } from "../../src/http/rate-limiter.ts";
import { exchangeUses, forgetUses } from "../../src/http/rate-uses-store.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const WAVE_TYPES = "/api/notifier/public/wave-types";

describe("rate limit (decisions, section 1)", () => {
  it("lets the limit through within any second and no request more, each token for itself", () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const allowed = () => limiter.take("a", 3).allowed;
    expect([1, 2, 3, 4].map(allowed)).toEqual([true, true, true, false]);
    expect(limiter.take("b", 3).allowed).toBe(true);
    now = 999;
    expect(allowed()).toBe(false);
    now = 1_000;
    expect(allowed()).toBe(true);
    now = 1_600;
    expect([1, 2, 3].map(allowed)).toEqual([true, true, false]);
    now = 2_000;
    expect([1, 2].map(allowed)).toEqual([true, false]);
    now = 60_000;
    expect([1, 2, 3, 4].map(allowed)).toEqual([true, true, true, false]);
  });

  it("tells what is left, down to nothing, and counts no refusal", () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const remaining = () => limiter.take("a", 2).remaining;
    expect([1, 2, 3, 4].map(remaining)).toEqual([1, 0, 0, 0]);
    now = 1_000;
    expect(remaining()).toBe(1);
  });

  it("keeps more times than it first has places for", () => {
    let now = 0;
    const limiter = new RateLimiter(() => now);
    const allowed = Array.from({ length: 5_000 }, () => {
      now += 0.125;
      return limiter.take("a", 1_000).allowed;
    });
    expect(allowed.filter(Boolean)).toHaveLength(1_000);
    now = 1_000.125;
    expect(limiter.take("a", 1_000).allowed).toBe(true);
    expect(limiter.take("a", 1_000).allowed).toBe(false);
  });

  describe("between processes", () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    const TOKEN = "0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24";
    const LIMIT = 120;

    /** Each process gets `demand` requests a second; the times of those let through, in all. */
    async function run(demands: number[], seconds: number): Promise<number[]> {
      let now = 10_000;
      const limiters = demands.map(() => new RateLimiter(() => now));
      const passed: number[] = [];
      for (let tick = 0; tick < seconds * 100; tick += 1, now += 10) {
        for (const [i, limiter] of limiters.entries()) {
          const due = Math.floor(((tick + 1) * (demands[i] ?? 0)) / 100) - Math.floor((tick * (demands[i] ?? 0)) / 100);
          for (let n = 0; n < due; n += 1) if (limiter.take(TOKEN, LIMIT).allowed) passed.push(now);
        }
        // The processes do not beat together.
        for (const [i, limiter] of limiters.entries()) {
          if (tick % 50 !== (i * 17) % 50) continue;
          const others = await exchangeUses(database.db, i + 1, limiter.uses(), 60_000);
          limiter.learn(new Map(others.map(({ key, used, processes }) => [key, { used, processes }])));
        }
      }
      await database.db.run("truncate rate_uses");
      return passed;
    }

    const within = (passed: number[], fromMs: number) =>
      passed.filter((time) => time >= fromMs && time < fromMs + 1_000).length;

    it("keeps the limit over two and over four that are all pressed, once they know of each other", async () => {
      for (const demands of [
        [300, 300],
        [200, 200, 200, 200],
      ]) {
        const passed = await run(demands, 5);
        for (let from = 12_000; from <= 14_000; from += 100) {
          expect(within(passed, from)).toBeLessThanOrEqual(LIMIT);
          expect(within(passed, from)).toBeGreaterThanOrEqual(0.95 * LIMIT);
        }
      }
    });

    it("leaves to one what the other does not use", async () => {
      const passed = await run([300, 20], 5);
      for (let from = 12_000; from <= 14_000; from += 100) {
        expect(within(passed, from)).toBeLessThanOrEqual(LIMIT + 2);
        expect(within(passed, from)).toBeGreaterThanOrEqual(0.95 * LIMIT);
      }
    });

    it("forgets what nobody has renewed for a minute, and nothing else", async () => {
      const { db } = database;
      await exchangeUses(db, 1, [{ key: TOKEN, used: 5 }], 1_500);
      expect(await forgetUses(db)).toBe(0);
      await db.run("update rate_uses set reported_at = now() - interval '61 seconds'");
      expect(await exchangeUses(db, 2, [{ key: TOKEN, used: 1 }], 1_500)).toEqual([]);
      expect(await forgetUses(db)).toBe(1);
    });
  });

  describe("over HTTP", () => {
    let app: TestApp;
    let second: TestApp;
    beforeAll(async () => {
      const environment = { SHELFWIRE_SECRET_KEY: "one-key-for-both-processes-of-the-test" };
      app = await startTestApp({ environment });
      second = await startTestApp({ environment: { ...environment, DATABASE_URL: app.databaseUrl } });
    });
    afterAll(async () => {
      await second.close();
      await app.close();
    });

    /** Asks until a request is refused, however slow the machine is. */
    async function askUntilRefused(token: string, path: string) {
      const answers = [await app.as(token, "GET", path)];
      while (answers.every(({ status }) => status !== 429)) {
        answers.push(...(await Promise.all(Array.from({ length: 30 }, () => app.as(token, "GET", path)))));
      }
      return answers;
    }

    it("tells what is left with every answer, and answers 429 with Retry-After where nothing is", async () => {
      const { token } = await app.createProject("slow", { rate_limit: 5 });
      const answers = await askUntilRefused(token, WAVE_TYPES);
      expect(answers[0]?.headers.get("ratelimit")).toBe('"default";r=4;t=1');
      for (const { status, headers, json } of answers) {
        expect(headers.get("ratelimit-policy")).toBe('"default";q=5;w=1');
        if (status === 200) expect(headers.get("ratelimit")).toMatch(/^"default";r=[0-4];t=1$/);
        else {
          expect([headers.get("ratelimit"), headers.get("retry-after")]).toEqual(['"default";r=0;t=1', "1"]);
          expect(json).toMatchObject({ statusCode: 429, error: "Too Many Requests" });
        }
      }
    });

    it("counts requests that are refused for another reason, and tells what is left with them", async () => {
      const { token } = await app.createProject("wrong", { rate_limit: 3 });
      const answers = await askUntilRefused(token, "/api/notifier/public/slow/subscription");
      expect(answers[0]?.headers.get("ratelimit")).toBe('"default";r=2;t=1');
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 429]));
    });

    it("tells a process of what the other has let through", async () => {
      const { token } = await app.createProject("shared", { rate_limit: 1_000_000 });
      // Both are asked until more is gone at the second than it has let through itself.
      for (let own = 1, gone = 0; gone <= own; own += 1) {
        await Promise.all(Array.from({ length: 20 }, () => app.as(token, "GET", WAVE_TYPES)));
        const { headers } = await second.as(token, "GET", WAVE_TYPES);
        gone = 1_000_000 - Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
      }
    });
  });
});
