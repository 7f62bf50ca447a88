import type { Command } from "commander";
import { CommandFailed } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson, printJsonLines } from "./output.ts";
import { readProfiles, writeProfiles } from "./profiles.ts";
import { wantsJson } from "./settings.ts";
import { printTable } from "./table.ts";

/** `shelfwire profile`: what `login` has kept. */
export function defineProfile(command: Command): void {
  addExamples(command, ["shelfwire profile list", "shelfwire profile use production", "shelfwire whoami"]);
  const list = command.command("list").description("all profiles, without their tokens").action(listProfiles);
  addExamples(list, ["shelfwire profile list", "shelfwire profile list --json"]);
  const use = command
    .command("use")
    .description("make a profile the current one")
    .argument("<name>")
    .action(useProfile);
  addExamples(use, ["shelfwire profile use production"]);
}

async function listProfiles(_flags: object, command: Command): Promise<void> {
  const { current, profiles } = readProfiles();
  const rows = Object.entries(profiles).map(([profile, { url, project, token, operator_token }]) => ({
    profile,
    current: profile === current,
    url,
    project: project ?? null,
    has_project_token: token !== undefined,
    has_operator_token: operator_token !== undefined,
  }));
  if (wantsJson(command)) return printJsonLines(rows);
  if (rows.length === 0) return note('There is no profile yet; make one with "shelfwire login".');
  printTable(
    [
      { title: "", value: (row) => (row.current ? "*" : " ") },
      { title: "PROFILE", value: (row) => row.profile },
      { title: "PROJECT", value: (row) => row.project, canShrink: true },
      { title: "TOKENS", value: tokensOf },
      { title: "URL", value: (row) => row.url, canShrink: true },
    ],
    rows,
  );
}

function tokensOf(row: { has_project_token: boolean; has_operator_token: boolean }): string[] {
  return [...(row.has_project_token ? ["project"] : []), ...(row.has_operator_token ? ["operator"] : [])];
}

async function useProfile(name: string, _flags: object, command: Command): Promise<void> {
  const { profiles } = readProfiles();
  const profile = profiles[name];
  if (profile === undefined) {
    throw new CommandFailed(
      `there is no profile ${name} (there are: ${Object.keys(profiles).join(", ") || "none yet"})`,
    );
  }
  writeProfiles({ current: name, profiles });
  if (wantsJson(command)) printJson({ profile: name, url: profile.url, project: profile.project ?? null });
  else note(`Profile ${name} is the current one now: ${profile.url}, project ${profile.project ?? "-"}.`);
}
