import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IN_FLIGHT_MAX, IN_FLIGHT_TOTAL_MAX, SUBSCRIPTION_URLS_MAX } from "../../src/config/limits.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { publish, subscribe, until } from "../support/callbacks.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const ENDPOINTS = SUBSCRIPTION_URLS_MAX;

describe("attempts at once, and so sockets (docs/delivery.md, tuning)", () => {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await startTestApp();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  it("are bounded for each endpoint and in all, however many deliveries wait", async () => {
    const project = await app.createProject("crowd");
    const paths = Array.from({ length: ENDPOINTS }, (_, i) => `/${i}`);
    await subscribe(
      app,
      project,
      paths.map((path) => receiver.url + path),
    );
    // Each endpoint earns its full number of attempts at once.
    const earning = IN_FLIGHT_MAX;
    await publish(app, project, earning);
    await receiver.waitFor(earning * ENDPOINTS);

    const held: ServerResponse[] = [];
    let most = 0;
    receiver.script([], (answer) => {
      held.push(answer);
      most = Math.max(most, held.length);
    });
    const waiting = IN_FLIGHT_MAX + 10;
    expect(waiting * ENDPOINTS).toBeGreaterThan(IN_FLIGHT_TOTAL_MAX);
    await publish(app, project, waiting);
    await until(async () => held.length === IN_FLIGHT_TOTAL_MAX);
    const eachEndpoint = paths.map(
      (path) => receiver.received.slice(earning * ENDPOINTS).filter(({ url }) => url === path).length,
    );
    expect(Math.max(...eachEndpoint)).toBeLessThanOrEqual(IN_FLIGHT_MAX);

    // Each answer lets one more in, and never two.
    await until(async () => {
      for (const answer of held.splice(0, IN_FLIGHT_MAX)) answer.writeHead(204).end();
      return receiver.received.length === (earning + waiting) * ENDPOINTS;
    });
    expect(most).toBe(IN_FLIGHT_TOTAL_MAX);
    receiver.script([], 204);
    for (const answer of held) answer.writeHead(204).end();
  });
});
