/**
 * The audit log: who changed what, when and from where. An entry is written in the transaction of its change, by a note
 * that the door of the service (src/http) makes and hands on: a change that is rolled back leaves no entry, and none is
 * made without one. Sign-ins that are refused change nothing and are counted by the minute instead. Entries hold no
 * secret, and outlive the project that they name.
 */
import { AUDIT_PRUNE_MS, MAINTENANCE_BATCH } from "../config/limits.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import type { Service } from "../lib/service.ts";
import { DAY } from "../lib/units.ts";
import { type AuditRow, selectAuditLog } from "./audit-reads.ts";
import { insertAuditEntry, pruneAuditLog } from "./audit-store.ts";
import { RefusalCounter } from "./refusal-counter.ts";

export const AUDIT_ACTIONS = [
  "project.create",
  "project.change",
  "project.delete",
  "token.create",
  "token.revoke",
  "lookup.replace",
  "lookup.add",
  "subscription.put",
  "subscription.delete",
  "test_event.send",
  "delivery.redeliver",
  "deliveries.redeliver",
  "job.upload",
  "job.cancel",
  "session.open",
  "session.close",
  "session.refuse",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditActor {
  kind: "operator" | "project";
  userName: string;
  /** Of the client, as far as it is known. */
  address: string;
}

export interface AuditFacts {
  /** The project's name; null where the change concerns none. */
  project: string | null;
  actor: AuditActor;
  action: AuditAction;
  /** What was changed, such as the id of a token. */
  target?: string | undefined;
  /** What else is worth knowing, without secrets. */
  details?: Record<string, unknown> | undefined;
}

/** Writes the entry of a change in the transaction that makes it; `more` is what only the change itself finds out. */
export type AuditNote = (db: Queryable, more?: Pick<AuditFacts, "target" | "details">) => Promise<void>;

/** What is undefined does not narrow. From inclusive, to exclusive. */
export interface AuditFilter {
  project?: string | undefined;
  userName?: string | undefined;
  action?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export class Audit implements Service {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  readonly #pruning: Loop;
  /** Of sign-ins. */
  readonly refusals: RefusalCounter;

  constructor(deps: { db: Database; clock: Clock; log: Logger; retentionDays: number }) {
    this.refusals = new RefusalCounter(deps);
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#retentionMs = deps.retentionDays * DAY;
    const step = () => this.prune();
    this.#pruning = new Loop({ name: "audit-pruner", idleMs: AUDIT_PRUNE_MS, log: deps.log, step });
  }

  async start(): Promise<void> {
    this.#pruning.start();
    await this.refusals.start();
  }

  async stop(): Promise<void> {
    await this.#pruning.stop();
    await this.refusals.stop();
  }

  note(facts: AuditFacts): AuditNote {
    return (db, more) => insertAuditEntry(db, { ...facts, ...more }, new Date(this.#clock.now()));
  }

  /** Newest first; `nextBefore` is undefined after the last page. */
  async list(
    filter: AuditFilter,
    page: { before: number | undefined; limit: number },
  ): Promise<{ rows: AuditRow[]; nextBefore: number | undefined }> {
    const rows = await selectAuditLog(this.#db, filter, { before: page.before, most: page.limit + 1 });
    const shown = rows.slice(0, page.limit);
    return { rows: shown, nextBefore: rows.length > page.limit ? shown.at(-1)?.audit_id : undefined };
  }

  /** One step: again while there is more to remove. */
  async prune(): Promise<"again" | "idle"> {
    const before = new Date(this.#clock.now() - this.#retentionMs);
    const removed = await pruneAuditLog(this.#db, before, MAINTENANCE_BATCH);
    return removed === MAINTENANCE_BATCH ? "again" : "idle";
  }
}
