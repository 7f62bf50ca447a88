import type { Delivery, DeliveryAccess, DeliveryWithAttempts, Endpoint } from "@shelfwire/client";
import type { Command } from "commander";
import { CommandFailed } from "./command-errors.ts";
import { styleOf } from "./delivery.ts";
import { counted, duration } from "./figures.ts";
import { interruptible } from "./interruption.ts";
import { note, printJsonLine, printJsonLines } from "./output.ts";
import { deliveryAccess, wantsJson } from "./settings.ts";
import { printTable } from "./table.ts";

/** The subscribed URLs with their health. */
export async function listEndpoints(_flags: object, command: Command): Promise<void> {
  const endpoints = await (await deliveryAccess(command)).endpoints();
  if (wantsJson(command)) return printJsonLines(endpoints);
  if (endpoints.length === 0) return note("No URL is subscribed.");
  printTable(
    [
      { title: "ID", value: (endpoint: Endpoint) => endpoint.endpoint_id, right: true },
      {
        title: "HEALTH",
        value: (endpoint) => endpoint.health,
        style: ({ health }) => (health === "healthy" ? "green" : "red"),
      },
      { title: "FAILED IN A ROW", value: (endpoint) => endpoint.consecutive_failures, right: true },
      { title: "URL", value: (endpoint) => endpoint.url, canShrink: true },
      { title: "FAILING SINCE", value: (endpoint) => endpoint.failing_since, optional: true },
      { title: "NEXT PROBE", value: (endpoint) => endpoint.next_probe_time, optional: true },
    ],
    endpoints,
  );
}

const POLL_MS = 250;
/** An attempt takes at most 10 s, and may have to wait for a free place. */
const PATIENCE_MS = 20_000;

/** Sends a test event and tells how the first attempt to each URL went. Throws `CommandFailed` where one failed. */
export async function testSubscription(flags: { endpoint?: number }, command: Command): Promise<void> {
  const deliveries = await deliveryAccess(command);
  const json = wantsJson(command);
  const sent = await deliveries.sendTestEvent({ endpoint_id: flags.endpoint });
  note(`Sent test event ${sent.event_id} to ${counted(sent.deliveries.length, "URL")}.`);
  const farewell = "left; the deliveries go on. See them with: shelfwire delivery list";
  const tried = await interruptible(farewell, (signal) =>
    Promise.all(sent.deliveries.map((delivery) => firstAttempt(deliveries, delivery, signal))),
  );
  if (json) for (const delivery of tried) await printJsonLine(delivery);
  else {
    printTable(
      [
        { title: "STATUS", value: (one: DeliveryWithAttempts) => one.status, style: styleOf },
        { title: "OUTCOME", value: (one) => one.attempts[0]?.outcome ?? "no attempt yet" },
        { title: "ANSWER", value: (one) => one.attempts[0]?.status_code, right: true },
        { title: "TOOK", value: ({ attempts: [first] }) => first && duration(first.duration_ms), right: true },
        { title: "URL", value: (one) => one.url, canShrink: true },
      ],
      tried,
    );
  }
  const failed = tried.filter(({ status }) => status !== "delivered").length;
  if (failed > 0)
    throw new CommandFailed(
      `${failed} of ${counted(tried.length, "URL")} did not acknowledge it; they are tried again`,
    );
}

async function firstAttempt(
  deliveries: DeliveryAccess,
  { delivery_id }: Delivery,
  signal: AbortSignal,
): Promise<DeliveryWithAttempts> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const delivery = await deliveries.get(delivery_id, { signal });
    if (delivery === undefined) throw new CommandFailed(`delivery ${delivery_id} is gone: its URL was removed`);
    if (delivery.attempts.length > 0 || delivery.complete_time !== null || Date.now() > deadline) return delivery;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}
