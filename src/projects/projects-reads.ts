import { type Queryable, statement } from "../db/database.ts";
import type { LookupType, ProjectSettings } from "./project.ts";
import type { SealedSecrets } from "./projects-store.ts";

export interface ProjectRow {
  project_id: number;
  name: string;
  settings: ProjectSettings;
  secrets: SealedSecrets;
  created_at: Date;
}

export function selectProject(db: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  return db.maybeOne(SELECT_PROJECT, [projectId]);
}

const SELECT_PROJECT = statement(
  "select_project",
  "select project_id, name, settings, secrets, created_at from projects where project_id = $1",
);

/** The row, locked against other changes until the transaction ends. */
export function selectProjectForUpdate(tx: Queryable, projectId: number): Promise<ProjectRow | undefined> {
  return tx.maybeOne(SELECT_PROJECT_FOR_UPDATE, [projectId]);
}

const SELECT_PROJECT_FOR_UPDATE = statement(
  "select_project_for_update",
  "select project_id, name, settings, secrets, created_at from projects where project_id = $1 for update",
);

export function selectProjectByName(db: Queryable, name: string): Promise<ProjectRow | undefined> {
  return db.maybeOne(SELECT_PROJECT_BY_NAME, [name]);
}

const SELECT_PROJECT_BY_NAME = statement(
  "select_project_by_name",
  "select project_id, name, settings, secrets, created_at from projects where name = $1",
);

export function selectProjects(db: Queryable): Promise<ProjectRow[]> {
  return db.rows(SELECT_PROJECTS);
}

const SELECT_PROJECTS = statement(
  "select_projects",
  "select project_id, name, settings, secrets, created_at from projects order by name",
);

export interface TokenRow {
  token_id: string;
  user_name: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export function selectTokens(db: Queryable, projectId: number): Promise<TokenRow[]> {
  return db.rows(SELECT_TOKENS, [projectId]);
}

const SELECT_TOKENS = statement(
  "select_tokens",
  `select token_id, user_name, created_at, expires_at, revoked_at
   from tokens where project_id = $1 order by created_at, token_id`,
);

/** Whose token this is, as long as it is neither revoked nor expired at `now`. */
export function selectTokenHolder(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<{ token_id: string; project_id: number; user_name: string } | undefined> {
  return db.maybeOne(SELECT_TOKEN_HOLDER, [hash, now]);
}

const SELECT_TOKEN_HOLDER = statement(
  "select_token_holder",
  `select token_id, project_id, user_name
   from tokens where token_hash = $1 and revoked_at is null and expires_at > $2`,
);

export function selectLookups(db: Queryable, projectId: number): Promise<{ lookup_type: LookupType; value: string }[]> {
  return db.rows(SELECT_LOOKUPS, [projectId]);
}

const SELECT_LOOKUPS = statement(
  "select_lookups",
  "select lookup_type, value from lookup_values where project_id = $1 order by lookup_type, value",
);

export async function selectLookupValues(db: Queryable, projectId: number, type: LookupType): Promise<string[]> {
  const rows = await db.rows<{ value: string }>(SELECT_LOOKUP_VALUES, [projectId, type]);
  return rows.map((row) => row.value);
}

const SELECT_LOOKUP_VALUES = statement(
  "select_lookup_values",
  "select value from lookup_values where project_id = $1 and lookup_type = $2 order by value",
);
