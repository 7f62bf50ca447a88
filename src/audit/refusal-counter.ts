import { REFUSALS_ADDRESSES_MAX, REFUSALS_FLUSH_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import type { Service } from "../lib/service.ts";
import { HOUR, MINUTE } from "../lib/units.ts";
import { addRefusals } from "./audit-store.ts";

/**
 * Why nobody was signed in: a token that nobody has or had, that has run out or was revoked; too many attempts before;
 * the page of another origin asked.
 */
export type RefusalReason = "unknown_token" | "expired_token" | "revoked_token" | "throttled" | "other_origin";

/** Who held the token, where it is one of ours that has ended. */
export interface FormerHolder {
  project: string;
  userName: string;
  tokenId: string;
}

/** Refusals of one minute, address and token. */
export interface CountedRefusals {
  minuteMs: number;
  firstMs: number;
  lastMs: number;
  address: string;
  holder: FormerHolder | undefined;
  counts: Map<RefusalReason, number>;
}

/** Stands for the addresses past the bound of a minute. */
export const SEVERAL_ADDRESSES = "several addresses";

/**
 * Refused sign-ins for the audit log: one entry a minute, address and former holder, with their number, so that a flood
 * of guesses costs additions in memory and a few rows. Every process adds to the same entries.
 */
export class RefusalCounter implements Service {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #loop: Loop;
  #counted = new Map<string, CountedRefusals>();
  #addresses = { minuteMs: 0, seen: new Set<string>() };

  constructor(deps: { db: Database; clock: Clock; log: Logger }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    const step = async () => {
      await this.flush();
      return "idle" as const;
    };
    this.#loop = new Loop({ name: "refusal-counter", idleMs: REFUSALS_FLUSH_MS, log: deps.log, step });
  }

  async start(): Promise<void> {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.flush();
  }

  /** Counts one; it stands in the log within a second. */
  refused(address: string, reason: RefusalReason, holder?: FormerHolder): void {
    const nowMs = this.#clock.now();
    const minuteMs = Math.floor(nowMs / MINUTE) * MINUTE;
    this.#add({
      ...{ minuteMs, firstMs: nowMs, lastMs: nowMs, holder },
      address: this.#boundedAddress(address, minuteMs),
      counts: new Map([[reason, 1]]),
    });
  }

  /** Writes what was counted so far. What cannot be written is kept for the next time, for as long as it is recent. */
  async flush(): Promise<void> {
    if (this.#counted.size === 0) return;
    // In one order, so that two processes that add to the same entries do not wait for each other in a circle.
    const counted = [...this.#counted.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    this.#counted = new Map();
    try {
      await this.#db.tx((tx) => addRefusals(tx, counted));
    } catch (error) {
      const recentMs = this.#clock.now() - HOUR;
      for (const each of counted) if (each.minuteMs > recentMs) this.#add(each);
      throw error;
    }
  }

  #add(more: CountedRefusals): void {
    const key = `${more.minuteMs} ${more.address} ${more.holder?.tokenId ?? ""}`;
    const known = this.#counted.get(key);
    if (known === undefined) {
      this.#counted.set(key, more);
      return;
    }
    known.firstMs = Math.min(known.firstMs, more.firstMs);
    known.lastMs = Math.max(known.lastMs, more.lastMs);
    for (const [reason, count] of more.counts) known.counts.set(reason, (known.counts.get(reason) ?? 0) + count);
  }

  #boundedAddress(address: string, minuteMs: number): string {
    if (this.#addresses.minuteMs !== minuteMs) this.#addresses = { minuteMs, seen: new Set() };
    const { seen } = this.#addresses;
    if (!seen.has(address) && seen.size >= REFUSALS_ADDRESSES_MAX) return SEVERAL_ADDRESSES;
    seen.add(address);
    return address;
  }
}
