/**
 * Projects: the isolated customers, with their settings, tokens and lookup values. Every other row of the service
 * belongs to one. Secrets (callback header value, signing secrets) are sealed at rest and opened here only; tokens
 * are kept as hashes. A process keeps copies of projects for seconds and forgets them when a change is announced.
 */
import { hash, randomBytes } from "node:crypto";
import type { AuditNote } from "../audit/audit.ts";
import { PROJECT_CACHE_MS, TOKEN_LIFETIME_MS } from "../config/limits.ts";
import type { Database, Tx } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { randomToken, uuidv7 } from "../lib/ids.ts";
import type { Service } from "../lib/service.ts";
import {
  changeSettings,
  LOOKUP_TYPES,
  type LookupType,
  type Project,
  type SettingsInput,
  STANDARD_SETTINGS,
} from "./project.ts";
import * as reads from "./projects-reads.ts";
import * as store from "./projects-store.ts";
import type { SecretBox } from "./secret-box.ts";

/** Removes a project's rows of another module, inside the transaction that removes the project. */
export type RowsRemover = (tx: Tx, projectId: number) => Promise<void>;

/** What a token proves. */
export interface TokenHolder {
  tokenId: string;
  project: Project;
  userName: string;
}

export interface IssuedToken {
  tokenId: string;
  /** Shown once; only its hash is kept. */
  token: string;
  userName: string;
  expiresAt: Date;
}

export class Projects implements Service {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #secretBox: SecretBox;
  readonly #copies = new Map<number, { project: Project; readAtMs: number }>();
  /** Names never change; forgotten with the copies, since a project can be removed and made anew. */
  readonly #idsByName = new Map<string, number>();
  #generation = 0;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(deps: { db: Database; clock: Clock; secretBox: SecretBox }) {
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#secretBox = deps.secretBox;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#db.listen("project_changed", () => this.#forgetAll());
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** As `byId`, where that takes no reading: for what happens thousands of times a second. */
  inMemory(projectId: number): Project | undefined {
    const copy = this.#copies.get(projectId);
    // The wall clock on purpose: it bounds how long a lost notification can matter.
    return copy && Date.now() - copy.readAtMs < PROJECT_CACHE_MS ? copy.project : undefined;
  }

