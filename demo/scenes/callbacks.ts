import { randomUUID } from "node:crypto";
import type { EventInput } from "@shelfwire/client";
import { DemoFailed, moment, mustBe, mustHappen, mustHave } from "../expectations.ts";
import { count, duration, rate } from "../figures.ts";
import type { Endpoints, Play, Retailer } from "../play.ts";
import type { Callback, Receiver } from "../receivers.ts";
import { storeNumber } from "../stores-file.ts";

const PRIMARY = 200;
const RECALCULATE = 100;
/** The pauses of the first attempts add up to a few seconds; a busy machine may take longer. */
const ARRIVAL_TIMEOUT_MS = 60_000;

/** One result on its hard way: two receivers take it at once, the third refuses it a few times first. */
export async function oneCallbackScene(
  play: Play,
  retailer: Retailer,
  endpoints: Endpoints,
): Promise<{ deliveryId: string; seen: string }> {
  const { stage, operator, signal } = play;
  const [event] = eventsOf(play, "primary", 1);
  const publishedAt = Date.now();
  const answer = await operator.publish(retailer.projectName, [mustHave("an event", event)], { signal });
  mustBe("the deliveries of the event", answer.events[0]?.deliveries, 3);
  stage.fact(`published ${event?.wave_type} result of store ${event?.store_number}: 3 callbacks owed`);

  const all = [endpoints.steady, endpoints.verifying, endpoints.refusing];
  await showArrivals(play, all, publishedAt);
  const genuine = endpoints.verifying.callbacks.every(({ isGenuine }) => isGenuine === true);
  mustBe("the signature that the receiver verified", genuine, true);
  stage.fact("the signature is right, as standardwebhooks, a library of others, finds");

  await fetchResult(play, mustHave("a callback", endpoints.steady.callbacks[0]));

  const { delivery_id: deliveryId, attempts } = await timelineOf(play, retailer, event?.session_uid ?? "");
  mustBe("the attempts on record", attempts.length, endpoints.refusing.callbacks.length);
  stage.say(`the attempts of delivery ${deliveryId}, as the service has them on record:`);
  const firstAt = Date.parse(attempts[0]?.start_time ?? "");
  stage.table(
    attempts.map((attempt) => [
      `attempt ${attempt.number}`,
      `+${((Date.parse(attempt.start_time) - firstAt) / 1_000).toFixed(2)} s`,
      String(attempt.status_code ?? "-"),
      attempt.outcome,
      duration(attempt.duration_ms),
    ]),
    { right: [1, 4] },
  );
  return { deliveryId, seen: `3 receivers served, one of them at attempt ${attempts.length}` };
}

/** Many results of two wave types at once, and the same again, which changes nothing. */
export async function manyCallbacksScene(
  play: Play,
  retailer: Retailer,
  endpoints: Endpoints,
): Promise<{ seen: string }> {
  const { stage, operator, signal } = play;
  const receivers = Object.values(endpoints);
  const events = [...eventsOf(play, "primary", PRIMARY), ...eventsOf(play, "recalculate", RECALCULATE)];
  const sessions = new Set(events.map(({ session_uid }) => session_uid));
  const startedAt = performance.now();
  const answer = await operator.publish(retailer.projectName, events, { signal });
  const owed = answer.events.reduce((sum, { deliveries }) => sum + deliveries, 0);
  mustBe("accepted", answer.accepted, events.length);
  mustBe("callbacks owed", owed, events.length * receivers.length);
  stage.fact(
    `${count(PRIMARY)} primary and ${count(RECALCULATE)} recalculate results published: ${count(owed)} callbacks owed`,
  );

  const arrived = () => receivers.reduce((sum, receiver) => sum + receiver.acceptedOf(sessions), 0);
  await mustHappen(`${owed} callbacks accepted`, () => arrived() >= owed, {
    next: async () => {
      stage.live(() => `${stage.bar(arrived() / owed)} ${count(arrived())} of ${count(owed)} callbacks accepted`);
      await moment(25, signal);
    },
    timeoutMs: ARRIVAL_TIMEOUT_MS,
    signal,
  });
  const tookMs = performance.now() - startedAt;
  stage.fact(
    `${count(arrived())} callbacks accepted by ${receivers.length} receivers in ${duration(tookMs)}, ${rate(owed, "callbacks", tookMs)}`,
  );

  const again = await operator.publish(retailer.projectName, events, { signal });
  mustBe("duplicates of the second publish", again.duplicates, events.length);
  mustBe("accepted by the second publish", again.accepted, 0);
  stage.fact(`the same once more: ${count(again.accepted)} accepted, ${count(again.duplicates)} known already`);
  return { seen: `${count(owed)} callbacks in ${duration(tookMs)}` };
}

