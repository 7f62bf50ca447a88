import type { Subscription } from "@shelfwire/client";
import type { Command } from "commander";
import { collect } from "./arguments.ts";
import { CommandFailed } from "./command-errors.ts";
import { note, printJson, printRecord } from "./output.ts";
import { projectClient, projectOf, wantsJson } from "./settings.ts";

/** `shelfwire subscription`: where a project's callbacks go. */
export function defineSubscription(command: Command): void {
  command.addHelpText(
    "after",
    `
Callback URLs are secrets, as their query may hold an API key; keep them out of logs.

Examples:
  $ shelfwire subscription set "https://hooks.example.com/shelf?key=5f1c..."
  $ shelfwire subscription set https://a.example/cb https://b.example/cb --wave primary
  $ shelfwire subscription get --json`,
  );
  command.command("get").description("the subscription as it is").action(getSubscription);
  command
    .command("set")
    .description("create the subscription, or replace it as a whole")
    .argument("<callback-urls...>", "up to 20 public HTTPS addresses")
    .option("--wave <type>", "a wave type of interest; repeat for several; all by default", collect)
    .action(setSubscription);
  command.command("delete").description("end all callbacks; pending ones are cancelled").action(deleteSubscription);
}

async function getSubscription(_flags: object, command: Command): Promise<void> {
  const subscription = await (await projectClient(command)).getSubscription();
  if (subscription === undefined) throw new CommandFailed(`project ${projectOf(command)} has no subscription`);
  show(subscription, command);
}

async function setSubscription(urls: string[], flags: { wave?: string[] }, command: Command): Promise<void> {
  const wanted = { url_list: urls, wave_type_list: flags.wave ?? ["all"] };
  show(await (await projectClient(command)).setSubscription(wanted), command);
}

async function deleteSubscription(_flags: object, command: Command): Promise<void> {
  const project = projectOf(command);
  if (!(await (await projectClient(command)).deleteSubscription())) {
    throw new CommandFailed(`project ${project} has no subscription`);
  }
  if (wantsJson(command)) printJson({ deleted: true });
  else note(`The subscription of ${project} is deleted.`);
}

function show(subscription: Subscription, command: Command): void {
  if (wantsJson(command)) printJson(subscription);
  else printRecord(subscription);
}
