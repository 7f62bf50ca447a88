import { ShelfwireClient } from "@shelfwire/client";
import { moment, mustBe, mustHappen } from "../expectations.ts";
import { count } from "../figures.ts";
import type { Play, Retailer } from "../play.ts";
import { Receiver } from "../receivers.ts";
import { eventsOf } from "./callbacks.ts";

const PROJECT = "corrections-only";
const PRIMARY = 20;
const RECALCULATE = 5;
const ARRIVAL_TIMEOUT_MS = 60_000;

/** A second project that wants one wave type: what the filter lets through, what it keeps away, and whose data is whose. */
export async function filterScene(play: Play, retailer: Retailer, begun: Receiver[]): Promise<{ seen: string }> {
  const { stage, operator, service, signal } = play;
  await operator.createProject(PROJECT, {}, { signal });
  const { token } = await operator.createToken(PROJECT, { user_name: "demo" }, { signal });
  const client = new ShelfwireClient({ baseUrl: service.url, token, projectName: PROJECT });
  const receiver = new Receiver("corrections", { kind: "accepts" });
  begun.push(receiver);
  await receiver.start();
  await client.setSubscription({ url_list: [receiver.url], wave_type_list: ["recalculate"] }, { signal });
  stage.fact(`project ${PROJECT} subscribes to recalculate only`);

  const wanted = eventsOf(play, "recalculate", RECALCULATE);
  const events = [...eventsOf(play, "primary", PRIMARY), ...wanted];
  const answer = await operator.publish(PROJECT, events, { signal });
  const owed = answer.events.reduce((sum, { deliveries }) => sum + deliveries, 0);
  mustBe("accepted", answer.accepted, events.length);
  mustBe("callbacks owed", owed, RECALCULATE);
  await mustHappen(`${owed} callbacks accepted`, () => receiver.accepted >= owed, {
    next: () => moment(25, signal),
    timeoutMs: ARRIVAL_TIMEOUT_MS,
    signal,
  });
  const sessions = new Set(wanted.map(({ session_uid }) => session_uid));
  const unwanted = receiver.callbacks.filter(({ sessionUid }) => !sessions.has(sessionUid)).length;
  mustBe("callbacks of other wave types", unwanted, 0);
  const kept = answer.events.filter(({ deliveries }) => deliveries === 0).length;
  mustBe("events without a delivery", kept, PRIMARY);
  stage.fact(
    `${count(PRIMARY)} primary and ${count(RECALCULATE)} recalculate results published: ${count(receiver.accepted)} callbacks arrived, ${count(kept)} kept away`,
  );
  await mustBeApart(play, client, retailer);
  return {
    seen: `${count(receiver.accepted)} of ${count(events.length)} results called back, ${count(kept)} kept away`,
  };
}

async function mustBeApart(
  { stage, service, signal }: Play,
  client: ShelfwireClient,
  retailer: Retailer,
): Promise<void> {
  const { metadata } = await client.stores.page({ per_page: 1 }, { signal });
  mustBe("the number of stores that the second project sees", metadata.total_count, 0);
  const url = `${service.url}/api/v4/${PROJECT}/entity/store`;
  const { status } = await fetch(url, { headers: { authorization: `Auth-Token ${retailer.token}` }, signal });
  mustBe("the answer to a token of another project", status, 403);
  stage.fact(`it sees ${metadata.total_count} stores, and ${retailer.projectName}'s token gets a ${status} there`);
}
