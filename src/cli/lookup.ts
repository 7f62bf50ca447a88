import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { LookupType } from "@shelfwire/client";
import { Argument, type Command } from "commander";
import { UsageError } from "./command-errors.ts";
import { note, printJson } from "./output.ts";
import { operatorClient, projectOf, wantsJson } from "./settings.ts";

const TYPES = ["store_type_name", "region_name", "district_name", "branch_name", "retailer_name", "state_code"];

/** `shelfwire lookup`: the values pre-configured for a project. */
export function defineLookup(command: Command): void {
  command.addHelpText(
    "after",
    `
Types: ${TYPES.join(", ")}
A file holds one value a line; "-" reads standard input.

Examples:
  $ shelfwire lookup get --project acme region_name
  $ shelfwire lookup add --project acme store_type_name Supermarket Kiosk
  $ shelfwire lookup set --project acme region_name --file regions.txt`,
  );
  command.command("get").description("the values, one a line").addArgument(typeArgument()).action(getValues);
  for (const [how, summary] of [
    ["set", "replace all values"],
    ["add", "add values; those that are there already do no harm"],
  ] as const) {
    command
      .command(how)
      .description(summary)
      .addArgument(typeArgument())
      .argument("[values...]")
      .option("--file <path>", "read the values from this file, one a line")
      .action((type: LookupType, values: string[], flags: { file?: string }, self: Command) =>
        changeValues(how, type, values, flags, self),
      );
  }
}

function typeArgument(): Argument {
  return new Argument("<type>", "the kind of value").choices(TYPES);
}

async function getValues(type: LookupType, _flags: object, command: Command): Promise<void> {
  const values = await (await operatorClient(command)).getLookups(projectOf(command), type);
  if (wantsJson(command)) return printJson(values);
  for (const value of values) process.stdout.write(`${value}\n`);
}

async function changeValues(
  how: "set" | "add",
  type: LookupType,
  given: string[],
  { file }: { file?: string },
  command: Command,
): Promise<void> {
  const values = file === undefined ? given : [...given, ...(await linesOf(file))];
  if (values.length === 0 && how === "add") throw new UsageError("no values; give them as arguments or with --file");
  if (values.length === 0 && file === undefined) {
    throw new UsageError("no values; to remove all of them, give an empty file with --file /dev/null");
  }
  const client = await operatorClient(command);
  const project = projectOf(command);
  const now =
    how === "set" ? await client.setLookups(project, type, values) : await client.addLookups(project, type, values);
  if (wantsJson(command)) printJson(now);
  else note(`${type} of ${project} has ${now.length} value${now.length === 1 ? "" : "s"} now.`);
}

async function linesOf(file: string): Promise<string[]> {
  const content = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
