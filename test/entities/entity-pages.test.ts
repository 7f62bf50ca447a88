import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type Statement, statement } from "../../src/db/database.ts";
import { type EntityPage, EntityPages } from "../../src/entities/entity-pages.ts";
import { compareValues } from "../../src/entities/field-order.ts";
import { LOWERED_TO_ASCII } from "../../src/entities/filters-reads.ts";
import { markerText, type SortValue } from "../../src/entities/place-marker.ts";
import { READ_BOUNDS, type ReadBounds } from "../../src/entities/read-bounds.ts";
import { parseReadQuery, type RawQuery } from "../../src/entities/read-query.ts";
import { STORE } from "../../src/entities/store.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createProjectRow, storeRow, uploadRows } from "./upload-rows.ts";

/** What is meant for a million rows, from the first row on. */
const SMALL: ReadBounds = {
  ...READ_BOUNDS,
  orderRowsMin: 1,
  orderAsks: 1,
  orderSampleEvery: 3,
  skippedRowsMax: 0,
  matchPlacesMax: 5,
};

type Row = Record<string, SortValue> & { store_number: string };

const FIELDS = {
  city: fc.constantFrom(
    "Boston",
    "Austin",
    "ümlaut",
    "\u{1f3ea} shop",
    "\u{ffee} wide",
    "\u212aöln",
    "\u0130zmir",
    "9%_\\",
  ),
  manager_name: fc.constantFrom("", "Ann", "Bob"),
  latitude: fc.constantFrom("", 1.5, -2, 0.000001),
  is_active: fc.boolean(),
  is_deleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
};
const rowsOf = (numbers: number) =>
  fc.array(fc.record({ number: fc.integer({ min: 0, max: numbers }), ...FIELDS }), { minLength: 1, maxLength: 60 });

const sorts = ["store_number", "city", "manager_name", "latitude", "is_active", "last_update_time"];
const filters = {
  city: fc.oneof(FIELDS.city, fc.uniqueArray(FIELDS.city, { minLength: 1, maxLength: 2 })),
  manager_name: FIELDS.manager_name,
  latitude: FIELDS.latitude.map(String),
  is_active: FIELDS.is_active.map(String),
  is_deleted: fc.constantFrom("true", "false", "any"),
  updated_since: fc.constantFrom("1767225600", "2026-01-01T00:01:00Z"),
  q: fc.constantFrom("BOSTON", "s-1", "Ü", "K", "Kö", "I", "%", "9%", "_\\", "ab"),
};
/** Mostly none or one filter: with more, nothing is left to page through. */
const queries = fc
  .tuple(
    fc.record({
      sort: fc.tuple(fc.constantFrom("", "-"), fc.constantFrom(...sorts)).map((parts) => parts.join("")),
      page: fc.integer({ min: 0, max: 6 }).map(String),
      per_page: fc.integer({ min: 1, max: 8 }).map(String),
    }),
    fc.record(filters),
    fc.uniqueArray(fc.constantFrom(...Object.keys(filters)), { maxLength: 2, size: "medium" }),
  )
  .map(([paging, values, names]): RawQuery => {
    const chosen = Object.entries(values).filter(([name]) => names.includes(name));
    return { ...paging, ...Object.fromEntries(chosen) };
  });

