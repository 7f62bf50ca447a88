import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { LookupType } from "@shelfwire/client";
import { Argument, type Command } from "commander";
import { UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { counted } from "./figures.ts";
import { LOOKUP_TYPES } from "./lookup-types.ts";
import { note, printJson } from "./output.ts";
import { hasOperatorToken, operatorClient, projectClient, projectOf, wantsJson } from "./settings.ts";

/** `shelfwire lookup`: the values pre-configured for a project. */
export function defineLookup(command: Command): void {
  addExamples(
    command,
    ["shelfwire lookup get region_name", "shelfwire lookup set region_name --file regions.txt"],
    `Types: ${LOOKUP_TYPES.join(", ")}`,
  );
  const get = command
    .command("get")
    .description("the values, one a line")
    .addArgument(typeArgument())
    .action(getValues);
  addExamples(get, ["shelfwire lookup get --project acme region_name"]);
  const all = command.command("export").description("all values of all kinds, as one JSON object").action(exportValues);
  addExamples(all, ["shelfwire lookup export > lookups.json    # for: shelfwire validate --lookups lookups.json"]);
  for (const [how, summary, examples] of [
    ["set", "replace all values", ["shelfwire lookup set region_name --file regions.txt"]],
    [
      "add",
      "add values; those that are there already do no harm",
      [
        "shelfwire lookup add store_type_name Supermarket Kiosk",
        "cut -f2 types.tsv | shelfwire lookup add store_type_name --file -",
      ],
    ],
  ] as const) {
    const change = command
      .command(how)
      .description(summary)
      .addArgument(typeArgument())
      .argument("[values...]")
      .option("--file <path>", 'read the values from this file, one a line; "-" is standard input')
      .action((type: LookupType, values: string[], flags: { file?: string }, self: Command) =>
        changeValues(how, type, values, flags, self),
      );
    addExamples(change, [...examples]);
  }
}

function typeArgument(): Argument {
  return new Argument("<type>", "the kind of value").choices([...LOOKUP_TYPES]);
}

async function getValues(type: LookupType, _flags: object, command: Command): Promise<void> {
  const values = await valuesOf(type, command);
  if (wantsJson(command)) return printJson(values);
  for (const value of values) process.stdout.write(`${value}\n`);
}

async function exportValues(_flags: object, command: Command): Promise<void> {
  const found: Partial<Record<LookupType, string[]>> = {};
  for (const type of LOOKUP_TYPES) found[type] = await valuesOf(type, command);
  printJson(found);
}

/** A project may read its own values; only the operator changes them. */
async function valuesOf(type: LookupType, command: Command): Promise<string[]> {
  if (hasOperatorToken(command)) return (await operatorClient(command)).getLookups(projectOf(command), type);
  return (await projectClient(command)).listLookups(type);
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
  else note(`${type} of ${project} has ${counted(now.length, "value")} now.`);
}

async function linesOf(file: string): Promise<string[]> {
  const content = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
