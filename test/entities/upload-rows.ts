import type { Database } from "../../src/db/database.ts";
import { statement } from "../../src/db/database.ts";
import type { EntityType } from "../../src/entities/definition.ts";
import { checkReferences } from "../../src/entities/references.ts";
import { ENTITIES } from "../../src/entities/registry.ts";
import {
  type AcceptedRow,
  createRowCheck,
  type RejectedRow,
  type RowCheckOptions,
} from "../../src/entities/row-check.ts";
import { type ApplyResult, applyStaged, countStaged, openStaging, type Staging } from "../../src/entities/staging.ts";
import { LOOKUP_TYPES, type LookupType } from "../../src/projects/project.ts";

export const KNOWN_LOOKUPS: Record<LookupType, string[]> = {
  store_type_name: ["Supermarket", "Pharmacy"],
  region_name: ["North", "South"],
  district_name: ["D1"],
  branch_name: ["B1"],
  retailer_name: ["R1"],
  state_code: ["NY", "CA"],
};

export function knownLookups(): Map<LookupType, Set<string>> {
  return new Map(LOOKUP_TYPES.map((type) => [type, new Set(KNOWN_LOOKUPS[type])]));
}

/** A store with every mandatory field, and what a test cares about. */
export function storeRow(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    store_number: "S-1",
    store_name: "Corner",
    store_type_name: "Supermarket",
    region_name: "North",
    street: "1 Main Street",
    city: "Springfield",
    ...fields,
  };
}

export interface Upload {
  result: ApplyResult;
  rejected: RejectedRow[];
}

/** Checks, stages and merges JSON rows as a job does, in one transaction at `at`. */
export async function uploadRows(
  db: Database,
  projectId: number,
  type: EntityType,
  rows: readonly unknown[],
  options: { at?: Date; check?: Partial<RowCheckOptions>; dryRun?: boolean; beforeCommit?: () => Promise<void> } = {},
): Promise<Upload> {
  const definition = ENTITIES[type];
  const check = createRowCheck(definition, {
    extraMandatory: [],
    lookups: knownLookups(),
    lookupPolicy: "strict",
    ...options.check,
  });
  const batch = rows.map((row) => check.checkObject(row));
  const checked = await checkReferences(db, projectId, definition, batch);
  const accepted = checked.filter((outcome): outcome is AcceptedRow => outcome.accepted);
  const rejected = checked.filter((outcome): outcome is RejectedRow => !outcome.accepted);
  const result = await db.session(async (session) => {
    const staging = await openStaging(session, definition);
    try {
      await addRows(staging, accepted);
      await staging.finish();
      return await session.tx(async (tx) => {
        if (options.dryRun) return countStaged(tx, projectId, staging);
        const at = options.at ?? new Date("2026-01-01T00:00:00Z");
        const applied = await applyStaged(tx, projectId, staging, { at, newLookupValues: check.newLookupValues });
        await options.beforeCommit?.();
        return applied;
      });
    } finally {
      await staging.close();
    }
  });
  return { result, rejected };
}

export async function createProjectRow(db: Database, name: string): Promise<number> {
  const row = await db.one<{ project_id: number }>(INSERT, [name]);
  return row.project_id;
}

const INSERT = statement(
  "insert_test_project",
  `insert into projects (name, settings, created_at, updated_at) values ($1, '{}', now(), now()) returning project_id`,
);

/** Rows by way of objects, as those of JSON come. */
export async function addRows(staging: Staging, rows: readonly AcceptedRow[]): Promise<void> {
  for (const row of rows) staging.rows.add(row);
  await staging.flush();
}
