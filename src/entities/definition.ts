import type { LookupType } from "../projects/project.ts";

export const ENTITY_TYPES = ["store", "user", "route"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/**
 * An entity is data: the row check, the staging table, the merge, the reads, the schema of the answers and the CSV
 * template all come from its definition, and none of them knows an entity by name. Plain data throughout, so that it
 * can be handed to a worker thread.
 */
export interface EntityDefinition {
  /** As the job record and the paths name it. */
  readonly type: EntityType;
  /** The list of an answer, and the other spelling that an upload may use. */
  readonly plural: string;
  readonly table: string;
  /** The field that identifies a row: a mandatory string, the first of the fields, and the one that is not editable. */
  readonly key: string;
  /** In the order of the contract; at most `FIELDS_MAX`. A field's place is its bit in a presence mask. */
  readonly fields: readonly FieldDefinition[];
}

/** Presence masks are non-negative 32-bit integers, in JavaScript and in PostgreSQL. */
export const FIELDS_MAX = 31;

export type FieldDefinition = StringField | NumberField | BooleanField | AttributesField | KeysField;

interface FieldBase {
  readonly name: string;
  readonly description: string;
  /** A row without it is rejected; projects can make further fields mandatory. */
  readonly mandatory: boolean;
}

export interface StringField extends FieldBase {
  readonly type: "string";
  /** In characters (code points). */
  readonly lengthMax: number;
  /** The value must be one that the project has configured. */
  readonly lookup?: LookupType;
  readonly format?: "email";
}

export interface NumberField extends FieldBase {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  /** What is beyond is rounded. */
  readonly decimals: number;
}

export interface BooleanField extends FieldBase {
  readonly type: "boolean";
  /** What an absent flag becomes on insert, and an empty one always. */
  readonly default: boolean;
}

/** An object of name-value pairs. */
export interface AttributesField extends FieldBase {
  readonly type: "attributes";
  readonly pairsMax: number;
  /** Of a value, in characters. */
  readonly lengthMax: number;
}

/** A list of keys of another entity, each of which must exist. */
export interface KeysField extends FieldBase {
  readonly type: "keys";
  readonly of: EntityType;
  /** null: as many as the row holds. */
  readonly itemsMax: number | null;
}

/** A checked value; null where empty. Flags are never null, attributes and lists are `{}` and `[]` where empty. */
export type FieldValue = string | number | boolean | Record<string, string | null> | string[] | null;

/** Every entity has this flag: rows that bear it are gone for readers and for lists of keys, and can come back. */
export const DELETED_FLAG = "is_deleted";