  /** At most seconds old. */
  async byId(projectId: number): Promise<Project | undefined> {
    const known = this.inMemory(projectId);
    if (known !== undefined) return known;
    const generation = this.#generation;
    const row = await reads.selectProject(this.#db, projectId);
    if (row === undefined) return undefined;
    const project = this.#open(row);
    if (generation === this.#generation) this.#copies.set(projectId, { project, readAtMs: Date.now() });
    return project;
  }

  /** At most seconds old. */
  async byName(name: string): Promise<Project | undefined> {
    const known = this.#idsByName.get(name);
    if (known !== undefined) return this.byId(known);
    const generation = this.#generation;
    const row = await reads.selectProjectByName(this.#db, name);
    if (row === undefined) return undefined;
    if (generation === this.#generation) this.#idsByName.set(name, row.project_id);
    return this.#open(row);
  }

  async list(): Promise<Project[]> {
    return (await reads.selectProjects(this.#db)).map((row) => this.#open(row));
  }

  /** `name_taken` where there is one of that name already. */
  async create(name: string, input: SettingsInput, note?: AuditNote): Promise<Project | "name_taken"> {
    return this.#db.tx(async (tx) => {
      const createdAt = new Date(this.#clock.now());
      const projectId = await store.insertProject(tx, { name, settings: STANDARD_SETTINGS, createdAt });
      if (projectId === undefined) return "name_taken";
      await note?.(tx);
      return this.#applyChange(tx, projectId, input);
    });
  }

  /** Replaces the settings that the input names. The answer holds new signing secrets in clear. */
  async change(projectId: number, input: SettingsInput, note?: AuditNote): Promise<Project> {
    const project = await this.#db.tx(async (tx) => {
      await note?.(tx);
      return this.#applyChange(tx, projectId, input);
    });
    this.#forgetAll();
    return project;
  }

  /** Removes the project and everything of it; `removers` are the other modules' parts. */
  async remove(projectId: number, removers: RowsRemover[], note?: AuditNote): Promise<void> {
    await this.#db.tx(async (tx) => {
      for (const remove of removers) await remove(tx, projectId);
      await store.deleteProject(tx, projectId);
      await note?.(tx);
      await store.announceChange(tx, projectId);
    });
    this.#forgetAll();
  }

  /** Seals with the present key what a former one has sealed, so that it is not needed any more; how many projects. */
  async resealSecrets(): Promise<number> {
    if (this.#secretBox.previousKeyIds.length === 0) return 0;
    let resealed = 0;
    for (const { project_id } of await reads.selectProjects(this.#db)) {
      resealed += await this.#db.tx(async (tx) => {
        const row = await reads.selectProjectForUpdate(tx, project_id);
        if (row === undefined || sealedTexts(row.secrets).every((text) => this.#secretBox.isCurrent(text))) return 0;
        await store.updateSecrets(tx, project_id, this.#seal(this.#open(row)));
        await store.announceChange(tx, project_id);
        return 1;
      });
    }
    return resealed;
  }

  /** Expires after 365 days unless told otherwise (decisions, section 1). */
  async issueToken(projectId: number, userName: string, expiresAt?: Date, note?: AuditNote): Promise<IssuedToken> {
    const nowMs = this.#clock.now();
    const issued: IssuedToken = {
      tokenId: uuidv7(nowMs),
      token: randomToken(),
      userName,
      expiresAt: expiresAt ?? new Date(nowMs + TOKEN_LIFETIME_MS),
    };
    const hash = hashToken(issued.token);
    await this.#db.tx(async (tx) => {
      await store.insertToken(tx, projectId, { ...issued, hash, createdAt: new Date(nowMs) });
      await note?.(tx, { target: issued.tokenId });
    });
    return issued;
  }

  tokens(projectId: number): Promise<reads.TokenRow[]> {
    return reads.selectTokens(this.#db, projectId);
  }

  /** False where the project has no such token. */
  revokeToken(projectId: number, tokenId: string, note?: AuditNote): Promise<boolean> {
    return this.#db.tx(async (tx) => {
      const isKnown = await store.revokeToken(tx, projectId, tokenId, new Date(this.#clock.now()));
      if (isKnown) await note?.(tx);
      return isKnown;
    });
  }

  /** Undefined for a token that is unknown, revoked or expired. Always asks the database: a revoked token ends at once. */
  async holderOf(token: string): Promise<TokenHolder | undefined> {
    const row = await reads.selectTokenHolder(this.#db, hashToken(token), new Date(this.#clock.now()));
    if (row === undefined) return undefined;
    const project = await this.byId(row.project_id);
    return project && { tokenId: row.token_id, project, userName: row.user_name };
  }

  /** All lookup values by type, freshly read. */
  async lookups(projectId: number): Promise<Map<LookupType, Set<string>>> {
    const lookups = new Map(LOOKUP_TYPES.map((type) => [type, new Set<string>()]));
    for (const row of await reads.selectLookups(this.#db, projectId)) lookups.get(row.lookup_type)?.add(row.value);
    return lookups;
  }

  lookupValues(projectId: number, type: LookupType): Promise<string[]> {
    return reads.selectLookupValues(this.#db, projectId, type);
  }

  /** The values after it. */
  async changeLookup(
    projectId: number,
    type: LookupType,
    change: { values: string[]; how: "add" | "replace" },
    note?: AuditNote,
  ): Promise<string[]> {
    const { values, how } = change;
    await this.#db.tx(async (tx) => {
      if (how === "add") await store.addLookupValues(tx, projectId, type, values);
      else await store.replaceLookupValues(tx, projectId, type, values);
      await note?.(tx);
    });
    return this.lookupValues(projectId, type);
  }

  async #applyChange(tx: Tx, projectId: number, input: SettingsInput): Promise<Project> {
    const row = await reads.selectProjectForUpdate(tx, projectId);
    if (row === undefined) throw new Error(`project ${projectId} is gone`);
    const before = this.#open(row);
    const after: Project = {
      ...before,
      settings: changeSettings(before.settings, input),
      callbackAuth: changeCallbackAuth(before, input),
      signingSecrets: changeSigning(before, input),
    };
    const updatedAt = new Date(this.#clock.now());
    await store.updateProject(tx, projectId, { settings: after.settings, secrets: this.#seal(after), updatedAt });
    await store.announceChange(tx, projectId);
    return after;
  }

  #open(row: reads.ProjectRow): Project {
    const context = `project ${row.project_id}`;
    const { callback_auth: auth, signing = [] } = row.secrets;
    return {
      projectId: row.project_id,
      name: row.name,
      // Settings that came with a later version are missing in older rows.
      settings: { ...STANDARD_SETTINGS, ...row.settings },
      callbackAuth: auth
        ? { headerName: auth.header_name, headerValue: this.#secretBox.open(auth.header_value, context) }
        : null,
      signingSecrets: signing.map((sealed) => this.#secretBox.open(sealed, context)),
      createdAt: row.created_at,
    };
  }

  #seal(project: Project): store.SealedSecrets {
    const context = `project ${project.projectId}`;
    const auth = project.callbackAuth;
    return {
      ...(auth && {
        callback_auth: { header_name: auth.headerName, header_value: this.#secretBox.seal(auth.headerValue, context) },
      }),
      signing: project.signingSecrets.map((secret) => this.#secretBox.seal(secret, context)),
    };
  }

  #forgetAll(): void {
    this.#generation += 1;
    this.#copies.clear();
    this.#idsByName.clear();
  }
}

function sealedTexts(secrets: store.SealedSecrets): string[] {
  return [...(secrets.callback_auth ? [secrets.callback_auth.header_value] : []), ...(secrets.signing ?? [])];
}

const HASHES_REMEMBERED_MAX = 1_000;
const rememberedHashes = new Map<string, Buffer>();

/**
 * Tokens are 256 random bits: a plain hash is enough, no salt or stretching is needed. It is remembered for a while, as
 * the same few tokens come with every request (9 us each, where a single publish takes 300).
 */
export function hashToken(token: string): Buffer {
  const known = rememberedHashes.get(token);
  if (known !== undefined) return known;
  const hashed = hash("sha256", token, "buffer");
  if (rememberedHashes.size >= HASHES_REMEMBERED_MAX) rememberedHashes.clear();
  rememberedHashes.set(token, hashed);
  return hashed;
}

function changeCallbackAuth(before: Project, input: SettingsInput): Project["callbackAuth"] {
  if (input.callback_auth === undefined) return before.callbackAuth;
  const auth = input.callback_auth;
  return auth && { headerName: auth.header_name, headerValue: auth.header_value };
}

function changeSigning(before: Project, input: SettingsInput): string[] {
  if (input.signing === undefined) return before.signingSecrets;
  if (input.signing === null) return [];
  if ("secrets" in input.signing) return input.signing.secrets;
  return [`whsec_${randomBytes(32).toString("base64")}`, ...before.signingSecrets.slice(0, 1)];
}
