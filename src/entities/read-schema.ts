import { type TSchema, Type } from "typebox";
import type { EntityDefinition, FieldDefinition } from "./definition.ts";
import { LAST_UPDATE_TIME } from "./read-query.ts";

/** The schema of what readers get: all fields, null where empty, or those of them that the parameter `fields` names. */
export function readSchema(definition: EntityDefinition) {
  const fields = definition.fields.map((field) => [field.name, fieldSchema(field)] as const);
  const lastUpdate = Type.Integer({ description: "Seconds since the epoch", examples: [1_795_249_800] });
  return Type.Partial(Type.Object({ ...Object.fromEntries<TSchema>(fields), [LAST_UPDATE_TIME]: lastUpdate }), {
    title: definition.type.charAt(0).toUpperCase() + definition.type.slice(1),
    description: "Every field is there, null where it is empty, unless the parameter `fields` names some",
  });
}

function fieldSchema(field: FieldDefinition): TSchema {
  const { description } = field;
  switch (field.type) {
    case "string":
      if (field.mandatory) return Type.String({ description, maxLength: field.lengthMax });
      return Type.Unsafe<string | null>({ type: ["string", "null"], description, maxLength: field.lengthMax });
    case "number":
      return Type.Unsafe<number | null>({
        type: ["number", "null"],
        description,
        minimum: field.min,
        maximum: field.max,
      });
    case "boolean":
      return Type.Boolean({ description });
    case "attributes":
      return Type.Unsafe<Record<string, string | null>>({
        type: "object",
        description,
        additionalProperties: { type: ["string", "null"] },
      });
    case "keys":
      return Type.Array(Type.String(), { description });
  }
}
