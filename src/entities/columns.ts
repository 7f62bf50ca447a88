import type { EntityDefinition, FieldDefinition } from "./definition.ts";

/** The column of a field, as PostgreSQL names its type (`format_type`); a test compares the tables with it. */
export function columnType(field: FieldDefinition): string {
  switch (field.type) {
    case "string":
      return "text";
    case "number":
      return "double precision";
    case "boolean":
      return "boolean";
    case "attributes":
      return "jsonb";
    case "keys":
      return "text[]";
  }
}

/** Flags, attributes and lists have a value for "empty"; the definition's mandatory fields are never empty. */
export function isNullable(field: FieldDefinition): boolean {
  return !field.mandatory && (field.type === "string" || field.type === "number");
}

/** Text compares byte by byte. */
export function isCollated(field: FieldDefinition): boolean {
  return field.type === "string" || field.type === "keys";
}

/** The names come from the definitions alone, never from a request. */
export function columnNames(definition: EntityDefinition): string[] {
  return definition.fields.map((field) => field.name);
}
