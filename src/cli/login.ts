import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson } from "./output.ts";
import { PROFILE_NAME, type Profile, type Profiles, profilesFile, readProfiles, writeProfiles } from "./profiles.ts";
import { ask, askSecret, canAsk } from "./secret-prompt.ts";
import { checkedToken, checkedUrl, DEFAULT_URL } from "./settings.ts";

interface LoginFlags {
  operator?: boolean;
  tokenStdin?: boolean;
  check: boolean;
  url?: string;
  project?: string;
  token?: string;
  operatorToken?: string;
}

/** `shelfwire login`: keeps an address and a token under a name. */
export function defineLogin(command: Command): void {
  command
    .argument("[profile]", "a name of your choice; by default the project's, or operator")
    .option("--operator", "keep the operator token, for the whole installation")
    .option("--token-stdin", "read the token from standard input")
    .option("--no-check", "keep it without asking the service whether the token is good")
    .action(login);
  addExamples(
    command,
    [
      "shelfwire login",
      "shelfwire login --url https://shelfwire.example --project acme",
      "shelfwire login production --url https://shelfwire.example --project acme --token-stdin < token.txt",
      "shelfwire login --operator",
      "shelfwire store list --profile production",
    ],
    `What is not given is asked for, the token without showing it. Profiles are kept in a file that only you can read
(${profilesFile()}). The last one logged in to is the current one; see "shelfwire profile".
Flags and SHELFWIRE_* of the environment win over a profile, whose tokens go to its own address only.`,
  );
}

async function login(name: string | undefined, _flags: object, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<LoginFlags>();
  if (name !== undefined && !PROFILE_NAME.test(name)) {
    throw new UsageError(`"${name}" is no name of a profile; use letters, digits, dots, dashes and underscores`);
  }
  const before = readProfiles();
  const known = name === undefined ? undefined : before.profiles[name];
  const fresh = flags.operator ? await operatorProfile(flags, known) : await projectProfile(flags, known);
  const profileName = name ?? fresh.project ?? standardName(before, fresh.url);
  const kept = before.profiles[profileName];
  // One profile may hold both tokens of an installation.
  const profile = kept?.url === fresh.url ? { ...kept, ...fresh } : fresh;
  if (flags.check) await check(fresh);
  writeProfiles({ current: profileName, profiles: { ...before.profiles, [profileName]: profile } });
  tell(profileName, profile, command);
}

/** The operator token of an installation goes to the current profile where that is of the same one. */
function standardName({ current, profiles }: Profiles, url: string): string {
  return current !== undefined && profiles[current]?.url === url ? current : "operator";
}

async function projectProfile(flags: LoginFlags, known: Profile | undefined): Promise<Profile> {
  const url = await addressOf(flags, known);
  const project = flags.project ?? (await askOr("Project", known?.project, "--project"));
  if (project === "") throw new UsageError("the project is missing; give it with --project, or log in with --operator");
  return { url, project, token: await secretOf(flags, flags.token, `Token of ${project}`, "--token") };
}

async function operatorProfile(flags: LoginFlags, known: Profile | undefined): Promise<Profile> {
  const url = await addressOf(flags, known);
  const operator_token = await secretOf(flags, flags.operatorToken, "Operator token", "--operator-token");
  return { url, operator_token, ...(flags.project && { project: flags.project }) };
}

async function addressOf(flags: LoginFlags, known: Profile | undefined): Promise<string> {
  const proposal = known?.url ?? DEFAULT_URL;
  const url = flags.url ?? (canAsk() ? await ask("Address of the service", proposal) : proposal);
  return checkedUrl(url).replace(/\/+$/, "");
}

async function askOr(question: string, proposal: string | undefined, flag: string): Promise<string> {
  if (canAsk()) return ask(question, proposal);
  throw new UsageError(`${question.toLowerCase()} is missing; give it with ${flag}`);
}

async function secretOf(flags: LoginFlags, given: string | undefined, what: string, flag: string): Promise<string> {
  if (flags.tokenStdin) return checkedToken((await text(process.stdin)).trim());
  if (given) return checkedToken(given.trim());
  if (canAsk()) return checkedToken(await askSecret(what));
  throw new UsageError(`the token is missing; give it with --token-stdin, or with ${flag}`);
}

/** Throws where the service does not take the token; nothing is kept then. */
async function check({ url, project, token, operator_token }: Profile): Promise<void> {
  const { OperatorClient, ShelfwireClient } = await import("@shelfwire/client");
  if (token !== undefined && project !== undefined) {
    await new ShelfwireClient({ baseUrl: url, token, projectName: project, retries: 1 }).getSubscription();
  }
  if (operator_token !== undefined) {
    await new OperatorClient({ baseUrl: url, token: operator_token, retries: 1 }).listProjects();
  }
}

function tell(name: string, profile: Profile, command: Command): void {
  const { url, project, token } = profile;
  if (command.optsWithGlobals().json) {
    printJson({ profile: name, url, project: project ?? null, file: profilesFile() });
    return;
  }
  const as = token === undefined ? "as operator" : `for project ${project}`;
  note(`Logged in to ${url} ${as}; profile ${name} is the current one now (${profilesFile()}).`);
  const inTheWay = Object.entries({
    SHELFWIRE_URL: profile.url,
    SHELFWIRE_PROJECT: profile.project,
    SHELFWIRE_TOKEN: profile.token,
    SHELFWIRE_OPERATOR_TOKEN: profile.operator_token,
  }).filter(([variable, kept]) => process.env[variable] && kept !== undefined && process.env[variable] !== kept);
  if (inTheWay.length > 0) {
    note(
      `Set otherwise in the environment, and winning over the profile: ${inTheWay.map(([name]) => name).join(", ")}`,
    );
  }
}
