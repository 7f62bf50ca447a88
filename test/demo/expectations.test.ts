import { describe, expect, it } from "vitest";
import { DemoFailed, Interrupted, moment, mustBe, mustHappen, mustHave } from "../../demo/expectations.ts";

describe("what the demo shows has to be so", () => {
  it("fails with what should be and what is", () => {
    expect(() => mustBe("accepted", 2, 3)).toThrow(new DemoFailed("accepted should be 3, and is 2"));
    expect(() => mustBe<number>("accepted", undefined, 3)).toThrow("accepted should be 3, and is missing");
    expect(() => mustHave("the token", null)).toThrow(new DemoFailed("the token is missing"));
    mustBe("accepted", 0, 0);
    expect(mustHave("a count", 0)).toBe(0);
  });

  it("fails when something does not happen in time, and goes on as soon as it does", async () => {
    const { signal } = new AbortController();
    const next = async () => {};
    await expect(mustHappen("rain", () => false, { next, timeoutMs: -1, signal })).rejects.toThrow(DemoFailed);
    let looks = 0;
    await mustHappen("the third look", () => ++looks === 3, { next, timeoutMs: 10_000, signal });
    expect(looks).toBe(3);
  });

  it("ends every wait at once when it is interrupted", async () => {
    const interruption = new AbortController();
    const wait = moment(60_000, interruption.signal);
    interruption.abort(new Interrupted());
    await expect(wait).rejects.toThrow(Interrupted);
    await expect(moment(60_000, interruption.signal)).rejects.toThrow(Interrupted);
  });
});
