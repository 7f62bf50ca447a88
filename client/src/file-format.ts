import type { FileFormat } from "./types.ts";

/** The format that a file's name tells, such as CSV of `stores.csv` and CSV_ZIP of `stores.csv.zip`. */
export function formatOf(fileName: string): FileFormat {
  const name = fileName.toLowerCase();
  const isPacked = /\.(zip|gz|gzip)$/.test(name);
  const isJson = /\.(json|jsonl|ndjson)(\.|$)/.test(name) || /json[^.]*\.(zip|gz|gzip)$/.test(name);
  if (isPacked) return isJson ? "JSON_ZIP" : "CSV_ZIP";
  return isJson ? "JSON" : "CSV";
}
