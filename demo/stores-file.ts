import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { City } from "./cities.ts";

/** A way to get a row wrong, and how the service will put it. */
export interface Fault {
  /** For people: what is wrong. */
  what: string;
  spoil: Partial<Row>;
  /** What its messages begin with. */
  errors: string[];
}

export interface StoresFile {
  path: string;
  bytes: number;
  rows: number;
  goodRows: number;
  /** How many rows each fault spoils. */
  rowsPerFault: number;
}

const COLUMNS = [
  "store_number",
  "store_name",
  "store_display_name",
  "store_type_name",
  "region_name",
  "retailer_name",
  "state_code",
  "street",
  "city",
  "latitude",
  "longitude",
  "manager_email",
  "additional_attributes.population",
] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

export const RETAILERS = ["Bright Basket", "Daily Corner", "Green Crate"];
export const STORE_TYPES = ["Hypermarket", "Supermarket", "Convenience"];

/** Messages as the interface words them ("Entity error file"). */
export const FAULTS: Fault[] = [
  {
    what: "no name",
    spoil: { store_name: "" },
    errors: ["Missing mandatory field:store_name"],
  },
  {
    what: "neither street nor city",
    spoil: { street: "", city: "" },
    errors: ["Missing mandatory fields:street,city"],
  },
  {
    what: "a latitude in words",
    spoil: { latitude: "north of here" },
    errors: ["Invalid variable type:latitude-expected type:"],
  },
  {
    what: "an e-mail without a host",
    spoil: { manager_email: "manager@" },
    errors: ["Incorrect format for field: manager_email, the correct format:"],
  },
  {
    what: "a store type that nobody configured",
    spoil: { store_type_name: "Kiosk" },
    errors: ["Unknown store_type_name 'Kiosk'"],
  },
  {
    what: "two wrongs in one row",
    spoil: { region_name: "Atlantis", store_name: "" },
    errors: ["Missing mandatory field:store_name", "Unknown region_name 'Atlantis'"],
  },
];

/** Number of the store at a place. */
export function storeNumber(city: City): string {
  return `GN-${city.id}`;
}

/** Writes a CSV file of one store for each place, with spoilt rows spread among them. */
export async function writeStoresFile(path: string, places: City[]): Promise<StoresFile> {
  const rowsPerFault = Math.max(3, Math.round(places.length / 2_000));
  const spoilt = rowsPerFault * FAULTS.length;
  const every = Math.floor(places.length / spoilt);
  const file = createWriteStream(path);
  file.write(`${COLUMNS.join(",")}\n`);
  let written = 0;
  for (const [i, city] of places.entries()) {
    const row = rowOf(city);
    let lines = lineOf(row);
    if (i % every === 0 && written < spoilt) {
      const fault = FAULTS[written % FAULTS.length];
      lines += lineOf({ ...row, ...fault?.spoil, store_number: `BAD-${written + 1}` });
      written += 1;
    }
    if (!file.write(lines)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  const { size } = await stat(path);
  return { path, bytes: size, rows: places.length + written, goodRows: places.length, rowsPerFault };
}

/** The lookup values that the rows of these places need. */
export function lookupsOf(places: City[]): { region_name: string[]; state_code: string[] } {
  return {
    region_name: [...new Set(places.map(({ countryName }) => countryName))],
    state_code: [...new Set(places.map(({ stateCode }) => stateCode))].filter((code) => code !== ""),
  };
}

/** Places, countries and populations are GeoNames'; streets, retailers and addresses of managers are made up. */
export function rowOf(city: City): Row {
  const retailer = RETAILERS[city.id % RETAILERS.length] ?? "";
  return {
    store_number: storeNumber(city),
    store_name: `${retailer} ${city.name}`.slice(0, 100),
    store_display_name: city.name.slice(0, 100),
    store_type_name: typeOf(city.population),
    region_name: city.countryName,
    retailer_name: retailer,
    state_code: city.stateCode,
    street: `${(city.id % 200) + 1} Market Street`,
    city: city.name.slice(0, 100),
    latitude: String(city.latitude),
    longitude: String(city.longitude),
    manager_email: `store${city.id}@retail.example`,
    "additional_attributes.population": String(city.population),
  };
}

function typeOf(population: number): string {
  if (population >= 100_000) return "Hypermarket";
  return population >= 10_000 ? "Supermarket" : "Convenience";
}

function lineOf(row: Row): string {
  return `${COLUMNS.map((column) => cell(row[column])).join(",")}\n`;
}

function cell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
