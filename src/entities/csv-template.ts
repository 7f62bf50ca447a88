import type { EntityDefinition } from "./definition.ts";

/** The header row of an upload with every field, to be filled in; CRLF as RFC 4180 has it. */
export function csvTemplate(definition: EntityDefinition): string {
  return `${definition.fields.map((field) => field.name).join(",")}\r\n`;
}
