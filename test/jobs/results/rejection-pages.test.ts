import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RowFailure } from "../../../src/entities/row-failures.ts";
import { LocalFileStore } from "../../../src/files/file-store.ts";
import { indexKey, readRejectionGroups } from "../../../src/jobs/rejection-index.ts";
import { type Rejection, RejectionsWriter } from "../../../src/jobs/rejections.ts";
import { readRejectionPage } from "../../../src/jobs/results/error-files.ts";

const KEY = "1/job/rejections-token.ndjson";

let folder: string;
let files: LocalFileStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shelfwire-rejections-"));
  files = new LocalFileStore(folder);
  await files.open(Date.now(), 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function unknown(field: string, value: string): RowFailure {
  return { code: "unknown_lookup", fields: [field], message: `Unknown ${field} '${value}'`, values: [value] };
}

function missing(...fields: string[]): RowFailure {
  return {
    code: "missing_mandatory",
    fields,
    message: `Missing mandatory fields:${fields.join(",")}`,
    values: fields.map(() => null),
  };
}

const ragged: RowFailure = { code: "wrong_cell_count", fields: [], message: "Incorrect number of cells", values: [] };

async function write(failures: readonly RowFailure[][]): Promise<Rejection[]> {
  const rejections = failures.map((of, i) => ({
    row: i + 1,
    line: i + 2,
    key: `é${i}`,
    failures: of,
    cells: [`é${i}`],
  }));
  const writer = new RejectionsWriter(files, KEY, { key: "store_number", columns: ["store_number"] });
  await writer.add(rejections.slice(0, 3));
  await writer.add(rejections.slice(3));
  await writer.finish();
  return rejections;
}

async function rowsOf(page: { offset: number; limit: number }, filter?: { code: string; field?: string }) {
  const { items, total } = await readRejectionPage(files, KEY, page, filter);
  return { rows: [...new Set(items.map(({ row }) => row))], total };
}

describe("pages of rejections of one kind", () => {
  it("counts rows by kind and field, the most frequent first, with the first message of each", async () => {
    await write([
      [missing("city", "street"), unknown("region_name", "Atlantis")],
      [unknown("region_name", "Mu")],
      [ragged],
      [unknown("state_code", "ZZ"), unknown("region_name", "Mu")],
    ]);
    expect(await readRejectionGroups(files, KEY)).toEqual([
      { code: "unknown_lookup", field: "region_name", message: "Unknown region_name 'Atlantis'", rows: 3 },
      { code: "missing_mandatory", field: "city", message: "Missing mandatory fields:city,street", rows: 1 },
      { code: "missing_mandatory", field: "street", message: "Missing mandatory fields:city,street", rows: 1 },
      { code: "unknown_lookup", field: "state_code", message: "Unknown state_code 'ZZ'", rows: 1 },
      { code: "wrong_cell_count", field: null, message: "Incorrect number of cells", rows: 1 },
    ]);
  });

  it("shows of a row only the messages that were asked for", async () => {
    await write([[missing("city", "street"), unknown("region_name", "Atlantis")], [ragged]]);
    const page = await readRejectionPage(
      files,
      KEY,
      { offset: 0, limit: 10 },
      { code: "missing_mandatory", field: "street" },
    );
    expect(page).toEqual({
      total: 1,
      items: [
        {
          row: 1,
          line: 2,
          key: "é0",
          field: "street",
          code: "missing_mandatory",
          message: "Missing mandatory fields:city,street",
          value: null,
        },
      ],
    });
    expect(await rowsOf({ offset: 0, limit: 10 }, { code: "wrong_cell_count" })).toEqual({ rows: [2], total: 1 });
    expect(await rowsOf({ offset: 0, limit: 10 }, { code: "no_such_code" })).toEqual({ rows: [], total: 0 });
    expect(await rowsOf({ offset: 0, limit: 10 }, { code: "__proto__" })).toEqual({ rows: [], total: 0 });
  });

  it("gives every page of every kind as reading all of them would, also where marks are far apart", async () => {
    // Beyond 2,048 of a kind not every one has a mark; one kind is rare, and stands between others.
    const kinds = [
      [unknown("region_name", "Atlantis")],
      [missing("city"), unknown("region_name", "Mu")],
      [ragged],
      [unknown("state_code", "ZZ")],
    ];
    const rejections = await write(
      Array.from({ length: 9_000 }, (_, i) => kinds[i % 97 === 0 ? 3 : i % 5 === 0 ? 2 : i % 2] ?? []),
    );
    const filters = [
      undefined,
      { code: "unknown_lookup" },
      { code: "unknown_lookup", field: "region_name" },
      { code: "unknown_lookup", field: "state_code" },
      { code: "missing_mandatory", field: "city" },
      { code: "wrong_cell_count" },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...filters),
        fc.nat({ max: 9_500 }),
        fc.integer({ min: 1, max: 300 }),
        async (filter, offset, limit) => {
          const matching = rejections.filter(({ failures }) =>
            failures.some(
              ({ code, fields }) =>
                filter === undefined ||
                (code === filter.code && (filter.field === undefined || fields.includes(filter.field))),
            ),
          );
          const expected = matching.slice(offset, offset + limit).map(({ row }) => row);
          expect(await rowsOf({ offset, limit }, filter)).toEqual({ rows: expected, total: matching.length });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leaves no index where nothing was rejected", async () => {
    const writer = new RejectionsWriter(files, "1/clean/rejections.ndjson", { key: "store_number", columns: null });
    await writer.finish();
    expect(await files.size(indexKey("1/clean/rejections.ndjson"))).toBeUndefined();
  });
});
