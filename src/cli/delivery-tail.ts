import type { Delivery, DeliveryAccess, DeliveryFilter } from "@shelfwire/client";
import { UnreachableError } from "@shelfwire/client";
import { styleOf } from "./delivery.ts";
import { untilInterrupted } from "./interruption.ts";
import { note, printJsonLine } from "./output.ts";
import { cellText } from "./table.ts";
import { paint, widthOfStream } from "./terminal.ts";
import { cut, padEnd } from "./text-width.ts";

const POLL_MS = 1_000;
/** Deliveries that are not settled are asked for one by one, so many in one poll: the oldest first, then round and round. */
const ASKED_PER_POLL_MAX = 20;
/** Above so many open ones the oldest are no longer followed; their number is told. */
const FOLLOWED_MAX = 10_000;

/** Shows the last few deliveries, then a line for each change, each change once, until Ctrl-C. */
export async function tailDeliveries(
  deliveries: DeliveryAccess,
  filter: DeliveryFilter,
  { lines, json }: { lines: number; json: boolean },
): Promise<void> {
  const show = json ? printJsonLine : showLine;
  await untilInterrupted(async (signal) => {
    const tail = new Tail(deliveries, filter, signal);
    for (const delivery of await tail.begin(lines)) await show(delivery);
    if (process.stdout.isTTY) note("Waiting for more; Ctrl-C ends it.");
    let isAway = false;
    while (!signal.aborted) {
      await pause(POLL_MS, signal);
      try {
        for (const delivery of await tail.poll()) await show(delivery);
        if (isAway) note("The service answers again.");
        isAway = false;
      } catch (error) {
        if (signal.aborted || !(error instanceof UnreachableError)) throw error;
        if (!isAway) note("The service does not answer; still trying. Ctrl-C ends it.");
        isAway = true;
      }
    }
  });
}

/** What has changed since it was last asked. Exported for its test. */
export class Tail {
  readonly #deliveries: DeliveryAccess;
  readonly #filter: DeliveryFilter;
  readonly #signal: AbortSignal;
  /** Those that may still change, in the order in which they are asked for. */
  readonly #open = new Map<string, string>();
  /** Ids rise with time: what is not above this has been seen. */
  #newest = "";

  constructor(deliveries: DeliveryAccess, { status, ...filter }: DeliveryFilter, signal: AbortSignal) {
    this.#deliveries = deliveries;
    this.#filter = { ...filter, status };
    this.#signal = signal;
  }

  /** The last `count`, the oldest of them first; everything after them is for `poll`. */
  async begin(count: number): Promise<Delivery[]> {
    const page = await this.#deliveries.list(this.#narrowing, { limit: 100, signal: this.#signal });
    this.#newest = page.deliveries[0]?.delivery_id ?? "";
    for (const delivery of [...page.deliveries].reverse()) this.#note(delivery);
    const shown = count === 0 ? [] : await this.#last(count);
    return shown.reverse();
  }

  /** New deliveries and changed ones, in the order of their making. */
  async poll(): Promise<Delivery[]> {
    const changed: Delivery[] = [];
    const fresh: Delivery[] = [];
    for await (const delivery of this.#deliveries.all(this.#narrowing, { signal: this.#signal })) {
      if (delivery.delivery_id <= this.#newest) break;
      fresh.push(delivery);
    }
    const waiting = await this.#deliveries.list({ ...this.#narrowing, status: "pending" }, { signal: this.#signal });
    for (const delivery of waiting.deliveries)
      if (this.#isKnown(delivery) && this.#note(delivery)) changed.push(delivery);
    const asked = [...this.#open.keys()].slice(0, ASKED_PER_POLL_MAX);
    const answers = await Promise.all(asked.map((id) => this.#deliveries.get(id, { signal: this.#signal })));
    answers.forEach((answer, at) => {
      const id = asked[at] ?? "";
      if (answer === undefined) this.#open.delete(id);
      else if (this.#note(answer)) changed.push(withoutAttempts(answer));
    });
    this.#newest = fresh[0]?.delivery_id ?? this.#newest;
    for (const delivery of fresh.reverse()) if (this.#note(delivery)) changed.push(delivery);
    const { status } = this.#filter;
    return status === undefined ? changed : changed.filter((delivery) => delivery.status === status);
  }

  /** Redelivered ones are old and open again; new ones come with the list of the newest. */
  #isKnown({ delivery_id }: Delivery): boolean {
    return delivery_id <= this.#newest;
  }

  /** Without the status: a delivery has to be known before it has the one that is asked for. */
  get #narrowing(): DeliveryFilter {
    const { status: _, ...rest } = this.#filter;
    return rest;
  }

  async #last(count: number): Promise<Delivery[]> {
    const found: Delivery[] = [];
    for await (const delivery of this.#deliveries.all(this.#filter, { signal: this.#signal })) {
      if (delivery.delivery_id > this.#newest) continue;
      found.push(delivery);
      if (found.length === count) break;
    }
    return found;
  }

  /** Remembers how it is, at the end of the row; true where that is news. */
  #note(delivery: Delivery): boolean {
    const { delivery_id, status, attempts_made } = delivery;
    const before = this.#open.get(delivery_id);
    // On its way or waiting is one to the reader; what counts is an attempt made, and an end.
    const state = status === "leased" ? `pending ${attempts_made}` : `${status} ${attempts_made}`;
    this.#open.delete(delivery_id);
    if (status === "pending" || status === "leased") this.#open.set(delivery_id, state);
    if (this.#open.size > FOLLOWED_MAX) {
      const [oldest] = this.#open.keys();
      if (oldest !== undefined) this.#open.delete(oldest);
    }
    return state !== before;
  }
}

function withoutAttempts<T extends Delivery>(delivery: T): Delivery {
  const { attempts: _, ...rest } = { attempts: undefined, ...delivery };
  return rest;
}

const STATUS_WIDTH = 9;

async function showLine(delivery: Delivery): Promise<void> {
  const { delivery_id, attempts_made, last_failure, last_status_code, reason, url, session_uid } = delivery;
  const status = paint(styleOf(delivery) ?? "dim", padEnd(delivery.status, STATUS_WIDTH), process.stdout);
  const time = delivery.complete_time ?? (attempts_made === 0 ? delivery.creation_time : new Date().toISOString());
  const why = [last_failure ?? reason, last_status_code].filter((one) => one !== null).join(" ");
  const tries = attempts_made === 1 ? "1 attempt" : `${attempts_made} attempts`;
  const rest = [
    tries,
    ...(why === "" || delivery.status === "delivered" ? [] : [why]),
    `session ${session_uid}`,
    url,
    delivery_id,
  ];
  const text = `${time.slice(11, 23)}  ${"".padEnd(STATUS_WIDTH)}  ${rest.map(cellText).join("  ")}`;
  const fitting = cut(text, widthOfStream(process.stdout));
  process.stdout.write(`${fitting.slice(0, 14)}${status}${fitting.slice(14 + STATUS_WIDTH)}\n`);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
