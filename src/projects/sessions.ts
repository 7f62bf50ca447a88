/**
 * Sessions of the web console. A token is exchanged for a random secret that lives in a cookie; the database holds its
 * hash only. Whoever revokes or replaces the token ends its sessions. What changes something must name the session's
 * CSRF token besides, which only a page of this service can read.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { AuditNote } from "../audit/audit.ts";
import type { FormerHolder } from "../audit/refusal-counter.ts";
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS, SESSION_NOTED_EVERY_MS } from "../config/limits.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { randomToken } from "../lib/ids.ts";
import type { Project } from "./project.ts";
import { hashToken, type Projects, type TokenHolder } from "./projects.ts";
import { selectEndedToken, selectSession } from "./sessions-reads.ts";
import { deleteSession, insertSession, noteUse, pruneSessions } from "./sessions-store.ts";

export type ConsoleSession = { expiresAt: Date } & (
  | { kind: "operator" }
  | { kind: "project"; project: Project; tokenId: string; userName: string }
);

/** `holder`: of a token that has ended. */
export type OpeningOutcome =
  | { kind: "opened"; secret: string; session: ConsoleSession }
  | { kind: "refused"; reason: "unknown_token" | "expired_token" | "revoked_token"; holder?: FormerHolder };

export class Sessions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #projects: Projects;
  readonly #operatorTokenHash: Buffer;

  constructor(deps: { db: Database; clock: Clock; projects: Projects; operatorTokenHash: Buffer }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#projects = deps.projects;
    this.#operatorTokenHash = deps.operatorTokenHash;
  }

  /** Opens a session for whoever holds the token; the secret for the cookie, or why there is none. */
  async open(token: string, noteOf?: (session: ConsoleSession) => AuditNote): Promise<OpeningOutcome> {
    const holder = this.#isOperators(hashToken(token)) ? ("operator" as const) : await this.#projects.holderOf(token);
    if (holder === undefined) return this.#refusalOf(token);
    const now = this.#clock.now();
    await pruneSessions(this.#db, new Date(now));
    const secret = randomToken();
    const expiresAt = new Date(now + SESSION_LIFETIME_MS);
    const owner = holder === "operator" ? { operatorTokenHash: this.#operatorTokenHash } : { tokenId: holder.tokenId };
    const session = sessionOf(holder, expiresAt);
    const times = { createdAt: new Date(now), idleUntil: new Date(now + SESSION_IDLE_MS), expiresAt };
    await this.#db.tx(async (tx) => {
      await insertSession(tx, { hash: hashToken(secret), ...owner, ...times });
      await noteOf?.(session)(tx);
    });
    return { kind: "opened", secret, session };
  }

  async #refusalOf(token: string): Promise<OpeningOutcome> {
    const row = await selectEndedToken(this.#db, hashToken(token), new Date(this.#clock.now()));
    if (row === undefined) return { kind: "refused", reason: "unknown_token" };
    const holder = { project: row.project_name, userName: row.user_name, tokenId: row.token_id };
    return { kind: "refused", reason: row.revoked_at === null ? "expired_token" : "revoked_token", holder };
  }

  /** Whose session the cookie's secret is; undefined once it has ended. */
  async find(secret: string): Promise<ConsoleSession | undefined> {
    const nowMs = this.#clock.now();
    const hash = hashToken(secret);
    const row = await selectSession(this.#db, hash, new Date(nowMs));
    if (row === undefined) return undefined;
    if (nowMs + SESSION_IDLE_MS - row.idle_until.getTime() >= SESSION_NOTED_EVERY_MS) {
      await noteUse(this.#db, hash, new Date(nowMs + SESSION_IDLE_MS));
    }
    if (row.operator_token_hash !== null) {
      return this.#isOperators(row.operator_token_hash) ? sessionOf("operator", row.expires_at) : undefined;
    }
    const project = row.project_id === null ? undefined : await this.#projects.byId(row.project_id);
    if (project === undefined || row.token_id === null || row.user_name === null) return undefined;
    return sessionOf({ project, tokenId: row.token_id, userName: row.user_name }, row.expires_at);
  }

  /** Ends the session, if it has not ended yet. */
  async close(secret: string, note?: AuditNote): Promise<void> {
    await this.#db.tx(async (tx) => {
      await deleteSession(tx, hashToken(secret));
      await note?.(tx);
    });
  }

  #isOperators(hash: Buffer): boolean {
    return hash.length === this.#operatorTokenHash.length && timingSafeEqual(hash, this.#operatorTokenHash);
  }
}

/** Follows from the cookie's secret, so that it needs no place of its own. */
export function csrfTokenOf(secret: string): string {
  return createHash("sha256").update(`csrf ${secret}`).digest("base64url");
}

function sessionOf(holder: "operator" | TokenHolder, expiresAt: Date): ConsoleSession {
  if (holder === "operator") return { kind: "operator", expiresAt };
  return { kind: "project", expiresAt, ...holder };
}
