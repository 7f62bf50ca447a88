import { hostname } from "node:os";
import { PROCESS_BEAT_MS, PROCESS_LEASE_MS } from "../config/limits.ts";
import type { Logger } from "../lib/log.ts";
import { Loop } from "../lib/loop.ts";
import type { Service } from "../lib/service.ts";
import { MINUTE } from "../lib/units.ts";
import { type Database, statement } from "./database.ts";

/**
 * This process among all that share the database. Work is leased to a process; the lease of all its work is renewed by
 * one statement a second, with the database's clock. Rescuers return the work of processes that stopped beating:
 * `where lease_process not in (select process_id from processes where lease_until > now())`.
 */
export class ProcessLease implements Service {
  readonly #db: Database;
  readonly #facts: { roles: string[]; version: string };
  readonly #loop: Loop;
  #processId: number | undefined;

  constructor(db: Database, facts: { roles: string[]; version: string }, log: Logger) {
    this.#db = db;
    this.#facts = facts;
    this.#loop = new Loop({ name: "process-lease", idleMs: PROCESS_BEAT_MS, log, step: () => this.#beat() });
  }

  /** Known once started. */
  get processId(): number {
    if (this.#processId === undefined) throw new Error("the process has not been registered yet");
    return this.#processId;
  }

  async start(): Promise<void> {
    const row = await this.#db.one<{ process_id: number }>(REGISTER, [...this.#values(), null]);
    this.#processId = row.process_id;
    this.#loop.start();
  }

  /** After this, what is still leased to this process can be rescued by others at once. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    if (this.#processId !== undefined) await this.#db.execute(LEAVE, [this.#processId]).catch(() => {});
  }

  async #beat(): Promise<"idle"> {
    const beaten = await this.#db.execute(BEAT, [this.processId, PROCESS_LEASE_MS]);
    // Forgotten by another process, after a long time without the database: what is leased from now on counts again.
    if (beaten === 0) await this.#db.rows(REGISTER, [...this.#values(), this.processId]);
    await this.#db.execute(FORGET, [10 * MINUTE]);
    return "idle";
  }

  #values(): unknown[] {
    const { roles, version } = this.#facts;
    return [hostname(), process.pid, roles, version, PROCESS_LEASE_MS];
  }
}

const REGISTER = statement(
  "register_process",
  `insert into processes (process_id, host, pid, roles, version, lease_until)
   overriding system value
   values (coalesce($6, nextval(pg_get_serial_sequence('processes', 'process_id'))), $1, $2, $3, $4,
     now() + $5 * interval '1 millisecond')
   on conflict (process_id) do update set lease_until = excluded.lease_until
   returning process_id`,
);

const BEAT = statement(
  "beat_process",
  "update processes set lease_until = now() + $2 * interval '1 millisecond' where process_id = $1",
);

const LEAVE = statement("leave_process", "delete from processes where process_id = $1");

const FORGET = statement(
  "forget_processes",
  "delete from processes where lease_until < now() - $1 * interval '1 millisecond'",
);
