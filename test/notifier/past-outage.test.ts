import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../support/app.ts";
import { deliveriesOf, publish, subscribe, until, untilAll } from "../support/callbacks.ts";
import { startReceiver } from "../support/receiver.ts";

describe("redelivery after an outage (decisions, section 4)", () => {
  let app: TestApp;
  beforeAll(async () => {
    // One attempt in each of two rounds, at once: the second refusal is the end.
    app = await startTestApp({
      environment: { SHELFWIRE_ROUND_OFFSETS_SECONDS: "0", SHELFWIRE_ROUND_DELAYS_MINUTES: "0" },
    });
  });
  afterAll(() => app.close());

  it("is made up for when the process ended that saw the endpoint recover", async () => {
    const { receiver, project } = await deadDelivery("interrupted");
    await app.db.run("update endpoints set redeliver_since = now() - interval '1 hour'");
    await app.notifier.maintain();
    const [delivery] = await untilAll(app, project, ["delivered"]);
    expect(delivery).toMatchObject({ attempts_made: 3, round: 1 });
    await app.notifier.maintain();
    expect(receiver.received).toHaveLength(3);
    await receiver.close();
  });

  it("ends for an event on which the receiver has failed again and again", async () => {
    const { receiver, project } = await deadDelivery("choking");
    await app.db.run("update settled_deliveries set attempts = 100 where state = 'dead'");
    await app.db.run("update endpoints set redeliver_since = now() - interval '1 hour'");
    await app.notifier.maintain();
    expect(await deliveriesOf(app, project)).toMatchObject([{ status: "dead", attempts_made: 100 }]);
    expect(receiver.received).toHaveLength(2);
    await receiver.close();
  });

  it("leaves alone what died before it", async () => {
    const { receiver, project } = await deadDelivery("earlier");
    await app.db.run("update endpoints set redeliver_since = now() + interval '1 second'");
    await app.notifier.maintain();
    expect(await deliveriesOf(app, project)).toMatchObject([{ status: "dead", attempts_made: 2 }]);
    await receiver.close();
  });

  /** A project whose one delivery the receiver has refused for good; it would accept it now. */
  async function deadDelivery(name: string) {
    const receiver = await startReceiver([500, 500]);
    const project = await app.createProject(name);
    await subscribe(app, project, [receiver.url]);
    await publish(app, project);
    await until(async () => (await deliveriesOf(app, project))[0]?.status === "dead");
    return { receiver, project };
  }
});
