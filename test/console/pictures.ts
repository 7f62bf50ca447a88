import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { type ConsoleUnderTest, startConsole } from "../support/browser.ts";
import { setScene } from "../support/console-scene.ts";

type App = ConsoleUnderTest["app"];

const MINUTE_MS = 60_000;
const STEP_MS = 10 * MINUTE_MS;
const STEPS = 143;
const FOLDER = join(import.meta.dirname, "..", "..", "docs", "images");

/** `npm run pictures` makes those of the documentation anew; the suite leaves them alone. */
describe("the pictures of the documentation", { timeout: 240_000 }, () => {
  it("show a day at work", async () => {
    const now = Date.now();
    const clock = new ManualClock(now - STEPS * STEP_MS);
    const console = await startConsole({ clock });
    const { app } = console;
    const scene = await setScene(app, "acme", { stores: 2_000, events: 0 });
    const seen = { callbacks: 0 };
    for (let step = 0; step < STEPS; step += 1) {
      const events = Math.round(22 + 14 * Math.sin(step / 20) + 3 * Math.sin(step * 1.7));
      const hasTrouble = step > 88 && step < 97;
      scene.receiver.script(hasTrouble ? Array.from({ length: 6 }, () => 503) : [], 200);
      seen.callbacks += events + (hasTrouble ? 6 : 0);
      await publishAll(app, events);
      // The pauses between attempts pass by the same clock.
      while (scene.receiver.received.length < seen.callbacks) {
        clock.advance(1_000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await allSettled(app);
      clock.advance(STEP_MS - (clock.now() % STEP_MS));
    }
    await app.outcomes.flush();
    const window = await console.open("/p/acme");
    const { page } = window;
    for (const [path, name, ready] of [
      ["/p/acme", "overview", "Delivered"],
      [`/p/acme/jobs/${scene.jobId}`, "job", "Rejections"],
    ] as const) {
      await page.goto(`${app.url}/console${path}`);
      await page.getByText(ready).first().waitFor();
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    }
    expect(window.complaints).toEqual([]);
    await window.close();
    await scene.receiver.close();
    await console.close();
  });

  /** Outcomes count for the time at which they are written down. */
  async function allSettled(app: App): Promise<void> {
    for (;;) {
      const { json } = await app.operator("GET", "/api/operator/projects/acme/deliveries/counts");
      if (json.pending + json.leased === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function publishAll(app: App, events: number): Promise<void> {
    const body = Array.from({ length: events }, () => ({
      session_uid: randomUUID(),
      wave_type: "primary",
      analysis_result_url: "https://results.example/sessions/1.json",
    }));
    expect((await app.operator("POST", "/api/operator/projects/acme/analysis-results", body)).status).toBe(202);
  }
});
