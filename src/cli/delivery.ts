import type { Delivery, DeliveryFilter, DeliveryStatus } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { instantOf, wholeNumber } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { count, duration } from "./figures.ts";
import { note, printJson, printJsonLines } from "./output.ts";
import { deliveryAccess, wantsJson } from "./settings.ts";
import { printRecord, printTable } from "./table.ts";
import type { Style } from "./terminal.ts";

export const STATUSES = ["pending", "leased", "delivered", "dead", "cancelled"] as const;
const REDELIVERABLE = ["dead", "delivered"] as const;
const ID = "0199c0de-0000-7000-8000-000000000001";

export interface FilterFlags<Status = DeliveryStatus> {
  status?: Status;
  endpoint?: string;
  session?: string;
  from?: string;
  to?: string;
}

/** `shelfwire delivery`: what became of callbacks. */
export function defineDelivery(command: Command): void {
  addExamples(
    command,
    ["shelfwire delivery list --status dead", "shelfwire delivery tail"],
    `A delivery is one event owed to one callback URL. It is pending until it is delivered, dead (given up after its last
round) or cancelled (its URL was removed). Both the project's token and the operator's will do; the operator also sees
what receivers answered.`,
  );
  const list = filterFlags(command.command("list").description("deliveries, the newest first"), STATUSES)
    .option("--limit <number>", "how many", wholeNumber, 50)
    .action(listDeliveries);
  addExamples(list, [
    "shelfwire delivery list --status dead --from 24h",
    "shelfwire delivery list --limit 500 --json | jq -r .delivery_id",
  ]);
  const get = command.command("get").description("one delivery with its attempts").argument("<delivery-id>");
  get.action(getDelivery);
  addExamples(get, [`shelfwire delivery get ${ID}`]);
  const again = filterFlags(
    command.command("redeliver").description("deliver again: one, or all that match"),
    REDELIVERABLE,
  )
    .argument("[delivery-id]")
    .option("--dry-run", "only count what matches")
    .action(redeliver);
  addExamples(
    again,
    [
      `shelfwire delivery redeliver ${ID}`,
      "shelfwire delivery redeliver --status dead --dry-run",
      "shelfwire delivery redeliver --status dead --from 2026-11-20 --to 2026-11-21",
    ],
    "Many are redelivered where they are dead, unless --status delivered is given.",
  );
  const tail = filterFlags(
    command.command("tail").description("show deliveries as they happen, until Ctrl-C"),
    STATUSES,
  )
    .option("--lines <number>", "begin with so many past ones", wholeNumber, 10)
    .action(async (flags: FilterFlags & { lines: number }, self: Command) => {
      const { tailDeliveries } = await import("./delivery-tail.ts");
      await tailDeliveries(await deliveryAccess(self), filterOf(flags), { lines: flags.lines, json: wantsJson(self) });
    });
  addExamples(
    tail,
    ["shelfwire delivery tail", "shelfwire delivery tail --status dead --lines 0", "shelfwire delivery tail --json"],
    "A line for each change of a delivery: published, failed and waiting for its next attempt, delivered, dead, cancelled.",
  );
}

function filterFlags(command: Command, statuses: readonly string[]): Command {
  return command
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--endpoint <url>", "only of this callback URL")
    .option("--session <uuid>", "only of this session")
    .option("--from <time>", "only of events published since then, ISO 8601 or as 15m, 24h, 7d", instantOf)
    .option("--to <time>", "only of events published before then", instantOf);
}

async function listDeliveries(flags: FilterFlags & { limit: number }, command: Command): Promise<void> {
  const deliveries = await deliveryAccess(command);
  const found: Delivery[] = [];
  let hasMore = false;
  for await (const delivery of deliveries.all(filterOf(flags))) {
    hasMore = found.length === flags.limit;
    if (hasMore) break;
    found.push(delivery);
  }
  if (wantsJson(command)) return printJsonLines(found);
  if (found.length === 0) return note("No delivery matches.");
  printTable(
    [
      { title: "DELIVERY ID", value: (delivery) => delivery.delivery_id },
      { title: "STATUS", value: (delivery) => delivery.status, style: styleOf },
      { title: "ATTEMPTS", value: (delivery) => delivery.attempts_made, right: true },
      { title: "WAVE", value: (delivery) => delivery.wave_type, optional: true },
      { title: "CREATED", value: (delivery) => delivery.creation_time, optional: true },
      { title: "URL", value: (delivery) => delivery.url, canShrink: true },
    ],
    found,
  );
  if (hasMore) note("There are more; raise --limit, or narrow with --status, --session, --from.");
}

export function styleOf({ status }: Pick<Delivery, "status">): Style | undefined {
  const styles = { delivered: "green", dead: "red", cancelled: "dim", pending: "yellow", leased: "cyan" } as const;
  return styles[status];
}

async function getDelivery(deliveryId: string, _flags: object, command: Command): Promise<void> {
  const delivery = await (await deliveryAccess(command)).get(deliveryId);
  if (delivery === undefined) throw new CommandFailed(`the project has no delivery ${deliveryId}`);
  if (wantsJson(command)) return printJson(delivery);
  const { attempts, ...record } = delivery;
  printRecord(record);
  if (attempts.length === 0) return note("No attempt was made yet.");
  process.stdout.write("\n");
  printTable(
    [
      { title: "ATTEMPT", value: (attempt) => attempt.number, right: true },
      { title: "ROUND", value: (attempt) => attempt.round, right: true, optional: true },
      { title: "TIME", value: (attempt) => attempt.start_time, optional: true },
      { title: "TOOK", value: (attempt) => duration(attempt.duration_ms), right: true },
      { title: "STATUS", value: (attempt) => attempt.status_code, right: true },
      {
        title: "OUTCOME",
        value: (attempt) => attempt.outcome,
        style: ({ outcome }) => (outcome === "delivered" ? "green" : "red"),
      },
      { title: "ANSWER", value: (attempt) => attempt.answer, canShrink: true },
    ],
    attempts,
  );
}

async function redeliver(
  deliveryId: string | undefined,
  flags: FilterFlags<(typeof REDELIVERABLE)[number]> & { dryRun?: boolean },
  command: Command,
): Promise<void> {
  const deliveries = await deliveryAccess(command);
  const filter = filterOf(flags);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if ((deliveryId === undefined) !== isFiltered) {
    throw new UsageError("name one delivery, or a filter such as --status dead");
  }
  if (deliveryId !== undefined) {
    const delivery = await deliveries.redeliver(deliveryId);
    return wantsJson(command) ? printJson(delivery) : note(`Delivery ${deliveryId} is on its way again.`);
  }
  const answer = await deliveries.redeliverMany(filter, { dryRun: flags.dryRun });
  if (wantsJson(command)) return printJson(answer);
  const went = flags.dryRun ? "none was sent" : `${count(answer.redelivered)} on their way again`;
  note(`${count(answer.matched)} match; ${went}.`);
}

function filterOf<Status extends DeliveryStatus>(flags: FilterFlags<Status>): DeliveryFilter & { status?: Status } {
  const { status, endpoint, session, from, to } = flags;
  return { status, url: endpoint, session_uid: session, from, to };
}
