import type { Command } from "commander";

/**
 * The flags, with a space in front, that a command told to a person needs in order to find the same project again:
 * those that were given in this call. Tokens are left out, as they would then stand on the screen.
 */
export function accessOf(command: Command): string {
  const flags: string[] = [];
  for (const [name, flag] of [
    ["profile", "--profile"],
    ["url", "--url"],
    ["project", "--project"],
  ] as const) {
    const value: unknown = command.optsWithGlobals()[name];
    const isGiven = command.getOptionValueSourceWithGlobals(name) === "cli";
    if (isGiven && typeof value === "string") flags.push(` ${flag} ${value}`);
  }
  return flags.join("");
}
