import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Installation } from "../support/installation.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

describe("deliveries of a real process (docs/delivery.md, what is guaranteed)", () => {
  let installation: Installation;
  let receiver: Receiver;
  beforeEach(async () => {
    installation = new Installation();
    await installation.start();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await installation.remove();
    await receiver.close();
  });

  it("go on when the database restarts under load: what was accepted arrives, what was refused got 503", async () => {
    await subscribe(`${receiver.url}/a`, `${receiver.url}/b`);
    const accepted: string[] = [];
    const refused = new Set<number>();
    let rounds = 0;
    async function publishOneAfterAnother(): Promise<void> {
      while (rounds < 200) {
        rounds += 1;
        if (rounds === 60) restartDatabase();
        const sessions = [randomUUID(), randomUUID(), randomUUID()];
        const answer = await publish(sessions);
        if (answer.status === 202) accepted.push(...sessions);
        else refused.add(answer.status);
      }
    }
    await Promise.all(Array.from({ length: 8 }, publishOneAfterAnother));
    await accepting();
    await untilSeen(accepted.flatMap((session) => [`/a ${session}`, `/b ${session}`]));
    expect([...refused].filter((status) => status !== 503)).toEqual([]);
    // All but the eight that were on their way had been answered before.
    expect(accepted.length).toBeGreaterThanOrEqual((60 - 8) * 3);
    const { deliveries } = await untilNone("status=pending");
    expect(deliveries).toEqual([]);
  }, 60_000);

  it("in flight to slow receivers are ended or returned within 10 s of the signal; the next start sends the rest", async () => {
    const hanging = await startReceiver([], () => {});
    const slow = await startReceiver([], (answer) => void setTimeout(() => answer.writeHead(204).end(), 2_000));
    await subscribe(slow.url, hanging.url, receiver.url);
    const sessions = Array.from({ length: 50 }, () => randomUUID());
    expect((await publish(sessions)).status).toBe(202);
    await Promise.all([slow.waitFor(8), hanging.waitFor(8), receiver.waitFor(50)]);
    const begun = performance.now();
    expect(await installation.process.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const acknowledged = slow.received.length;
    expect(receiver.received).toHaveLength(50);

    hanging.script([], 204);
    slow.script([], 204);
    await installation.start();
    await untilSeen(
      sessions.map((session) => `/ ${session}`),
      slow,
      hanging,
    );
    // What slow receivers had answered by then is not sent again, nor what had been delivered.
    const { deliveries } = await untilNone("status=pending");
    expect(deliveries).toEqual([]);
    expect(slow.received).toHaveLength(50);
    expect(acknowledged).toBeGreaterThan(0);
    expect(receiver.received).toHaveLength(50);
    await Promise.all([hanging.close(), slow.close()]);
  }, 60_000);

  async function subscribe(...urls: string[]): Promise<void> {
    const body = { url_list: urls, wave_type_list: ["all"] };
    const answer = await installation.project("PUT", "/api/notifier/public/acme/subscription", body);
    expect(answer.status).toBe(200);
  }

  function publish(sessions: string[]): Promise<Response> {
    const results = sessions.map((session_uid) => ({
      session_uid,
      wave_type: "primary",
      analysis_result_url: `https://results.example/${session_uid}.json`,
    }));
    return installation.operator("POST", "/acme/analysis-results", results);
  }

  /** As an administrator does it: sessions are ended, the server shuts down in order, and is started again. */
  function restartDatabase(): void {
    const pid = readFileSync(join(installation.folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0];
    process.kill(Number(pid), "SIGINT");
  }

  async function accepting(): Promise<void> {
    while ((await publish([randomUUID()])).status !== 202) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Each of these has arrived at each receiver: path and session. */
  async function untilSeen(wanted: string[], ...at: Receiver[]): Promise<void> {
    for (const each of at.length > 0 ? at : [receiver]) {
      const seen = () => new Set(each.received.map(({ url, body }) => `${url} ${JSON.parse(body).session_uid}`));
      while (!wanted.every((one) => seen().has(one))) await each.waitFor(each.received.length + 1);
    }
  }

  async function untilNone(query: string): Promise<{ deliveries: unknown[] }> {
    for (;;) {
      const page = await (await installation.operator("GET", `/acme/deliveries?${query}`)).json();
      if (page.deliveries.length === 0) return page;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});
