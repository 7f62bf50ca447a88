import { type Queryable, statement, type Tx } from "../db/database.ts";
import type { LookupType, ProjectSettings } from "./project.ts";

/** Sealed texts (see secret-box.ts). */
export interface SealedSecrets {
  callback_auth?: { header_name: string; header_value: string };
  signing?: string[];
}

/** The new project's id; undefined where the name is taken. */
export async function insertProject(
  tx: Tx,
  project: { name: string; settings: ProjectSettings; createdAt: Date },
): Promise<number | undefined> {
  const values = [project.name, project.settings, project.createdAt];
  const row = await tx.maybeOne<{ project_id: number }>(INSERT_PROJECT, values);
  return row?.project_id;
}

const INSERT_PROJECT = statement(
  "insert_project",
  `insert into projects (name, settings, created_at, updated_at)
   values ($1, $2, $3, $3)
   on conflict (name) do nothing
   returning project_id`,
);

export async function updateProject(
  tx: Tx,
  projectId: number,
  change: { settings: ProjectSettings; secrets: SealedSecrets; updatedAt: Date },
): Promise<void> {
  await tx.execute(UPDATE_PROJECT, [projectId, change.settings, change.secrets, change.updatedAt]);
}

const UPDATE_PROJECT = statement(
  "update_project",
  "update projects set settings = $2, secrets = $3, updated_at = $4 where project_id = $1",
);

/** The same secrets, sealed anew. */
export async function updateSecrets(tx: Tx, projectId: number, secrets: SealedSecrets): Promise<void> {
  await tx.execute(UPDATE_SECRETS, [projectId, secrets]);
}

const UPDATE_SECRETS = statement("update_secrets", "update projects set secrets = $2 where project_id = $1");

/** The project's tokens and lookup values go with it; the rows of other modules are theirs to remove first. */
export async function deleteProject(tx: Tx, projectId: number): Promise<void> {
  await tx.execute(DELETE_PROJECT, [projectId]);
}

const DELETE_PROJECT = statement("delete_project", "delete from projects where project_id = $1");

/** Tells every process to forget its copy of the project, once the transaction commits. */
export async function announceChange(tx: Tx, projectId: number): Promise<void> {
  await tx.rows(ANNOUNCE, [String(projectId)]);
}

const ANNOUNCE = statement("announce_project", "select pg_notify('project_changed', $1)");

export async function insertToken(
  db: Queryable,
  projectId: number,
  token: { tokenId: string; userName: string; hash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const values = [token.tokenId, projectId, token.userName, token.hash, token.createdAt, token.expiresAt];
  await db.execute(INSERT_TOKEN, values);
}

const INSERT_TOKEN = statement(
  "insert_token",
  `insert into tokens (token_id, project_id, user_name, token_hash, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** False where the project has no such token; revoking twice keeps the first time. */
export async function revokeToken(db: Queryable, projectId: number, tokenId: string, at: Date): Promise<boolean> {
  return (await db.execute(REVOKE_TOKEN, [projectId, tokenId, at])) > 0;
}

const REVOKE_TOKEN = statement(
  "revoke_token",
  `update tokens set revoked_at = coalesce(revoked_at, $3)
   where project_id = $1 and token_id = $2`,
);

/** Values that are there already stay as they are. Works inside the caller's transaction. */
export async function addLookupValues(tx: Tx, projectId: number, type: LookupType, values: string[]): Promise<void> {
  await tx.execute(ADD_LOOKUP_VALUES, [projectId, type, values]);
}

const ADD_LOOKUP_VALUES = statement(
  "add_lookup_values",
  `insert into lookup_values (project_id, lookup_type, value)
   select $1, $2, value from unnest($3::text[]) as value
   on conflict do nothing`,
);

/** After it exactly `values` are there. */
export async function replaceLookupValues(
  tx: Tx,
  projectId: number,
  type: LookupType,
  values: string[],
): Promise<void> {
  await tx.execute(REMOVE_OTHER_LOOKUP_VALUES, [projectId, type, values]);
  await addLookupValues(tx, projectId, type, values);
}

const REMOVE_OTHER_LOOKUP_VALUES = statement(
  "remove_other_lookup_values",
  `delete from lookup_values
   where project_id = $1 and lookup_type = $2
     and not exists (select from unnest($3::text[]) as kept where kept collate "C" = value)`,
);
