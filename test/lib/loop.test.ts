import { describe, expect, it } from "vitest";
import { silentLogger } from "../../src/lib/log.ts";
import { Loop, type StepAnswer } from "../../src/lib/loop.ts";

/** A loop over scripted steps; `reached(n)` resolves when n steps have begun. */
function scripted(answers: (StepAnswer | Error)[], idleMs = 60_000) {
  let steps = 0;
  const waiters = new Map<number, () => void>();
  const loop = new Loop({
    name: "test",
    idleMs,
    log: silentLogger(),
    async step() {
      steps += 1;
      waiters.get(steps)?.();
      const answer = answers[steps - 1] ?? "idle";
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const reached = (count: number) =>
    new Promise<void>((resolve) => (steps >= count ? resolve() : waiters.set(count, resolve)));
  return { loop, reached, count: () => steps };
}

describe("background loop", () => {
  it("runs again at once while a step asks for it, then rests until it is woken", async () => {
    const { loop, reached, count } = scripted(["again", "again", "idle", "idle"]);
    loop.start();
    await reached(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count()).toBe(3);
    loop.wake();
    await reached(4);
    await loop.stop();
  });

  it("loses no wake that comes during a step", async () => {
    let wakeInside = () => {};
    let steps = 0;
    const second = Promise.withResolvers<void>();
    const loop = new Loop({
      name: "test",
      idleMs: 60_000,
      log: silentLogger(),
      async step() {
        steps += 1;
        if (steps === 1) wakeInside();
        else second.resolve();
        return "idle";
      },
    });
    wakeInside = () => loop.wake();
    loop.start();
    await second.promise;
    await loop.stop();
    expect(steps).toBe(2);
  });

  it("goes on after a step that failed", async () => {
    const { loop, reached } = scripted([new Error("database away"), "idle"]);
    loop.start();
    await reached(2);
    await loop.stop();
  });

  it("stops in the middle of a rest", async () => {
    const { loop, reached, count } = scripted(["idle"]);
    loop.start();
    await reached(1);
    await loop.stop();
    expect(count()).toBe(1);
  });
});
