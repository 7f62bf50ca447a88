import { type Queryable, statement } from "../db/database.ts";

/** Exactly one of `tokenId` and `operatorTokenHash`. */
export async function insertSession(
  db: Queryable,
  session: { hash: Buffer; tokenId?: string; operatorTokenHash?: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { hash, tokenId = null, operatorTokenHash = null, createdAt, expiresAt } = session;
  await db.execute(INSERT_SESSION, [hash, tokenId, operatorTokenHash, createdAt, expiresAt]);
}

const INSERT_SESSION = statement(
  "insert_session",
  `insert into sessions (session_hash, token_id, operator_token_hash, created_at, expires_at)
   values ($1, $2, $3, $4, $5)`,
);

export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.execute(DELETE_SESSION, [hash]);
}

const DELETE_SESSION = statement("delete_session", "delete from sessions where session_hash = $1");

export async function pruneSessions(db: Queryable, now: Date): Promise<void> {
  await db.execute(PRUNE_SESSIONS, [now]);
}

const PRUNE_SESSIONS = statement("prune_sessions", "delete from sessions where expires_at <= $1");
