import { randomUUID } from "node:crypto";
import { type Database, statement } from "../../src/db/database.ts";
import { uuidv7, uuidv7Floor } from "../../src/lib/ids.ts";
import { SECOND } from "../../src/lib/units.ts";
import type { DeliveryState, LeasedDelivery } from "../../src/notifier/delivery-state.ts";
import { insertEvents } from "../../src/notifier/events-store.ts";
import { claimDeliveries, rescueDeliveries, returnDeliveries } from "../../src/notifier/queue-store.ts";
import { redeliver } from "../../src/notifier/redelivery-store.ts";
import type { NextStep } from "../../src/notifier/retry-policy.ts";
import { settleDeliveries } from "../../src/notifier/settle-store.ts";
import { raiseVersion, removeEndpoints } from "../../src/notifier/subscriptions-store.ts";

/** One thing that may happen to the queue; the numbers choose among what is there. */
export type Operation =
  | { kind: "publish"; process: number; leased: boolean }
  | { kind: "claim"; process: number; endpoint: number; room: number }
  | { kind: "settle"; process: number; pick: number; end: "delivered" | "pending" | "dead" }
  | { kind: "giveBack"; process: number; pick: number }
  | { kind: "die"; process: number }
  | { kind: "remove"; endpoint: number }
  | { kind: "redeliver" };

export interface SeenRow {
  delivery_id: string;
  places: number;
  state: DeliveryState;
  attempts: number;
  written: number;
  last_number: number;
  lease_token: string | null;
  removed: boolean;
}

/** The endpoints of one project and the processes that work for them, with what each believes that it holds. */
export class QueueModel {
  readonly #db: Database;
  readonly #projectId: number;
  readonly #endpointIds: number[];
  readonly #processes: { processId: number; held: LeasedDelivery[] }[];
  #nowMs = Date.now();
  #version = 0;
  /** Outcomes that the database has taken, by delivery. */
  readonly settled = new Map<string, number>();
  published = 0;

  private constructor(db: Database, ids: { projectId: number; endpointIds: number[]; processIds: number[] }) {
    this.#db = db;
    this.#projectId = ids.projectId;
    this.#endpointIds = ids.endpointIds;
    this.#processes = ids.processIds.map((processId) => ({ processId, held: [] }));
  }

  static async create(db: Database): Promise<QueueModel> {
    const { project_id: projectId } = await db.one<{ project_id: number }>(INSERT_PROJECT, [randomUUID()]);
    const endpoints = await db.rows<{ endpoint_id: number }>(INSERT_ENDPOINTS, [projectId]);
    const processIds: number[] = [];
    for (let i = 0; i < 3; i += 1) processIds.push(await register(db));
    return new QueueModel(db, { projectId, endpointIds: endpoints.map((row) => row.endpoint_id), processIds });
  }

  async run(operation: Operation): Promise<void> {
    this.#nowMs += SECOND;
    switch (operation.kind) {
      case "publish":
        return this.#publish(operation);
      case "claim":
        return this.#claim(operation);
      case "settle":
        return this.#settle(operation);
      case "giveBack":
        return this.#giveBack(operation);
      case "die":
        return this.#die(operation.process);
      case "remove":
        return this.#remove(operation.endpoint);
      case "redeliver":
        return this.#redeliver();
    }
  }

