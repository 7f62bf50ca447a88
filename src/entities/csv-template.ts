import type { EntityDefinition, FieldDefinition } from "./definition.ts";

/**
 * The header row of an upload with every field, to be filled in: first the mandatory ones, those of the definition and
 * those of the project, then the rest. CRLF as RFC 4180 has it.
 */
export function csvTemplate(definition: EntityDefinition, extraMandatory: readonly string[]): string {
  const isMandatory = (field: FieldDefinition) => field.mandatory || extraMandatory.includes(field.name);
  const fields = [
    ...definition.fields.filter(isMandatory),
    ...definition.fields.filter((field) => !isMandatory(field)),
  ];
  return `${fields.map((field) => field.name).join(",")}\r\n`;
}
