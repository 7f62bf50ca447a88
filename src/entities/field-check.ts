import { ATTRIBUTE_NAME_LENGTH_MAX } from "../config/limits.ts";
import { parseJson } from "../lib/json.ts";
import type { LookupType } from "../projects/project.ts";
import type {
  AttributesField,
  BooleanField,
  EntityDefinition,
  FieldDefinition,
  FieldValue,
  KeysField,
  NumberField,
  StringField,
} from "./definition.ts";
import { JsonNumber } from "./json-number.ts";
import type { RowCheckOptions } from "./row-check.ts";

/** Why a value cannot be taken. Made once per field wherever its text does not depend on the value. */
export class Refusal {
  readonly code: "invalid_type" | "incorrect_format" | "unknown_lookup";
  readonly field: string;
  /** For a type the pair of the message; else the whole message. */
  readonly text: string;

  constructor(code: Refusal["code"], field: string, text: string) {
    this.code = code;
    this.field = field;
    this.text = text;
  }
}

/** Turns what was sent, which is not empty, into a value or a refusal. */
type Conversion<Sent> = (sent: Sent) => FieldValue | Refusal;

/** A field of the definition, ready to check cells and JSON values. */
export interface FieldCheck {
  readonly name: string;
  readonly index: number;
  readonly bit: number;
  readonly mandatory: boolean;
  /** What an absent or an empty value becomes. */
  readonly emptyValue: FieldValue;
  /** Values such as `{}` and `[]` are possible, which are nothing where something is mandatory. */
  readonly canBeEmptyInside: boolean;
  readonly fromText: Conversion<string>;
  readonly fromJson: Conversion<unknown>;
}

/** A value that the project does not have yet, of a row that is still being checked (`lookup_policy: open`). */
export interface PendingLookup {
  type: LookupType;
  value: string;
}

export function compileFields(
  definition: EntityDefinition,
  options: RowCheckOptions,
  pending: PendingLookup[],
): FieldCheck[] {
  return definition.fields.map((field, index) => ({
    name: field.name,
    index,
    bit: 1 << index,
    mandatory: field.mandatory || options.extraMandatory.includes(field.name),
    emptyValue: emptyValueOf(field),
    canBeEmptyInside: field.type === "attributes" || field.type === "keys",
    ...conversionsOf(field, options, pending),
  }));
}

