import { closeSync, openSync, writeSync } from "node:fs";

/** What a file of stores is like; the same plan makes the same file. */
export interface FilePlan {
  rows: number;
  format: "csv" | "json";
  /** Another one changes `store_name` and `manager_name` of every row. */
  edition: number;
  /** Every so many rows one is refused: an unknown region, and a latitude beyond the pole. 0: none; 1: all. */
  badEvery: number;
}

export const LOOKUPS = {
  store_type_name: ["Grocery", "Convenience", "Hypermarket", "Pharmacy"],
  region_name: ["North", "East", "South", "West"],
  district_name: Array.from({ length: 40 }, (_, i) => `District ${i}`),
  branch_name: Array.from({ length: 200 }, (_, i) => `Branch ${i}`),
  retailer_name: Array.from({ length: 25 }, (_, i) => `Retailer ${i}`),
  state_code: Array.from({ length: 50 }, (_, i) => `S${i}`),
} as const;

export const COLUMNS = [
  "store_number",
  "store_name",
  "store_display_name",
  "store_type_name",
  "region_name",
  "district_name",
  "branch_name",
  "retailer_name",
  "state_code",
  "street",
  "city",
  "postal_code",
  "latitude",
  "longitude",
  "is_active",
  "manager_name",
  "manager_email",
  "manager_phone",
  "is_deleted",
  "additional_attributes",
] as const;

const ROWS_AT_ONCE = 5_000;

/** Writes the file: about 240 bytes a row as CSV, 560 as JSON. */
export function writeStores(path: string, plan: FilePlan): void {
  const file = openSync(path, "w");
  writeSync(file, plan.format === "csv" ? `${COLUMNS.join(",")}\n` : "[\n");
  for (let first = 0; first < plan.rows; first += ROWS_AT_ONCE) {
    let text = "";
    for (let i = first; i < Math.min(plan.rows, first + ROWS_AT_ONCE); i += 1) {
      const row = storeOf(i, plan);
      if (plan.format === "csv") text += `${row.map(csvCell).join(",")}\n`;
      else text += `${i === 0 ? "" : ",\n"}${jsonOf(row)}`;
    }
    writeSync(file, text);
  }
  if (plan.format === "json") writeSync(file, "\n]\n");
  closeSync(file);
}

type Cell = string | number | boolean | Record<string, string>;

/** The cells of row `i`, in the order of `COLUMNS`. */
export function storeOf(i: number, { edition, badEvery }: FilePlan): Cell[] {
  const isBad = badEvery > 0 && i % badEvery === 0;
  const pick = (list: readonly string[]) => list[i % list.length] ?? "";
  return [
    `ST-${String(i).padStart(8, "0")}`,
    `Fresh Market ${i}${edition === 0 ? "" : `, ${edition}`}`,
    `Fresh Market on ${i % 997}th Street`,
    pick(LOOKUPS.store_type_name),
    isBad ? "Atlantis" : pick(LOOKUPS.region_name),
    pick(LOOKUPS.district_name),
    pick(LOOKUPS.branch_name),
    pick(LOOKUPS.retailer_name),
    pick(LOOKUPS.state_code),
    `${i % 9_973} Main Street`,
    `Springfield ${i % 499}`,
    String(10_000 + (i % 89_999)),
    isBad ? 123 : ((i * 7) % 180_000_000) / 1e6 - 90,
    ((i * 13) % 360_000_000) / 1e6 - 180,
    i % 10 !== 0,
    `Robin Doe ${(i + edition) % 5_003}`,
    `manager.${i}@stores.example.com`,
    `+1-555-${String(i % 10_000).padStart(4, "0")}`,
    false,
    { size: i % 2 === 0 ? "large" : "small" },
  ];
}

function csvCell(cell: Cell): string {
  if (typeof cell === "object") return `"${JSON.stringify(cell).replaceAll('"', '""')}"`;
  const text = String(cell);
  return text.includes(",") ? `"${text}"` : text;
}

function jsonOf(row: readonly Cell[]): string {
  return JSON.stringify(Object.fromEntries(COLUMNS.map((column, i) => [column, row[i]])));
}
