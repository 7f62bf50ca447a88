import { type Queryable, statement } from "../db/database.ts";

/** Exactly one of `tokenId` and `operatorTokenHash`. */
export async function insertSession(
  db: Queryable,
  session: {
    hash: Buffer;
    tokenId?: string;
    operatorTokenHash?: Buffer;
    createdAt: Date;
    idleUntil: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { hash, tokenId = null, operatorTokenHash = null, createdAt, idleUntil, expiresAt } = session;
  await db.execute(INSERT_SESSION, [hash, tokenId, operatorTokenHash, createdAt, idleUntil, expiresAt]);
}

const INSERT_SESSION = statement(
  "insert_session",
  `insert into sessions (session_hash, token_id, operator_token_hash, created_at, idle_until, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** The session is in use: it ends by itself only after this time. */
export async function noteUse(db: Queryable, hash: Buffer, idleUntil: Date): Promise<void> {
  await db.execute(NOTE_USE, [hash, idleUntil]);
}

const NOTE_USE = statement("note_use_of_session", "update sessions set idle_until = $2 where session_hash = $1");

export async function deleteSession(db: Queryable, hash: Buffer): Promise<void> {
  await db.execute(DELETE_SESSION, [hash]);
}

const DELETE_SESSION = statement("delete_session", "delete from sessions where session_hash = $1");

export async function pruneSessions(db: Queryable, now: Date): Promise<void> {
  await db.execute(PRUNE_SESSIONS, [now]);
}

const PRUNE_SESSIONS = statement("prune_sessions", "delete from sessions where expires_at <= $1 or idle_until <= $1");