/** null, and the empty text that clients send for it. Spaces are a text like any other and come back as they were. */
export function isEmptyJson(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** `{}` and `[]` are values of their types, and yet nothing where something is mandatory. */
export function isEmptyInside(value: FieldValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

export function emptyValueOf(field: FieldDefinition): FieldValue {
  switch (field.type) {
    case "boolean":
      return field.default;
    case "attributes":
      return {};
    case "keys":
      return [];
    case "string":
    case "number":
      return null;
  }
}

function conversionsOf(
  field: FieldDefinition,
  options: RowCheckOptions,
  pending: PendingLookup[],
): { fromText: Conversion<string>; fromJson: Conversion<unknown> } {
  switch (field.type) {
    case "string":
      return stringConversions(field, options, pending);
    case "number":
      return numberConversions(field);
    case "boolean":
      return booleanConversions(field);
    case "attributes":
      return attributesConversions(field);
    case "keys":
      return keysConversions(field);
  }
}

function stringConversions(field: StringField, options: RowCheckOptions, pending: PendingLookup[]) {
  const { lengthMax, lookup } = field;
  const wrongType = invalidType(field, "String");
  const tooLong = incorrectFormat(field, `at most ${lengthMax} characters`);
  const notText = notWellFormed(field);
  const notEmail = field.format === "email" ? incorrectFormat(field, "name@example.com") : undefined;
  const known = lookup && (options.lookups.get(lookup) ?? new Set<string>());
  const isOpen = options.lookupPolicy === "open";

  function fromText(text: string): FieldValue | Refusal {
    if (text.length > lengthMax && isLongerThan(text, lengthMax)) return tooLong;
    if (!isStorable(text)) return notText;
    if (notEmail !== undefined && !EMAIL.test(text)) return notEmail;
    if (known !== undefined && lookup !== undefined && !known.has(text)) {
      if (!isOpen) return new Refusal("unknown_lookup", field.name, `Unknown ${lookup} '${text}'`);
      pending.push({ type: lookup, value: text });
    }
    return text;
  }
  return { fromText, fromJson: (sent: unknown) => (typeof sent === "string" ? fromText(sent) : wrongType) };
}

function numberConversions(field: NumberField) {
  const wrongType = invalidType(field, "Number");
  const outside = incorrectFormat(field, `a number from ${field.min} to ${field.max}`);

  function fromNumber(number: number): FieldValue | Refusal {
    if (!(number >= field.min && number <= field.max)) return outside;
    return kept(field, number);
  }
  function fromText(text: string): FieldValue | Refusal {
    const number = parseNumber(text);
    return number === undefined ? wrongType : fromNumber(number);
  }
  function fromJson(sent: unknown): FieldValue | Refusal {
    if (typeof sent === "number") return fromNumber(sent);
    return sent instanceof JsonNumber ? fromNumber(Number(sent.text)) : wrongType;
  }
  return { fromText, fromJson };
}

function booleanConversions(field: BooleanField) {
  const wrongType = invalidType(field, "Boolean");
  return {
    fromText: (text: string) => parseBoolean(text) ?? wrongType,
    fromJson: (sent: unknown) => (typeof sent === "boolean" ? sent : wrongType),
  };
}

function attributesConversions(field: AttributesField) {
  const wrongType = invalidType(field, "Object");
  const tooMany = incorrectFormat(field, `at most ${field.pairsMax} name-value pairs`);
  const tooLong = incorrectFormat(field, `values of at most ${field.lengthMax} characters`);
  const badName = incorrectFormat(field, `names of 1 to ${ATTRIBUTE_NAME_LENGTH_MAX} characters`);
  const notText = notWellFormed(field);

  function fromJson(sent: unknown): FieldValue | Refusal {
    if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof JsonNumber)
      return wrongType;
    const pairs = Object.entries(sent);
    if (pairs.length > field.pairsMax) return tooMany;
    for (const [name, value] of pairs) {
      if (value !== null && typeof value !== "string") {
        const named = `${field.name}.${name}`;
        return new Refusal("invalid_type", named, `${named}-expected type: String`);
      }
      if (name === "" || isLongerThan(name, ATTRIBUTE_NAME_LENGTH_MAX)) return badName;
      if (value !== null && isLongerThan(value, field.lengthMax)) return tooLong;
      if (!isStorable(name) || (value !== null && !isStorable(value))) return notText;
    }
    return Object.fromEntries(pairs);
  }
  function fromText(text: string): FieldValue | Refusal {
    try {
      return fromJson(parseJson(text));
    } catch {
      return wrongType;
    }
  }
  return { fromText, fromJson };
}

function keysConversions(field: KeysField) {
  const wrongType = invalidType(field, "Array");
  const tooMany = incorrectFormat(field, `at most ${field.itemsMax} items`);
  const notText = notWellFormed(field);

  function fromJson(sent: unknown): FieldValue | Refusal {
    if (!Array.isArray(sent)) return wrongType;
    if (!sent.every((item) => typeof item === "string")) return wrongType;
    if (!sent.every(isStorable)) return notText;
    const keys = [...new Set(sent)];
    return field.itemsMax !== null && keys.length > field.itemsMax ? tooMany : keys;
  }
  return { fromText: (text: string) => fromJson(splitKeys(text)), fromJson };
}

/** In CSV a list is one cell (decisions, section 6). */
export function splitKeys(text: string): string[] {
  return text
    .split(";")
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

/** The number as it is stored: rounded to the field's decimals. */
export function kept(field: NumberField, number: number): number {
  const scale = 10 ** field.decimals;
  const rounded = Math.round(number * scale) / scale;
  // Multiplying has an error of its own, which can tip what lies near the middle. Adding zero turns -0 into 0.
  return (rounded === number ? number : Number(number.toFixed(field.decimals))) + 0;
}

/** A decimal number, with spaces around it or an exponent perhaps; undefined for anything else, such as `0x10` or `1,5`. */
export function parseNumber(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}

export function parseBoolean(text: string): boolean | undefined {
  return BOOLEANS.get(text) ?? BOOLEANS.get(text.trim().toLowerCase());
}

/** PostgreSQL keeps no null character, and UTF-8 no half of a surrogate pair: refused, because they would not come back. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Counts code points, as the database does; only texts near the limit are counted at all. */
function isLongerThan(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false;
  if (text.length > 2 * lengthMax) return true;
  let length = 0;
  for (const _ of text) length += 1;
  return length > lengthMax;
}

function invalidType(field: FieldDefinition, type: string): Refusal {
  return new Refusal("invalid_type", field.name, `${field.name}-expected type: ${type}`);
}

function incorrectFormat(field: FieldDefinition, format: string): Refusal {
  const message = `Incorrect format for field: ${field.name}, the correct format: ${format}`;
  return new Refusal("incorrect_format", field.name, message);
}

function notWellFormed(field: FieldDefinition): Refusal {
  return incorrectFormat(field, "Unicode text without null characters");
}

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/**
 * One @, a local part without spaces or misplaced dots, and a domain with a dot and a top level that is no number.
 * Linear, and the field is at most 255 characters long.
 */
const EMAIL =
  /^[^\s@"(),:;<>[\]\\.]+(?:\.[^\s@"(),:;<>[\]\\.]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

const BOOLEANS = new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["false", false],
  ["0", false],
  ["no", false],
]);
