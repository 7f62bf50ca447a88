import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { afterAll, describe, expect, it } from "vitest";
import { cities } from "../../demo/cities.ts";
import { FAULTS, lookupsOf, writeStoresFile } from "../../demo/stores-file.ts";

describe("the demo's file of stores", () => {
  const folder = mkdtempSync(join(tmpdir(), "shelfwire-demo-file-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has one row for each place, and each fault as often as it says", async () => {
    const places = cities(3_000);
    const file = await writeStoresFile(join(folder, "stores.csv"), places);
    const { data } = Papa.parse<Record<string, string>>(readFileSync(file.path, "utf8"), {
      header: true,
      skipEmptyLines: true,
    });
    const spoilt = data.filter((row) => row.store_number?.startsWith("BAD-"));
    expect(data).toHaveLength(file.rows);
    expect(spoilt).toHaveLength(FAULTS.length * file.rowsPerFault);
    expect(new Set(data.map((row) => row.store_number)).size).toBe(file.rows);
    expect(file.goodRows).toBe(3_000);
  });

  it("names places that are real, all over the world, with the lookup values that their rows need", () => {
    const places = cities(130_000);
    expect(new Set(places.map(({ id }) => id)).size).toBe(130_000);
    const { region_name } = lookupsOf(places);
    expect(region_name).toEqual(expect.arrayContaining(["France", "Japan", "Brazil", "Kenya"]));
    expect(region_name.filter((name) => name.length > 45)).toEqual([]);
  });
});
