import type { Line } from "../delivery/table.ts";
import { COLUMNS, storeOf } from "../upload/store-file.ts";
import { median, type Reader } from "./load.ts";

const REQUESTS = 15;

/** Of a million rows at most 5,000 have the same value in these, by how the file is made. */
const SELECTIVE = new Set<string>([
  "store_number",
  "store_name",
  "store_display_name",
  "branch_name",
  "street",
  "city",
  "postal_code",
  "latitude",
  "longitude",
  "manager_name",
  "manager_email",
  "manager_phone",
]);

/** Every field once: sorted by it, or filtered by a value of it, which is another one each time. */
export async function measureFields(reader: Reader, list: string, kind: "sorts" | "filters"): Promise<Line[]> {
  const fields = COLUMNS.filter((field) => kind === "filters" || field !== "additional_attributes");
  const measured: { field: string; first: number; p50: number }[] = [];
  for (const field of fields) {
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n += 1) {
      times.push(await reader.time(`${list}?${kind === "sorts" ? `sort=${field}` : filterBy(field, n)}`));
    }
    const [first = Number.NaN] = times;
    measured.push({ field, first, p50: median(times) });
    process.stderr.write(`${field} ${first.toFixed(0)}/${median(times).toFixed(1)} `);
  }
  if (kind === "sorts") return [lineOf("sorted by any field", measured, 300)];
  return [
    lineOf(
      "filtered by any selective field",
      measured.filter(({ field }) => SELECTIVE.has(field)),
      50,
    ),
    lineOf(
      "filtered by any other field",
      measured.filter(({ field }) => !SELECTIVE.has(field)),
      300,
    ),
  ];
}

function filterBy(field: (typeof COLUMNS)[number], n: number): string {
  const row = storeOf(7_919 * (n + 1), { rows: 0, format: "json", edition: 0, badEvery: 0 });
  const value = row[COLUMNS.indexOf(field)];
  return new URLSearchParams({ [field]: typeof value === "object" ? JSON.stringify(value) : String(value) }).toString();
}

function lineOf(figure: string, measured: { field: string; first: number; p50: number }[], target: number): Line {
  const worst = measured.toSorted((a, b) => b.p50 - a.p50)[0] ?? { field: "", p50: Number.NaN };
  const firsts = measured.map(({ first }) => first);
  return {
    figure,
    value: `p50 at most ${worst.p50.toFixed(1)} ms (${worst.field}); the very first ${median(firsts).toFixed(0)} ms, at most ${Math.max(...firsts).toFixed(0)} ms`,
    target: `p50 under ${target} ms`,
    reached: worst.p50 < target,
  };
}
