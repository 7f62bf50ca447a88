import type { Database } from "../../src/db/database.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { uuidv7Floor } from "../../src/lib/ids.ts";
import { DAY, MINUTE } from "../../src/lib/units.ts";
import { Deliveries, type DeliveryFilter } from "../../src/notifier/deliveries.ts";
import { fillDeliveries } from "../filling/deliveries.ts";
import { DAYS, GREAT, URLS } from "../filling/endpoints.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { type Line, percentile } from "./table.ts";

/** Settled deliveries of all projects over a month. */
const ROWS = 3_000_000;
const PENDING = 20_000;
const PAGE = 100;
const ASKED = 60;
/** What one waits for without noticing. */
const TARGET_MS = 50;

/** How long one page of a list takes with a month of history. */
export async function measureLists(database: BenchDatabase, scale: number): Promise<Line[]> {
  const rows = Math.ceil(ROWS * scale);
  const { db } = await database.create("lists");
  const now = Date.now();
  await fillDeliveries(db, now, { settled: rows, pending: PENDING });
  const lines = await measureFilledLists(db, now, rows);
  await db.close();
  return lines;
}

/** The slowest of many pages, in different places of a history that ends at `now`. */
export async function measureFilledLists(db: Database, now: number, rows: number): Promise<Line[]> {
  const deliveries = new Deliveries({ db, clock: systemClock, retentionDays: DAYS, announce: () => {} });
  const { rows: some } = await deliveries.list(GREAT, {}, { before: uuidv7Floor(now - 9 * DAY), limit: ASKED });
  const sessionOf = (i: number) => some[i % some.length]?.session_uid;
  const lists: [string, (i: number) => DeliveryFilter][] = [
    ["all", () => ({})],
    ["pending", () => ({ state: "pending" })],
    ["dead", () => ({ state: "dead" })],
    ["cancelled", () => ({ state: "cancelled" })],
    ["of one endpoint", () => ({ url: URLS.sound })],
    ["delivered to one endpoint", () => ({ url: URLS.sound, state: "delivered" })],
    ["dead of one endpoint", () => ({ url: URLS.sound, state: "dead" })],
    ["of an endpoint that is new", () => ({ url: URLS.newest })],
    ["of an endpoint removed long ago", () => ({ url: URLS.removed })],
    ["of a URL that went and came back", () => ({ url: URLS.twice })],
    ["of one session", (i) => ({ sessionUid: sessionOf(i) })],
    ["of one session and endpoint", (i) => ({ sessionUid: sessionOf(i), url: URLS.sound })],
    ["within ten minutes", (i) => ({ fromMs: now - i * 0.4 * DAY, toMs: now - i * 0.4 * DAY + 10 * MINUTE })],
  ];
  const lines: Line[] = [];
  for (const [name, filterOf] of lists) {
    lines.push(lineOf(`page of ${PAGE} deliveries, ${name}`, rows, await timesOf((i) => page(i, filterOf(i)))));
  }
  const ids = some.map((row) => row.delivery_id);
  const one = await timesOf((i) => deliveries.one(GREAT, ids[i % ids.length] ?? ""));
  return [...lines, lineOf("one delivery with its attempts", rows, one)];

  function page(i: number, filter: DeliveryFilter): Promise<unknown> {
    // The first one begins at the newest.
    const isNewest = i === 0 || filter.fromMs !== undefined;
    const before = isNewest ? undefined : uuidv7Floor(now - ((i * DAYS) / ASKED) * 0.9 * DAY);
    return deliveries.list(GREAT, filter, { before, limit: PAGE });
  }
}

function lineOf(what: string, rows: number, sortedMs: number[]): Line {
  const slowest = sortedMs.at(-1) ?? 0;
  return {
    figure: `${what}, of ${rows.toLocaleString("en")}`,
    value: `${percentile(sortedMs, 0.5).toFixed(1)} ms, slowest of ${sortedMs.length} ${slowest.toFixed(1)} ms`,
    target: `at most ${TARGET_MS} ms`,
    reached: slowest <= TARGET_MS,
  };
}

async function timesOf(ask: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  // The first few make the plans.
  for (let i = -6; i < ASKED; i += 1) {
    const started = performance.now();
    await ask(Math.max(i, 0));
    if (i >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}
