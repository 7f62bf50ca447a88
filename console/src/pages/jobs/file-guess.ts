import { type EntityType, type FileFormat, formatOf } from "@shelfwire/client";

export const FILE_FORMATS = ["CSV", "JSON", "CSV_ZIP", "JSON_ZIP"] as const satisfies FileFormat[];

/** What a file's name says about it; the entity only where the name says so. */
export function guessFrom(fileName: string): { entity: EntityType | undefined; format: FileFormat } {
  const name = fileName.toLowerCase();
  const found = ENTITY_WORDS.filter(([word]) => name.includes(word)).map(([, entity]) => entity);
  // "users-by-store.csv" may be either.
  return { entity: new Set(found).size === 1 ? found[0] : undefined, format: formatOf(fileName) };
}

/** Why this file can't be taken, in the words of the person who chose it; undefined where it may be. */
export function fileMistake(file: { name: string; size: number }): string | undefined {
  if (file.size === 0) return "The file is empty.";
  if (/\.(xlsx|xlsm|xls|ods|numbers)$/i.test(file.name)) {
    return "This is a spreadsheet. Save it as “CSV UTF-8 (comma delimited)” and upload that.";
  }
  return undefined;
}

const ENTITY_WORDS = [
  ["store", "store"],
  ["shop", "store"],
  ["user", "user"],
  ["route", "route"],
] as const satisfies [string, EntityType][];
