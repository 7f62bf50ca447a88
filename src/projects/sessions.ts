/**
 * Sessions of the web console. A token is exchanged for a random secret that lives in a cookie; the database holds its
 * hash only. Whoever revokes or replaces the token ends its sessions. What changes something must name the session's
 * CSRF token besides, which only a page of this service can read.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { randomToken } from "../lib/ids.ts";
import { HOUR } from "../lib/units.ts";
import type { Project } from "./project.ts";
import { hashToken, type Projects, type TokenHolder } from "./projects.ts";
import { selectSession } from "./sessions-reads.ts";
import { deleteSession, insertSession, pruneSessions } from "./sessions-store.ts";

/** A working day; a session that is forgotten in a browser ends by itself. */
export const SESSION_LIFETIME_MS = 12 * HOUR;

export type ConsoleSession = { expiresAt: Date } & (
  | { kind: "operator" }
  | { kind: "project"; project: Project; tokenId: string; userName: string }
);

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

  /** Opens a session for whoever holds the token; the secret for the cookie, or undefined for an unknown token. */
  async open(token: string): Promise<{ secret: string; session: ConsoleSession } | undefined> {
    const holder = this.#isOperators(hashToken(token)) ? ("operator" as const) : await this.#projects.holderOf(token);
    if (holder === undefined) return undefined;
    const now = this.#clock.now();
    await pruneSessions(this.#db, new Date(now));
    const secret = randomToken();
    const expiresAt = new Date(now + SESSION_LIFETIME_MS);
    const owner = holder === "operator" ? { operatorTokenHash: this.#operatorTokenHash } : { tokenId: holder.tokenId };
    await insertSession(this.#db, { hash: hashToken(secret), ...owner, createdAt: new Date(now), expiresAt });
    return { secret, session: sessionOf(holder, expiresAt) };
  }

  /** Whose session the cookie's secret is; undefined once it has ended. */
  async find(secret: string): Promise<ConsoleSession | undefined> {
    const row = await selectSession(this.#db, hashToken(secret), new Date(this.#clock.now()));
    if (row === undefined) return undefined;
    if (row.operator_token_hash !== null) {
      return this.#isOperators(row.operator_token_hash) ? sessionOf("operator", row.expires_at) : undefined;
    }
    const project = row.project_id === null ? undefined : await this.#projects.byId(row.project_id);
    if (project === undefined || row.token_id === null || row.user_name === null) return undefined;
    return sessionOf({ project, tokenId: row.token_id, userName: row.user_name }, row.expires_at);
  }

  async close(secret: string): Promise<void> {
    await deleteSession(this.#db, hashToken(secret));
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
