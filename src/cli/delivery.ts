import type { DeliveryFilter, DeliveryStatus } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { wholeNumber } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { count, duration } from "./figures.ts";
import { note, printJson, printRecord, printTable } from "./output.ts";
import { deliveryAccess, wantsJson } from "./settings.ts";

const STATUSES = ["pending", "leased", "delivered", "dead", "cancelled"] as const;
const REDELIVERABLE = ["dead", "delivered"] as const;

interface FilterFlags<Status = DeliveryStatus> {
  status?: Status;
  endpoint?: string;
  session?: string;
  from?: string;
  to?: string;
}

/** `shelfwire delivery`: what became of callbacks. */
export function defineDelivery(command: Command): void {
  command.addHelpText(
    "after",
    `
A delivery is one event owed to one callback URL. It is pending until it is delivered, dead (given up after its last
round) or cancelled (its URL was removed). Both the project's token and the operator's will do; the operator also sees
what receivers answered. Redelivery of many takes dead ones, unless --status delivered is given.

Examples:
  $ shelfwire delivery list --project acme --status dead
  $ shelfwire delivery get --project acme 0199c0de-...            each attempt, with its outcome
  $ shelfwire delivery redeliver --project acme 0199c0de-...
  $ shelfwire delivery redeliver --project acme --status dead --dry-run`,
  );
  filterFlags(command.command("list").description("deliveries, the newest first"), STATUSES)
    .option("--limit <number>", "how many", wholeNumber, 50)
    .action(listDeliveries);
  command.command("get").description("one delivery with its attempts").argument("<delivery-id>").action(getDelivery);
  filterFlags(command.command("redeliver").description("deliver again: one, or all that match"), REDELIVERABLE)
    .argument("[delivery-id]")
    .option("--dry-run", "only count what matches")
    .action(redeliver);
}

function filterFlags(command: Command, statuses: readonly string[]): Command {
  return command
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--endpoint <url>", "only of this callback URL")
    .option("--session <uuid>", "only of this session")
    .option("--from <time>", "only of events published since then, ISO 8601")
    .option("--to <time>", "only of events published before then");
}

async function listDeliveries(flags: FilterFlags & { limit: number }, command: Command): Promise<void> {
  const page = await (await deliveryAccess(command)).list(filterOf(flags), { limit: flags.limit });
  if (wantsJson(command)) return printJson(page);
  if (page.deliveries.length === 0) return note("No delivery matches.");
  printTable(
    [
      { title: "DELIVERY ID", value: (delivery) => delivery.delivery_id },
      { title: "STATUS", value: (delivery) => delivery.status },
      { title: "ATTEMPTS", value: (delivery) => delivery.attempts_made, right: true },
      { title: "WAVE", value: (delivery) => delivery.wave_type },
      { title: "CREATED", value: (delivery) => delivery.creation_time },
      { title: "URL", value: (delivery) => delivery.url },
    ],
    page.deliveries,
  );
  if (page.next_cursor !== "") note("There are more; raise --limit, or narrow with --status, --session, --from.");
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
      { title: "ROUND", value: (attempt) => attempt.round, right: true },
      { title: "TIME", value: (attempt) => attempt.start_time },
      { title: "TOOK", value: (attempt) => duration(attempt.duration_ms), right: true },
      { title: "STATUS", value: (attempt) => attempt.status_code, right: true },
      { title: "OUTCOME", value: (attempt) => attempt.outcome },
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
