import type { ShelfwireClient, Subscription } from "@shelfwire/client";
import type { Command } from "commander";
import { collect, wholeNumber } from "./arguments.ts";
import { CommandFailed } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson } from "./output.ts";
import { projectClient, projectOf, wantsJson } from "./settings.ts";
import { listEndpoints, testSubscription } from "./subscription-endpoints.ts";
import { printRecord } from "./table.ts";

/** `shelfwire subscription`: where a project's callbacks go. */
export function defineSubscription(command: Command): void {
  addExamples(
    command,
    ["shelfwire subscription get", 'shelfwire subscription set "https://hooks.example.com/shelf?key=5f1c"'],
    "Callback URLs are secrets, as their query may hold an API key; keep them out of logs.",
  );
  const get = command.command("get").description("the subscription as it is").action(getSubscription);
  addExamples(get, ["shelfwire subscription get", "shelfwire subscription get --json"]);
  const set = command
    .command("set")
    .description("create the subscription, or replace it as a whole")
    .argument("<callback-urls...>", "up to 20 public HTTPS addresses")
    .option("--wave <type>", "a wave type of interest; repeat for several; all by default", collect)
    .action(setSubscription);
  addExamples(set, [
    'shelfwire subscription set "https://hooks.example.com/shelf?key=5f1c"',
    "shelfwire subscription set https://a.example/cb https://b.example/cb --wave primary",
  ]);
  const add = command
    .command("add")
    .description("add addresses to the subscription; the others stay")
    .argument("<callback-urls...>")
    .action(addUrls);
  addExamples(add, ["shelfwire subscription add https://b.example/cb"]);
  const remove = command
    .command("remove")
    .alias("delete")
    .description("remove addresses, or without any the whole subscription; what is pending for them is cancelled")
    .argument("[callback-urls...]")
    .action(removeUrls);
  addExamples(remove, ["shelfwire subscription remove https://b.example/cb", "shelfwire subscription remove"]);
  const endpoints = command
    .command("endpoints")
    .description("the callback URLs with their health")
    .action(listEndpoints);
  addExamples(endpoints, ["shelfwire subscription endpoints"]);
  const test = command
    .command("test")
    .description("send a test event, and see how each URL answers")
    .option("--endpoint <id>", 'to this one only; its id is in "subscription endpoints"', wholeNumber)
    .action(testSubscription);
  addExamples(test, ["shelfwire subscription test"], "The exit code is 0 when every URL acknowledged it at once.");
  const waveTypes = command
    .command("wave-types")
    .description("the wave types that can be subscribed to")
    .action(listWaveTypes);
  addExamples(waveTypes, ["shelfwire subscription wave-types"]);
}

async function getSubscription(_flags: object, command: Command): Promise<void> {
  show(await present(await projectClient(command), command), command);
}

async function setSubscription(urls: string[], flags: { wave?: string[] }, command: Command): Promise<void> {
  const wanted = { url_list: urls, wave_type_list: flags.wave ?? ["all"] };
  show(await (await projectClient(command)).setSubscription(wanted), command);
}

async function addUrls(urls: string[], _flags: object, command: Command): Promise<void> {
  const client = await projectClient(command);
  const { url_list = [], wave_type_list = ["all"] } = (await client.getSubscription()) ?? {};
  show(await client.setSubscription({ url_list: [...url_list, ...urls], wave_type_list }), command);
}

async function removeUrls(urls: string[], _flags: object, command: Command): Promise<void> {
  const client = await projectClient(command);
  const { url_list, wave_type_list } = await present(client, command);
  const unknown = urls.filter((url) => !url_list.includes(url));
  if (unknown.length > 0) throw new CommandFailed(`the subscription has no ${unknown.join(", ")}`);
  const left = urls.length === 0 ? [] : url_list.filter((url) => !urls.includes(url));
  if (left.length > 0) return show(await client.setSubscription({ url_list: left, wave_type_list }), command);
  await client.deleteSubscription();
  if (wantsJson(command)) printJson({ deleted: true });
  else note(`The subscription of ${projectOf(command)} is deleted.`);
}

async function listWaveTypes(_flags: object, command: Command): Promise<void> {
  const types = await (await projectClient(command)).listWaveTypes();
  if (wantsJson(command)) printJson(types);
  else for (const type of types) process.stdout.write(`${type}\n`);
}

async function present(client: ShelfwireClient, command: Command): Promise<Subscription> {
  const subscription = await client.getSubscription();
  if (subscription !== undefined) return subscription;
  throw new CommandFailed(`project ${projectOf(command)} has no subscription`);
}

function show({ url_list, wave_type_list, ...rest }: Subscription, command: Command): void {
  const ordered = { url_list, wave_type_list, ...rest };
  if (wantsJson(command)) printJson(ordered);
  else printRecord(ordered);
}
