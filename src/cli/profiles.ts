/**
 * Profiles: named addresses with their tokens, so that nobody has to type them. They stand in one file of the person's
 * configuration folder (XDG), readable by nobody else. Written whole and renamed, so a crash leaves the former one.
 */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { CommandFailed } from "./command-errors.ts";
import { note } from "./output.ts";

export interface Profile {
  url: string;
  project?: string;
  /** The project's token. */
  token?: string;
  operator_token?: string;
}

export interface Profiles {
  /** The one that is used where none is named. */
  current?: string;
  profiles: Record<string, Profile>;
}

/** A name stands in commands and in a list: letters, digits, and what project names have. */
export const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

/** Where the profiles are kept: under `XDG_CONFIG_HOME`, else `~/.config`. */
export function profilesFile(): string {
  const folder = process.env.XDG_CONFIG_HOME ?? "";
  return join(isAbsolute(folder) ? folder : join(homedir(), ".config"), "shelfwire", "profiles.json");
}

/** No profiles where there is no file. Throws `CommandFailed` where the file cannot be understood. */
export function readProfiles(): Profiles {
  const file = profilesFile();
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { profiles: {} };
    throw error;
  }
  if (isReadByOthers(file))
    note(`warning: ${file} holds tokens and others may read it; mend it with: chmod 600 ${file}`);
  const parsed = profilesOf(text);
  if (parsed === undefined) {
    throw new CommandFailed(`${file} is not a file of profiles; mend it, or remove it and log in again`);
  }
  return parsed;
}

/** Replaces the file, which only its owner can read. */
export function writeProfiles(profiles: Profiles): void {
  const file = profilesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function isReadByOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}

/** The door for this stored JSON: unknown members are left out, wrong ones make the file unusable. */
function profilesOf(text: string): Profiles | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const stored = member(value, "profiles");
  if (typeof stored !== "object" || stored === null) return undefined;
  const profiles: Record<string, Profile> = {};
  for (const [name, one] of Object.entries(stored)) {
    const profile = profileOf(one);
    if (profile === undefined || !PROFILE_NAME.test(name)) return undefined;
    profiles[name] = profile;
  }
  const current = textOf(member(value, "current"));
  return { ...(current !== undefined && current in profiles && { current }), profiles };
}

function profileOf(value: unknown): Profile | undefined {
  const url = textOf(member(value, "url"));
  if (url === undefined || !URL.canParse(url)) return undefined;
  const project = textOf(member(value, "project"));
  const token = textOf(member(value, "token"));
  const operator_token = textOf(member(value, "operator_token"));
  return { url, ...(project && { project }), ...(token && { token }), ...(operator_token && { operator_token }) };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
