/** What the machine can do at all: the two floors that the product's figures are compared with. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { type Database, statement } from "../../src/db/database.ts";
import { eventOf } from "./load.ts";
import { CA_FILE } from "./receiver-process.ts";

const CONCURRENCY = 64;
const BATCH = 500;

interface Call {
  id: string;
  body: string;
}

/** POSTs a second of a bare loop over the HTTP client's lowest interface. */
export async function rawFloor(origin: string, count: number): Promise<number> {
  const pool = poolOf(origin);
  await sendAll(pool, callsOf(1_000));
  const calls = callsOf(count);
  const started = performance.now();
  await sendAll(pool, calls);
  const perSecond = count / ((performance.now() - started) / 1_000);
  await pool.destroy();
  return perSecond;
}

/** Deliveries a second of the smallest durable queue: bulk insert, claim in batches, dispatch, settle in batches. */
export async function durableFloor(db: Database, origin: string, count: number): Promise<number> {
  await db.run(
    "drop table if exists floor; create table floor (id uuid primary key, body text not null, state text not null)",
  );
  await db.run("create index on floor (id) where state = 'pending'");
  const pool = poolOf(origin);
  await sendAll(pool, callsOf(1_000));
  const calls = callsOf(count);
  const started = performance.now();
  let isInserted = false;
  const inserting = insertAll(db, calls).then(() => {
    isInserted = true;
  });
  await Promise.all([inserting, ...[1, 2, 3].map(() => work(db, pool, () => isInserted))]);
  const perSecond = count / ((performance.now() - started) / 1_000);
  await pool.destroy();
  await db.run("drop table floor");
  return perSecond;
}

async function insertAll(db: Database, calls: Call[]): Promise<void> {
  for (let at = 0; at < calls.length; at += BATCH) {
    const batch = calls.slice(at, at + BATCH);
    await db.execute(INSERT, [batch.map(({ id }) => id), batch.map(({ body }) => body)]);
  }
}

async function work(db: Database, pool: Pool, isInserted: () => boolean): Promise<void> {
  while (true) {
    const wasInserted = isInserted();
    const claimed = await db.rows<Call>(CLAIM, [BATCH]);
    if (claimed.length === 0 && wasInserted) return;
    await sendAll(pool, claimed);
    if (claimed.length > 0) await db.execute(SETTLE, [claimed.map(({ id }) => id)]);
  }
}

function poolOf(origin: string): Pool {
  return new Pool(origin, { connections: CONCURRENCY, connect: { ca: readFileSync(CA_FILE) } });
}

function callsOf(count: number): Call[] {
  return Array.from({ length: count }, () => {
    const { session_uid, analysis_result_url } = eventOf();
    return { id: randomUUID(), body: JSON.stringify({ analysis_result_url, session_uid, source: "Shelfwire" }) };
  });
}

/** So many at a time as a lane has at most. */
function sendAll(pool: Pool, calls: Call[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let next = 0;
  let done = 0;
  const start = () => {
    const call = calls[next];
    if (call === undefined) return;
    next += 1;
    const headers = headersOf(call);
    pool.dispatch(
      { method: "POST", path: "/ok", headers, body: call.body },
      {
        onRequestStart() {},
        onResponseEnd() {
          done += 1;
          if (done === calls.length) resolve();
          else start();
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  };
  if (calls.length === 0) resolve();
  for (let i = 0; i < Math.min(CONCURRENCY, calls.length); i += 1) start();
  return promise;
}

/** Signing is a feature: the floor sends what a receiver needs to tell deliveries apart, no more. */
function headersOf({ id }: Call): Record<string, string> {
  return { "content-type": "application/json", "user-agent": "bench", "webhook-id": id };
}

const INSERT = statement(
  "floor_insert",
  "insert into floor (id, body, state) select id, body, 'pending' from unnest($1::uuid[], $2::text[]) as f (id, body)",
);

const CLAIM = statement(
  "floor_claim",
  `update floor set state = 'leased'
   where id = any(array(select id from floor where state = 'pending' order by id limit $1 for update skip locked))
   returning id, body`,
);

const SETTLE = statement("floor_settle", "update floor set state = 'delivered' where id = any($1)");