/** Results with ids of their own, each about another store. */
export function eventsOf({ places }: Play, wave_type: string, wanted: number): EventInput[] {
  return Array.from({ length: wanted }, (_, i) => {
    const store_number = storeNumber(mustHave("a place", places[(i * 997) % places.length]));
    const session_uid = randomUUID();
    return {
      event_id: randomUUID(),
      session_uid,
      wave_type,
      store_number,
      analysis_result: { session_uid, store_number, shelf_share: ((i * 37) % 100) / 100 },
    };
  });
}

/** Tells each callback as it arrives, until all receivers have accepted one. */
async function showArrivals({ stage, signal }: Play, receivers: Receiver[], since: number): Promise<void> {
  const told = new Set<Callback>();
  function tellNew(): void {
    const arrivals = receivers.flatMap((receiver) => receiver.callbacks.map((callback) => ({ receiver, callback })));
    for (const { receiver, callback } of arrivals.sort((one, other) => one.callback.at - other.callback.at)) {
      if (told.has(callback)) continue;
      told.add(callback);
      const line = `+${((callback.at - since) / 1_000).toFixed(2)} s  ${receiver.name.padEnd(9)}  answers ${callback.status}`;
      if (callback.status < 300) stage.fact(line);
      else stage.setback(`${line}; the service will try again`);
    }
  }
  await mustHappen(
    "an accepted callback at each receiver",
    () => {
      tellNew();
      return receivers.every((receiver) => receiver.accepted > 0);
    },
    {
      next: async () => {
        stage.live(() => `waiting for the next attempt, ${duration(Date.now() - since)}`);
        await moment(25, signal);
      },
      timeoutMs: ARRIVAL_TIMEOUT_MS,
      signal,
    },
  );
}

/** Does what a receiver does next: it fetches the result that the callback speaks of, with no token at all. */
async function fetchResult({ stage, signal }: Play, { analysisResultUrl, sessionUid }: Callback): Promise<void> {
  const response = await fetch(analysisResultUrl, { signal });
  mustBe("the status of the result's URL", response.status, 200);
  const text = await response.text();
  mustBe("the session of the fetched result", text.includes(sessionUid), true);
  stage.fact(`the result, fetched from the signed URL in the callback: ${text}`);
}

/** The record of the delivery that needed more than one attempt. The receiver knows of a success a moment earlier. */
async function timelineOf({ operator, signal }: Play, { projectName }: Retailer, session_uid: string) {
  const until = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const { deliveries } = await operator.listDeliveries(projectName, { session_uid }, { signal });
    const open = deliveries.filter(({ status }) => status !== "delivered");
    if (deliveries.length === 3 && open.length === 0) {
      const retried = deliveries.filter(({ attempts_made }) => attempts_made > 1);
      mustBe("the number of deliveries that were retried", retried.length, 1);
      const id = mustHave("the retried delivery", retried[0]).delivery_id;
      return mustHave(`delivery ${id}`, await operator.getDelivery(projectName, id, { signal }));
    }
    if (Date.now() > until) throw new DemoFailed(`${open.length} deliveries are not on record as delivered`);
    await moment(50, signal);
  }
}
