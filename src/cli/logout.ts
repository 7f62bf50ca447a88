import type { Command } from "commander";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson } from "./output.ts";
import { readProfiles, writeProfiles } from "./profiles.ts";

/** `shelfwire logout`: forgets a profile with its tokens. */
export function defineLogout(command: Command): void {
  command
    .argument("[name]", "the profile to forget; the current one by default")
    .option("--all", "forget all profiles")
    .action(logout);
  addExamples(
    command,
    ["shelfwire logout", "shelfwire logout production", "shelfwire logout --all"],
    'The tokens stay good for whoever else has them; end them with "shelfwire token revoke".',
  );
}

async function logout(name: string | undefined, flags: { all?: boolean }, command: Command): Promise<void> {
  if (name !== undefined && flags.all) throw new UsageError("name one profile or --all, not both");
  const { current, profiles } = readProfiles();
  const named = name ?? command.optsWithGlobals<{ profile?: string }>().profile ?? current;
  const forgotten = flags.all ? Object.keys(profiles) : named === undefined ? [] : [named];
  if (forgotten.length === 0)
    throw new CommandFailed("there is no current profile; name one, see: shelfwire profile list");
  const unknown = forgotten.find((one) => profiles[one] === undefined);
  if (unknown !== undefined) throw new CommandFailed(`there is no profile ${unknown}`);
  const left = Object.fromEntries(Object.entries(profiles).filter(([one]) => !forgotten.includes(one)));
  writeProfiles({ ...(current !== undefined && current in left && { current }), profiles: left });
  if (command.optsWithGlobals().json) return printJson({ forgotten });
  note(`Forgotten: ${forgotten.join(", ")}. The tokens themselves stay good until they are revoked.`);
  if (current !== undefined && !(current in left) && Object.keys(left).length > 0) {
    note(`There is no current profile now; choose one with: shelfwire profile use <name>`);
  }
}
