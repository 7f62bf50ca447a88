import type { ReadQuery } from "@shelfwire/client";
import { stringifySearch } from "../../parts/search-params.ts";
import { SERVICE_URL } from "../../session/api.ts";
import type { EntityShape } from "./entity-fields.ts";

const API_VERSION = "v4";

/** A link that downloads all that matches; the browser streams it to the disk, however large it is. */
export function exportUrl(project: string, shape: EntityShape, format: "csv" | "ndjson", query: ReadQuery): string {
  return `${entityUrl(project, shape)}/export${stringifySearch({ format, ...query })}`;
}

/** A link to a CSV file with the header only. */
export function templateUrl(project: string, shape: EntityShape): string {
  return `${entityUrl(project, shape)}/template.csv`;
}

function entityUrl(project: string, { type }: EntityShape): string {
  return `${SERVICE_URL}/api/${API_VERSION}/${encodeURIComponent(project)}/entity/${type}`;
}