  /** Everything that is still owed, claimed and delivered by the first process after the others are gone. */
  async drain(): Promise<void> {
    for (const process of [1, 2]) await this.#die(process);
    const [first] = this.#processes;
    await returnDeliveries(this.#db, first?.held.splice(0) ?? [], this.#now());
    for (const endpoint of this.#endpointIds.keys()) {
      await this.#claim({ process: 0, endpoint, room: 1_000 });
    }
    while (first && first.held.length > 0) await this.#settle({ process: 0, pick: 0, end: "delivered" });
  }

  rows(): Promise<SeenRow[]> {
    return this.#db.rows(SELECT_ROWS, [this.#projectId]);
  }

  async #publish({ process, leased }: { process: number; leased: boolean }): Promise<void> {
    const worker = this.#worker(process);
    const leaseToken = randomUUID();
    const deliveries = this.#endpointIds.map((endpointId) => ({ deliveryId: uuidv7(this.#nowMs), endpointId, leased }));
    const event = {
      eventUid: uuidv7(this.#nowMs),
      projectId: this.#projectId,
      subscriptionVersion: this.#version,
      eventId: null,
      sessionUid: randomUUID(),
      waveType: "primary",
      analysisResultUrl: "https://results.example/1.json",
      inlineResult: null,
      storeNumber: null,
      clientSessionId: null,
      deliveries,
    };
    const batch = { publishedAt: this.#now(), keysSince: new Date(0), processId: worker.processId, leaseToken };
    const leftOut = await insertEvents(this.#db, [event], batch);
    // The subscription may have changed in the same moment: then nothing is written.
    if (leftOut.has(event.eventUid)) return;
    this.published += deliveries.length;
    if (leased) worker.held.push(...deliveries.map((delivery) => leasedOf(event, delivery, leaseToken)));
  }

  async #claim({ process, endpoint, room }: { process: number; endpoint: number; room: number }): Promise<void> {
    const worker = this.#worker(process);
    const endpointId = this.#endpointIds[endpoint % this.#endpointIds.length];
    if (endpointId === undefined) return;
    const claim = { now: this.#now(), processId: worker.processId, leaseToken: randomUUID() };
    worker.held.push(...(await claimDeliveries(this.#db, new Map([[endpointId, room]]), claim)));
  }

  async #settle({
    process,
    pick,
    end,
  }: {
    process: number;
    pick: number;
    end: "delivered" | "pending" | "dead";
  }): Promise<void> {
    const delivery = this.#take(process, pick);
    if (delivery === undefined) return;
    const failure = end === "delivered" ? undefined : ("timed_out" as const);
    const startedAtMs = this.#nowMs;
    const outcome = {
      failure,
      status: undefined,
      answer: undefined,
      retryAfterMs: undefined,
      startedAtMs,
      durationMs: 1,
    };
    const { lost } = await settleDeliveries(this.#db, [{ delivery, outcome, next: this.#stepTo(end) }], this.#now());
    const { deliveryId } = delivery;
    if (!lost.has(deliveryId)) this.settled.set(deliveryId, (this.settled.get(deliveryId) ?? 0) + 1);
  }

  #stepTo(end: "delivered" | "pending" | "dead"): NextStep {
    if (end === "delivered") return { state: "delivered" };
    if (end === "dead") return { state: "dead", reason: "attempts_exhausted" };
    return {
      state: "pending",
      runAtMs: this.#nowMs,
      position: { round: 1, attemptsInRound: 1, roundStartedAtMs: this.#nowMs },
    };
  }

  async #giveBack({ process, pick }: { process: number; pick: number }): Promise<void> {
    const delivery = this.#take(process, pick);
    if (delivery !== undefined) await returnDeliveries(this.#db, [delivery], this.#now());
  }

  /** The others see it gone and rescue; it does not know, and goes on with what it believes that it holds. */
  async #die(process: number): Promise<void> {
    const worker = this.#worker(process);
    await this.#db.execute(FORGET_PROCESS, [worker.processId]);
    await rescueDeliveries(this.#db, this.#worker(process + 1).processId);
    worker.processId = await register(this.#db);
  }

  async #remove(endpoint: number): Promise<void> {
    if (this.#endpointIds.length < 2) return;
    const [endpointId = 0] = this.#endpointIds.splice(endpoint % this.#endpointIds.length, 1);
    await this.#db.tx(async (tx) => {
      await raiseVersion(tx, this.#projectId);
      await removeEndpoints(tx, this.#projectId, [endpointId], this.#now());
    });
    this.#version += 1;
  }

  async #redeliver(): Promise<void> {
    const filter = {
      state: null,
      endpointId: null,
      sessionUid: null,
      fromId: uuidv7Floor(0),
      toId: uuidv7Floor(2 ** 47),
    };
    await redeliver(this.#db, this.#projectId, filter, this.#now(), 2);
  }

  #take(process: number, pick: number): LeasedDelivery | undefined {
    const { held } = this.#worker(process);
    return held.length === 0 ? undefined : held.splice(pick % held.length, 1)[0];
  }

  #worker(process: number): { processId: number; held: LeasedDelivery[] } {
    const worker = this.#processes[process % this.#processes.length];
    if (worker === undefined) throw new Error("there is no process");
    return worker;
  }

  #now(): Date {
    return new Date(this.#nowMs);
  }
}

function leasedOf(
  event: { projectId: number; sessionUid: string; analysisResultUrl: string },
  delivery: { deliveryId: string; endpointId: number },
  leaseToken: string,
): LeasedDelivery {
  const { projectId, sessionUid, analysisResultUrl } = event;
  const { deliveryId, endpointId } = delivery;
  const start = { round: 1, roundStartedAtMs: null, attemptsInRound: 0, attempts: 0 };
  const facts = { storeNumber: null, clientSessionId: null, url: "https://hooks.example/" };
  return { deliveryId, endpointId, projectId, sessionUid, analysisResultUrl, leaseToken, ...facts, ...start };
}

async function register(db: Database): Promise<number> {
  return (await db.one<{ process_id: number }>(REGISTER)).process_id;
}

const INSERT_PROJECT = statement(
  "model_insert_project",
  "insert into projects (name, settings, created_at, updated_at) values ($1, '{}', now(), now()) returning project_id",
);

const INSERT_ENDPOINTS = statement(
  "model_insert_endpoints",
  `insert into endpoints (project_id, url, position, created_at)
   select $1, 'https://hooks.example/' || n, n, now() from generate_series(1, 3) as n returning endpoint_id`,
);

const REGISTER = statement(
  "model_register",
  `insert into processes (host, pid, roles, version, lease_until) values ('model', 1, '{}', '0', now() + interval '1 hour')
   returning process_id`,
);

const FORGET_PROCESS = statement("model_forget_process", "delete from processes where process_id = $1");

const SELECT_ROWS = statement(
  "model_rows",
  `with everywhere as (
     select delivery_id, endpoint_id, state, attempts, lease_token, 0 as own from deliveries where project_id = $1
     union all
     select delivery_id, endpoint_id, state, attempts, null, (attempt_started_at is not null)::int from settled_deliveries where project_id = $1
   )
   select d.delivery_id, count(*) over (partition by d.delivery_id)::int as places, d.state, d.attempts, d.lease_token,
     e.removed_at is not null as removed,
     d.own + (select count(*)::int from attempts a where a.delivery_id = d.delivery_id) as written,
     greatest(d.own * d.attempts, (select coalesce(max(attempt_number), 0) from attempts a where a.delivery_id = d.delivery_id)) as last_number
   from everywhere d join endpoints e using (endpoint_id)`,
);
