import { FAILURES_PER_ROW_MAX } from "../config/limits.ts";
import type { Queryable } from "../db/database.ts";
import type { EntityDefinition, EntityType, FieldValue, KeysField } from "./definition.ts";
import { selectExistingKeys } from "./references-reads.ts";
import { ENTITIES } from "./registry.ts";
import type { AcceptedRow, RejectedRow, RowOutcome } from "./row-check.ts";
import type { RowFailure } from "./row-failures.ts";

type ExistingKeys = Map<EntityType, Set<string>>;

interface KeysPlace {
  field: KeysField;
  index: number;
}

/**
 * Rejects accepted rows that name keys which do not exist or are deleted (decisions, section 6); order and length of
 * the batch are kept. One query a batch and kind of key, none where no row names any.
 */
export async function checkReferences(
  db: Queryable,
  projectId: number,
  definition: EntityDefinition,
  batch: readonly RowOutcome[],
): Promise<RowOutcome[]> {
  const places = keysPlaces(definition);
  if (places.length === 0) return [...batch];
  const existing = await findExisting(db, projectId, namedKeys(places, batch));
  if (existing.size === 0) return [...batch];
  return batch.map((outcome) => (outcome.accepted ? checkRow(outcome, places, existing) : outcome));
}

function keysPlaces(definition: EntityDefinition): KeysPlace[] {
  return definition.fields.flatMap((field, index) => (field.type === "keys" ? [{ field, index }] : []));
}

function namedKeys(places: readonly KeysPlace[], batch: readonly RowOutcome[]): ExistingKeys {
  const named: ExistingKeys = new Map();
  for (const outcome of batch) {
    if (!outcome.accepted) continue;
    for (const { field, index } of places) {
      const keys = keysAt(outcome.values[index]);
      if (keys.length === 0) continue;
      const ofType = named.get(field.of) ?? new Set();
      named.set(field.of, ofType);
      for (const key of keys) ofType.add(key);
    }
  }
  return named;
}

async function findExisting(db: Queryable, projectId: number, named: ExistingKeys): Promise<ExistingKeys> {
  const existing: ExistingKeys = new Map();
  for (const [type, keys] of named) {
    existing.set(type, await selectExistingKeys(db, projectId, ENTITIES[type], [...keys]));
  }
  return existing;
}

function checkRow(row: AcceptedRow, places: readonly KeysPlace[], existing: ExistingKeys): AcceptedRow | RejectedRow {
  const failures: RowFailure[] = [];
  for (const { field, index } of places) {
    for (const key of keysAt(row.values[index])) {
      if (failures.length === FAILURES_PER_ROW_MAX) break;
      if (!existing.get(field.of)?.has(key)) failures.push(unknownReference(field, key));
    }
  }
  return failures.length === 0 ? row : { accepted: false, key: row.key, failures };
}

function unknownReference(field: KeysField, key: string): RowFailure {
  const message = `Unknown ${ENTITIES[field.of].key} '${key}'`;
  return { code: "unknown_reference", fields: [field.name], message, values: [key] };
}

function keysAt(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}
