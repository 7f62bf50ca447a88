import pg from "pg";
import type { EntityDefinition } from "./definition.ts";
import { fieldText, filterText, orderText } from "./filters-reads.ts";
import type { RowsQuery } from "./read-query.ts";

/** ndjson: a JSON object a line, as pages have them. csv: as an upload takes it, with a header row. */
export type ExportFormat = "ndjson" | "csv";

/** A COPY that reads out all rows of the query. It cannot have parameters: values stand in it as literals. */
export function exportText(
  projectId: number,
  { definition, query, format }: { definition: EntityDefinition; query: RowsQuery; format: ExportFormat },
): string {
  const { filters, sort, fields } = query;
  const values: unknown[] = [projectId];
  const where = filterText(definition, filters, values);
  const shown = fields.map(
    (field) => `${format === "csv" ? cellText(definition, field) : fieldText(field)} as ${field}`,
  );
  const rows = `select ${shown.join(", ")} from ${definition.table} where ${where} order by ${orderText(definition, sort)}`;
  const text =
    format === "csv"
      ? `copy (${rows}) to stdout (format csv, header)`
      : `copy (select row_to_json(shown) from (${rows}) as shown) to stdout (${UNTOUCHED})`;
  return text.replace(/\$(\d+)/g, (_, number: string) => literalText(values[Number(number) - 1]));
}

// The plain format would escape backslashes once more. JSON has no control characters, so that nothing is ever quoted.
const UNTOUCHED = "format csv, delimiter e'\\x02', quote e'\\x01'";

/** What the row check reads back as the same value (decisions, section 6). */
function cellText(definition: EntityDefinition, name: string): string {
  const field = definition.fields.find((one) => one.name === name);
  if (field?.type === "boolean") return `case when ${name} then 'true' else 'false' end`;
  if (field?.type === "keys") return `array_to_string(${name}, ';')`;
  return fieldText(name);
}

function literalText(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literalText).join(", ")}]`;
  return typeof value === "string" ? pg.escapeLiteral(value) : String(value);
}
