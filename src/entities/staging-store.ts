import { type Session, statement } from "../db/database.ts";
import { columnNames, columnType, isCollated } from "./columns.ts";
import type { EntityDefinition, FieldDefinition } from "./definition.ts";

/** 3,000 rows are enough to plan a join by; the standard 30,000 of all columns took 0.8 s of a million rows. */
const STATISTICS_TARGET = 10;

/** In the temporary schema of the session: no other session sees it. */
export function stagedTable(definition: EntityDefinition): string {
  return `pg_temp.staged_${definition.table}`;
}

/** `row_number` is the place in the file, among accepted rows; `presence` has bit n set where the row brought field n. */
export async function createStagedTable(session: Session, definition: EntityDefinition): Promise<void> {
  await dropStagedTable(session, definition);
  const columns = ["row_number bigint not null", "presence int not null", ...definition.fields.map(columnText)];
  const table = stagedTable(definition);
  await session.run(`create temporary table ${table} (${columns.join(", ")})`);
  await session.run(`alter table ${table} alter column ${definition.key} set statistics ${STATISTICS_TARGET}`);
}

export function copyText(definition: EntityDefinition): string {
  const columns = ["row_number", "presence", ...columnNames(definition)];
  return `copy ${stagedTable(definition)} (${columns.join(", ")}) from stdin`;
}

/** Straight into the table of the entity. */
export function tableCopyText(definition: EntityDefinition): string {
  const columns = ["project_id", "updated_at", ...columnNames(definition)];
  return `copy ${definition.table} (${columns.join(", ")}) from stdin`;
}

/** Temporary tables are not analyzed by themselves, and without statistics the merge is planned for a handful of rows. */
export async function analyzeStaged(session: Session, definition: EntityDefinition): Promise<void> {
  await session.run(`analyze ${stagedTable(definition)} (${definition.key})`);
}

/** The later row of the same key wins (decisions, section 6); answers how many gave way. MERGE needs the keys unique. */
export async function removeSuperseded(session: Session, definition: EntityDefinition): Promise<number> {
  const staged = stagedTable(definition);
  const { key } = definition;
  const text = `
    delete from ${staged} as earlier
    using (
      select ${key}, max(row_number) as row_number from ${staged} group by ${key} having count(*) > 1
    ) as latest
    where earlier.${key} = latest.${key} and earlier.row_number < latest.row_number`;
  return session.execute(statement("", text));
}

export async function dropStagedTable(session: Session, definition: EntityDefinition): Promise<void> {
  await session.run(`drop table if exists ${stagedTable(definition)}`);
}

function columnText(field: FieldDefinition): string {
  return `${field.name} ${columnType(field)}${isCollated(field) ? ' collate "C"' : ""}`;
}
