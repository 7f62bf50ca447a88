import { afterAll, beforeAll, describe, it } from "vitest";
import { ManualClock } from "../../src/lib/clock.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const SECRET_KEY = "a-secret-key-that-all-processes-have";

describe("endpoint health over several processes (decisions, section 4)", () => {
  let first: TestApp;
  let second: TestApp;
  let receiver: Receiver;
  // Time stands still: nothing is tried again.
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    first = await startTestApp({ clock, environment: { SHELFWIRE_SECRET_KEY: SECRET_KEY } });
    const environment = { DATABASE_URL: first.databaseUrl, SHELFWIRE_SECRET_KEY: SECRET_KEY };
    second = await startTestApp({ clock, environment });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await receiver.close();
  });

  it("counts failures in a row wherever they happen, and a success in one process ends the row of another", async () => {
    const project = await first.createProject("shared");
    await subscribe(first, project, [receiver.url]);
    await publish(second, project);
    await publish(first, project);
    await receiver.waitFor(2);
    for (let turn = 0; turn < 3; turn += 1) {
      receiver.script([], 500);
      await publish(first, project, 6);
      await failuresOf(6);
      receiver.script([], 200);
      await until(async () => {
        await publish(second, project);
        return (await endpoint()).consecutive_failures === 0;
      });
    }
    receiver.script([], 500);
    await publish(first, project, 6);
    await failuresOf(6);
    await publish(second, project, 6);
    await until(async () => (await endpoint()).health === "failing");
  });

  async function endpoint(): Promise<{ health: string; consecutive_failures: number }> {
    return (await first.operator("GET", "/api/operator/projects/shared/endpoints")).json.endpoints[0];
  }

  function failuresOf(count: number) {
    return until(async () => (await endpoint()).consecutive_failures === count);
  }
});
