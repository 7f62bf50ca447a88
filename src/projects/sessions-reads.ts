import { type Queryable, statement } from "../db/database.ts";

export interface SessionRow {
  expires_at: Date;
  /** null: the operator's. */
  token_id: string | null;
  operator_token_hash: Buffer | null;
  idle_until: Date;
  project_id: number | null;
  user_name: string | null;
}

/** The session, as long as neither it nor its token has ended at `now`. */
export function selectSession(db: Queryable, hash: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db.maybeOne(SELECT_SESSION, [hash, now]);
}

const SELECT_SESSION = statement(
  "select_session",
  `select s.expires_at, s.idle_until, s.token_id, s.operator_token_hash, t.project_id, t.user_name
   from sessions s left join tokens t using (token_id)
   where s.session_hash = $1 and s.expires_at > $2 and s.idle_until > $2
     and (s.token_id is null or (t.revoked_at is null and t.expires_at > $2))`,
);

/** A token that is no longer valid at `now`, for as long as its project is there. */
export function selectEndedToken(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<{ token_id: string; project_name: string; user_name: string; revoked_at: Date | null } | undefined> {
  return db.maybeOne(SELECT_ENDED_TOKEN, [hash, now]);
}

const SELECT_ENDED_TOKEN = statement(
  "select_ended_token",
  `select t.token_id, p.name as project_name, t.user_name, t.revoked_at
   from tokens t join projects p using (project_id)
   where t.token_hash = $1 and (t.revoked_at is not null or t.expires_at <= $2)`,
);
