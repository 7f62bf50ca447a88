import { uuidv7Floor } from "../lib/ids.ts";
import { DAY } from "../lib/units.ts";
import { type Database, statement } from "./database.ts";

/**
 * Tables partitioned by day on a UUID version 7, which carries its time: the key alone finds the partition, and
 * retention drops whole days instead of deleting rows.
 */

/** Makes the partitions from the day of `fromMs` on; those that exist stay. Safe when several processes do it at once. */
export async function ensureDayPartitions(db: Database, table: string, fromMs: number, days: number): Promise<void> {
  const firstDay = dayOf(fromMs);
  const existing = new Set((await partitionsOf(db, table)).map((partition) => partition.name));
  for (let day = firstDay; day < firstDay + days * DAY; day += DAY) {
    const name = partitionName(table, day);
    if (existing.has(name)) continue;
    await db.tx(async (tx) => {
      await tx.rows(LOCK, [name]);
      await tx.run(
        `create table if not exists ${name} partition of ${table}
         for values from ('${uuidv7Floor(day)}') to ('${uuidv7Floor(day + DAY)}')`,
      );
    });
  }
}

/** Drops the partitions that hold only rows older than `beforeMs`; the names of those dropped. */
export async function dropDayPartitions(db: Database, table: string, beforeMs: number): Promise<string[]> {
  const old = (await partitionsOf(db, table)).filter((partition) => partition.dayMs + DAY <= beforeMs);
  for (const partition of old) await db.run(`drop table if exists ${partition.name}`);
  return old.map((partition) => partition.name);
}

async function partitionsOf(db: Database, table: string): Promise<{ name: string; dayMs: number }[]> {
  const rows = await db.rows<{ name: string }>(SELECT_PARTITIONS, [table]);
  return rows.map(({ name }) => {
    const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
    return { name, dayMs: Date.UTC(Number(year), Number(month) - 1, Number(day)) };
  });
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY) * DAY;
}

function partitionName(table: string, dayMs: number): string {
  return `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

const LOCK = statement("lock_partition", "select pg_advisory_xact_lock(hashtext($1))");

const SELECT_PARTITIONS = statement(
  "select_partitions",
  `select c.relname as name
   from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = to_regclass($1)
   order by c.relname`,
);
