import type { DeliveryAccess, OperatorClient, ShelfwireClient } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { type Profile, readProfiles } from "./profiles.ts";

/** A person at a terminal wants to know soon that nothing answers: three tries in about half a second. */
const RETRIES = 2;

/** The settings that every verb shares, as flags and from the environment. */
export function addSharedOptions(program: Command): void {
  program
    .addOption(new Option("--profile <name>", "use what `login` kept under this name").env("SHELFWIRE_PROFILE"))
    .addOption(new Option("--url <address>", `where the service is (${DEFAULT_URL})`).env("SHELFWIRE_URL"))
    .addOption(new Option("--project <name>", "the project to work with").env("SHELFWIRE_PROJECT"))
    .addOption(new Option("--token <token>", "the project's token").env("SHELFWIRE_TOKEN"))
    .addOption(new Option("--operator-token <token>", "the operator's token").env("SHELFWIRE_OPERATOR_TOKEN"))
    .addOption(new Option("--json", "data as JSON on standard output, for programs"))
    .addOption(new Option("--no-color", "no colours (as NO_COLOR in the environment)"));
}

export const DEFAULT_URL = "http://127.0.0.1:8080";

/** What a verb works with: flags first, then the environment, then the profile. */
export interface Settings {
  /** The profile that something may have come from. */
  profile?: { name: string; record: Profile };
  url: string;
  project?: string;
  token?: string;
  operatorToken?: string;
  /** Where each of them came from. */
  sources: Partial<Record<"url" | "project" | "token" | "operatorToken", Source>>;
}

export type Source = "flag" | "environment" | "profile" | "default";

/** Whether `--json` was given. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals().json === true;
}

/**
 * The settings of this call. A profile's tokens go to the profile's own address only, and its project token only with
 * its own project: a token must never reach a service that it was not made for because an address came from elsewhere.
 */
export function settingsOf(command: Command): Settings {
  const sources: Settings["sources"] = {};
  const profile = chosenProfile(given(command, "profile")?.value);
  function pick(name: keyof Settings["sources"], ofProfile: string | undefined): string | undefined {
    const found = given(command, name);
    const source = found?.source ?? (ofProfile === undefined ? undefined : "profile");
    if (source !== undefined) sources[name] = source;
    return found?.value ?? ofProfile;
  }
  const record = profile?.record;
  const url = pick("url", record?.url) ?? DEFAULT_URL;
  sources.url ??= "default";
  const isAtHome = record !== undefined && isSameAddress(url, record.url);
  const project = pick("project", isAtHome ? record.project : undefined);
  const token = pick("token", isAtHome && project === record.project ? record.token : undefined);
  const operatorToken = pick("operatorToken", isAtHome ? record.operator_token : undefined);
  return { profile, url, project, token, operatorToken, sources };
}

/** The client of the chosen project, for what the project's token may do. */
export async function projectClient(command: Command, retries = RETRIES): Promise<ShelfwireClient> {
  const settings = settingsOf(command);
  const projectName = projectIn(settings);
  const token = required(settings.token, "the project's token", "--token or SHELFWIRE_TOKEN", hintOf(settings));
  const { ShelfwireClient } = await import("@shelfwire/client");
  return new ShelfwireClient({ baseUrl: checkedUrl(settings.url), token: checkedToken(token), projectName, retries });
}

/** The client of the operator API. */
export async function operatorClient(command: Command): Promise<OperatorClient> {
  const { operatorToken, url } = settingsOf(command);
  const sources = "--operator-token or SHELFWIRE_OPERATOR_TOKEN";
  const token = checkedToken(required(operatorToken, "the operator token", sources, LOGIN_OPERATOR));
  const { OperatorClient } = await import("@shelfwire/client");
  return new OperatorClient({ baseUrl: checkedUrl(url), token, retries: RETRIES });
}

/** The chosen project's deliveries: by the operator token where there is one, else by the project's. */
export async function deliveryAccess(command: Command): Promise<DeliveryAccess> {
  if (!hasOperatorToken(command)) return (await projectClient(command)).deliveries;
  return (await operatorClient(command)).deliveriesOf(projectOf(command));
}

export function hasOperatorToken(command: Command): boolean {
  return settingsOf(command).operatorToken !== undefined;
}

/** The name of the chosen project. */
export function projectOf(command: Command): string {
  return projectIn(settingsOf(command));
}

/** Throws `UsageError` for what is no address of a service. */
export function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/i.test(url)) return url;
  throw new UsageError(`"${url}" is no address of a service; expected one like ${DEFAULT_URL}`);
}

/** What no header can carry is no token: most likely more was copied than the token. */
export function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError("the token holds spaces, line ends or other characters that no token has; copy it again");
}

const LOGIN = 'or keep it with "shelfwire login"';
const LOGIN_OPERATOR = 'or keep it with "shelfwire login --operator"';

function projectIn({ project }: Settings): string {
  return required(project, "the project", "--project or SHELFWIRE_PROJECT", LOGIN);
}

/** Why the token of the profile, if it has one, was not taken. */
function hintOf({ profile, project, url }: Settings): string {
  if (profile?.record.token === undefined) return LOGIN;
  const { name, record } = profile;
  if (!isSameAddress(url, record.url)) return `${LOGIN} (profile ${name} is for ${record.url}, not for ${url})`;
  return `${LOGIN} (profile ${name} is for project ${record.project}, not for ${project})`;
}

function required(value: string | undefined, what: string, sources: string, hint: string): string {
  if (value !== undefined) return value;
  throw new UsageError(`${what} is missing; give it with ${sources}, ${hint}`);
}

function chosenProfile(name: string | undefined): Settings["profile"] {
  const { current, profiles } = readProfiles();
  const wanted = name ?? current;
  const record = wanted === undefined ? undefined : profiles[wanted];
  if (wanted !== undefined && record !== undefined) return { name: wanted, record };
  if (name === undefined) return undefined;
  const known = Object.keys(profiles).join(", ") || "none yet";
  throw new CommandFailed(`there is no profile ${name} (there are: ${known}); make it with: shelfwire login ${name}`);
}

function given(command: Command, name: string): { value: string; source: "flag" | "environment" } | undefined {
  const value: unknown = command.optsWithGlobals()[name];
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const isFlag = command.getOptionValueSourceWithGlobals(name) === "cli";
  return { value: value.trim(), source: isFlag ? "flag" : "environment" };
}

function isSameAddress(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [first, second] = [new URL(one), new URL(other)];
  return first.origin === second.origin && bare(first.pathname) === bare(second.pathname);
}

function bare(path: string): string {
  return path.replace(/\/+$/, "");
}