describe("pages of large lists (decisions, section 7)", () => {
  let database: TestDatabase;
  let db: Database;
  let projectId: number;
  let jobs = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ db } = database);
    projectId = await createProjectRow(db, "pages");
  });
  afterAll(() => database.drop());

  /** A job a minute after the one before. */
  async function upload(rows: { number: number }[]): Promise<void> {
    const at = new Date(Date.parse("2026-01-01T00:00:00.400Z") + 60_000 * jobs);
    jobs += 1;
    const stores = rows.map(({ number, ...fields }) => storeRow({ store_number: `S-${number}`, ...fields }));
    const { rejected } = await uploadRows(db, projectId, "store", stores, { at });
    expect(rejected).toEqual([]);
  }

  const everything = () =>
    db.rows<Row>(
      statement("", "select *, floor(extract(epoch from updated_at))::bigint as last_update_time from stores"),
    );

  it("show the rows that match, in order, with the right total, whichever way they are found", async () => {
    const pages = new EntityPages(db, SMALL);
    const property = fc.asyncProperty(
      rowsOf(40),
      fc.array(queries, { minLength: 30, maxLength: 30 }),
      async (rows, asked) => {
        await upload(rows);
        const present = await everything();
        for (const raw of asked) {
          const expected = expectedPage(present, raw);
          // First without anything known, then with what the question before has left, or is about to.
          for (let time = 0; time < 3; time += 1) expect(shown(await read(pages, raw))).toEqual(expected);
        }
      },
    );
    await fc.assert(property, { numRuns: 6, seed: 7 });
  });

  it("are found by a search in whatever case: two letters beside its own are lowered to ASCII", async () => {
    const lowered = await db.rows(
      statement(
        "",
        `select chr(code) as letter, lower(chr(code) collate "pg_c_utf8") as lowered from generate_series(128, 1114111) as code
         where code not between 55296 and 57343 and ascii(lower(chr(code) collate "pg_c_utf8")) < 128`,
      ),
    );
    expect(lowered).toEqual(LOWERED_TO_ASCII);
  });

  it("lead through everything by their markers, once each, for rows that no job has changed meanwhile", async () => {
    const pages = new EntityPages(db, SMALL);
    const property = fc.asyncProperty(rowsOf(40), rowsOf(80), fc.constantFrom(...sorts), async (first, then, sort) => {
      await upload(first);
      const before = await everything();
      const seen: string[] = [];
      for (const direction of ["", "-"]) {
        let after: string | undefined;
        do {
          const raw = { sort: `${direction}${sort}`, per_page: "7", ...(after && { after }) };
          const page = await read(pages, raw);
          seen.push(...shown(page).numbers);
          after = page.next && markerText(query(raw).sort, page.next);
          if (seen.length === 14) await upload(then);
        } while (after !== undefined);
      }
      const changed = new Set(then.map(({ number }) => `S-${number}`));
      const same = before.filter((row) => row.is_deleted === false && !changed.has(row.store_number));
      const times = (number: string) => seen.filter((one) => one === number).length;
      expect(same.filter((row) => times(row.store_number) !== 2)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 8, seed: 11 });
  });

  it("find the rows again after the table was written anew in other places", async () => {
    const pages = new EntityPages(db, SMALL);
    const raw = { sort: "city", page: "2", per_page: "4" };
    const before = shown(await read(pages, raw));
    // Without these rows the others move up.
    await db.run("delete from stores where is_deleted");
    await db.run("vacuum full stores");
    for (let time = 0; time < 3; time += 1) expect(shown(await read(pages, raw))).toEqual(before);
  });

  it("share the work of a count among requests that come at once", async () => {
    const counted: string[] = [];
    const watched = new Proxy(db, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name !== "one") return typeof member === "function" ? member.bind(target) : member;
        return (text: Statement, values: unknown[]) => {
          if (/count\(\*\) as count from stores/.test(text.text)) counted.push(text.text);
          return target.one(text, values);
        };
      },
    });
    const pages = new EntityPages(watched, SMALL);
    // Other pages, else they would share one read altogether.
    await Promise.all(Array.from({ length: 10 }, (_, i) => read(pages, { per_page: String(i + 1) })));
    await read(pages, { page: "1", per_page: "2" });
    expect(counted).toHaveLength(1);
  });

  it("share one read among requests for the same page, but not across the end of a job", async () => {
    const pages = new EntityPages(db, SMALL);
    for (let round = 0; round < 10; round += 1) {
      const early = Array.from({ length: 5 }, () => read(pages, { per_page: "100" }));
      await upload([{ number: 1_000 + round }]);
      const late = await Promise.all(Array.from({ length: 5 }, () => read(pages, { per_page: "100" })));
      for (const page of late) expect(shown(page).numbers).toContain(`S-${1_000 + round}`);
      await Promise.all(early);
    }
  });

  const query = (raw: RawQuery) => {
    const outcome = parseReadQuery(STORE, raw);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return outcome.query;
  };
  const read = (pages: EntityPages, raw: RawQuery) => pages.page(projectId, STORE, query(raw));

  function shown(page: EntityPage): { numbers: string[]; total: number; hasNext: boolean } {
    const rows: Row[] = JSON.parse(`[${page.lines}]`);
    return {
      numbers: rows.map((row) => row.store_number),
      total: page.total,
      hasNext: page.next !== undefined,
    };
  }

  function expectedPage(present: Row[], raw: RawQuery) {
    const { sort, page, perPage } = query(raw);
    const matching = present.filter((row) => matches(row, raw));
    const compare = (a: Row, b: Row) => {
      const compared = compareValues(a[sort.field] ?? null, b[sort.field] ?? null) * (sort.descending ? -1 : 1);
      return compared || compareValues(a.store_number, b.store_number);
    };
    const numbers = matching.toSorted(compare).map((row) => row.store_number);
    const start = page * perPage;
    return {
      numbers: numbers.slice(start, start + perPage),
      total: numbers.length,
      hasNext: numbers.length > start + perPage,
    };
  }
});

function matches(row: Row, raw: RawQuery): boolean {
  const { city, manager_name, latitude, is_active, is_deleted = "false", updated_since, q } = raw;
  const since = updated_since === undefined ? 0 : Number(updated_since) || Date.parse(String(updated_since)) / 1_000;
  const words = [row.store_number, row.store_name, row.street, row.city].join("\n").toLowerCase();
  return (
    (city === undefined || [city].flat().includes(String(row.city))) &&
    (manager_name === undefined || (row.manager_name ?? "") === manager_name) &&
    (latitude === undefined || String(row.latitude ?? "") === latitude) &&
    (is_active === undefined || String(row.is_active) === is_active) &&
    (is_deleted === "any" || String(row.is_deleted) === is_deleted) &&
    Number(row.last_update_time) >= since &&
    words.includes(String(q ?? "").toLowerCase())
  );
}
