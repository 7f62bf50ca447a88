import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/db/database.ts";
import { BenchDatabase } from "../delivery/bench-database.ts";
import { fillDeliveries } from "./deliveries.ts";
import { fillEntities } from "./entities.ts";
import { fillFigures } from "./figures.ts";
import { fillRecords } from "./records.ts";

/** How much of everything. */
export interface Filling {
  /** Settled within the last month. */
  deliveries: number;
  pending: number;
  stores: number;
}

export interface FilledDatabase {
  database: BenchDatabase;
  db: Database;
  url: string;
  /** When it was filled, in ms since the epoch: its history ends then. */
  filledAtMs: number;
}

const NAME = "filled";

/**
 * A month of history. In `folder` it stays when the server is stopped, and is not filled again the next time: filling ten
 * million deliveries takes minutes.
 */
export async function openFilled(filling: Filling, folder?: string): Promise<FilledDatabase> {
  const note = folder === undefined ? undefined : join(folder, "filling.json");
  const database = await BenchDatabase.start(folder);
  try {
    if (note !== undefined && existsSync(note)) {
      const { filledAtMs, ...kept } = JSON.parse(readFileSync(note, "utf8"));
      const same = (["deliveries", "pending", "stores"] as const).every((name) => kept[name] === filling[name]);
      if (!same) throw new Error(`${folder} is filled otherwise: ${JSON.stringify(kept)}`);
      const db = database.connect(NAME);
      await fillFigures(db, Date.now());
      return { database, db, url: database.urlOf(NAME), filledAtMs };
    }
    const filledAtMs = Date.now();
    const { db, url } = await database.create(NAME);
    await timed(`${filling.deliveries} deliveries`, () =>
      fillDeliveries(db, filledAtMs, { settled: filling.deliveries, pending: filling.pending }),
    );
    await timed(`${filling.stores} stores`, () => fillEntities(db, filling.stores));
    await timed("records", () => fillRecords(db));
    await timed("figures", () => fillFigures(db, filledAtMs));
    await database.settle();
    if (note !== undefined) writeFileSync(note, JSON.stringify({ ...filling, filledAtMs }));
    return { database, db, url, filledAtMs };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  process.stderr.write(`filling ${what} ... `);
  const started = performance.now();
  await work();
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
}
