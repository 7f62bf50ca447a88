import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import type { AcceptedRow, RowOutcome } from "../../src/entities/row-check.ts";
import { applyStaged, countStaged, openStaging } from "../../src/entities/staging.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { rowCheck } from "./sample-rows.ts";
import { addRows, createProjectRow } from "./upload-rows.ts";

type Sent = Record<string, unknown>;
interface File {
  format: "json" | "csv";
  rows: Sent[];
}
/** A store as the model holds it. */
type Store = Record<string, unknown> & { updated_at: number };

const KINDS = ["created", "changed", "unchanged", "deleted", "superseded", "rejected"] as const;
const MANDATORY = ["store_number", "store_name", "store_type_name", "region_name", "street", "city"];

// Values that a row may carry, as JSON has them; in CSV they travel as text. Undefined: the row does not bring the field.
const nasty = fc.constantFrom("a", "tab\there", "line\nbreak", "back\\slash\\N", "\\.", '"quoted"', "ünï 🏪", "{x,y}");
const brought = <T>(value: fc.Arbitrary<T>, empty: fc.Arbitrary<unknown> = fc.constant("")) =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: empty });
const optional = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: brought(value) });

const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  store_number: fc.constantFrom("1", "01", "10", "A", "a", "1 ", "ü\t1"),
  store_name: fc.oneof({ weight: 12, arbitrary: nasty }, { weight: 1, arbitrary: fc.constant("") }),
  store_type_name: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom("Hypermarket", "Convenience") },
    { weight: 1, arbitrary: fc.constant("Kiosk") },
  ),
  region_name: fc.constantFrom("East", "West"),
  street: nasty,
  city: fc.constantFrom("New York", "Boston"),
  postal_code: optional(fc.constantFrom("00501", "10001")),
  latitude: optional(fc.constantFrom(1.5, -1.25, 0.000001)),
  is_active: optional(fc.boolean()),
  is_deleted: optional(fc.boolean()),
  additional_attributes: optional(fc.dictionary(fc.constantFrom("size", "__proto__", 'na"me'), nasty, { maxKeys: 2 })),
};

const jsonFile: fc.Arbitrary<File> = fc.record({
  format: fc.constant("json" as const),
  rows: fc.array(fc.record(FIELDS), { maxLength: 8 }),
});
/** In CSV all rows bring the same fields. */
const csvFile: fc.Arbitrary<File> = fc
  .tuple(fc.subarray(Object.keys(FIELDS).slice(MANDATORY.length)), fc.array(fc.record(FIELDS), { maxLength: 8 }))
  .map(([columns, rows]) => ({
    format: "csv" as const,
    rows: rows.map((row) => Object.fromEntries([...MANDATORY, ...columns].map((name) => [name, row[name] ?? ""]))),
  }));

describe("check and merge against a model (decisions, section 6)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("ends any sequence of files with the same table, counts and times of update as the model", async () => {
    let run = 0;
    const seen = { created: 0, changed: 0, unchanged: 0, deleted: 0, superseded: 0, rejected: 0 };
    const files = fc.array(fc.tuple(fc.oneof(jsonFile, csvFile), fc.boolean()), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(files, async (drawn) => {
      const uploads = drawn.flatMap(([file, twice]) => (twice ? [file, file] : [file]));
      run += 1;
      const projectId = await createProjectRow(database.db, `model-${run}`);
      const model = new Map<string, Store>();
      for (const [index, file] of uploads.entries()) {
        const at = (index + 1) * 1000;
        const expected = applyToModel(model, file, at);
        expect(await upload(database, projectId, file, at)).toEqual([expected, expected]);
        expect(await storedRows(database, projectId)).toEqual(sorted(model));
        for (const kind of KINDS) seen[kind] += expected[kind];
      }
    });
    await fc.assert(property, { numRuns: 60, seed: 7 });
    // A property that never met a deletion would prove nothing about it.
    for (const kind of KINDS) expect(seen[kind], kind).toBeGreaterThan(5);
  });
});

function applyToModel(model: Map<string, Store>, file: File, at: number) {
  const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0, superseded: 0, rejected: 0 };
  const good = file.rows.filter((row) => {
    const accepted = MANDATORY.every((name) => row[name] !== "") && row.store_type_name !== "Kiosk";
    if (!accepted) counts.rejected += 1;
    return accepted;
  });
  const latest = new Map(good.map((row) => [String(row.store_number), row]));
  counts.superseded = good.length - latest.size;
  for (const [key, row] of latest) {
    const before = model.get(key);
    const { updated_at: _, ...after } = { ...(before ?? emptyStore()), ...valuesOfSent(row) };
    if (before === undefined) counts.created += 1;
    else if (isSame(before, after)) {
      counts.unchanged += 1;
      continue;
    } else if (after.is_deleted === true && before.is_deleted === false) counts.deleted += 1;
    else counts.changed += 1;
    model.set(key, { ...after, updated_at: at });
  }
  return counts;
}

function valuesOfSent(row: Sent): Sent {
  const empty = emptyStore();
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value === "" ? empty[name] : value]));
}

function emptyStore(): Store {
  const fields = STORE.fields.map(({ name, type }) => [name, type === "attributes" ? {} : null]);
  return { ...Object.fromEntries(fields), is_active: true, is_deleted: false, updated_at: 0 };
}

function isSame(before: Store, after: Sent): boolean {
  return Object.entries(after).every(([name, value]) => canonical(before[name]) === canonical(value));
}

/** The order of pairs says nothing. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a dry run counts, and what the run itself then does. */
async function upload(database: TestDatabase, projectId: number, file: File, atMs: number) {
  const outcomes = checkFile(file);
  const accepted = outcomes.filter((outcome): outcome is AcceptedRow => outcome.accepted);
  const rejected = outcomes.length - accepted.length;
  return database.db.session(async (session) => {
    const staging = await openStaging(session, STORE);
    try {
      for (const row of accepted) await addRows(staging, [row]);
      await staging.finish();
      const counted = await session.tx((tx) => countStaged(tx, projectId, staging));
      const options = { at: new Date(atMs), newLookupValues: new Map() };
      const applied = await session.tx((tx) => applyStaged(tx, projectId, staging, options));
      return [
        { ...counted, rejected },
        { ...applied, rejected },
      ];
    } finally {
      await staging.close();
    }
  });
}

function checkFile(file: File): RowOutcome[] {
  const check = rowCheck();
  if (file.format === "json") return file.rows.map((row) => check.checkObject(JSON.parse(JSON.stringify(row))));
  const [first] = file.rows;
  if (first === undefined) return [];
  const header = check.forHeader(Object.keys(first));
  if (!header.usable) throw new Error(header.reason);
  return file.rows.map((row) => header.checkCells(Object.values(row).map(cellText)));
}

function cellText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function sorted(model: Map<string, Store>): unknown[] {
  return [...model.values()].map((store) => comparable(store, store.updated_at)).sort();
}

async function storedRows(database: TestDatabase, projectId: number): Promise<unknown[]> {
  const rows = await database.db.rows<Sent & { updated_at: Date }>(SELECT_STORES, [projectId]);
  return rows.map(({ project_id: _, ...row }) => comparable(row, row.updated_at.getTime())).sort();
}

function comparable(row: Sent, updatedAtMs: number): string {
  return JSON.stringify([...STORE.fields.map(({ name }) => canonical(row[name])), updatedAtMs]);
}

const SELECT_STORES = statement("model_stores", "select * from stores where project_id = $1");
