import type { EntityReader, ReadQuery, ShelfwireClient } from "@shelfwire/client";
import type { Command } from "commander";
import { pair, wholeNumber } from "./arguments.ts";
import { CommandFailed } from "./command-errors.ts";
import { count, duration } from "./figures.ts";
import { note, printJson, printJsonLine, printRecord, printTable } from "./output.ts";
import { projectClient, wantsJson } from "./settings.ts";
import { LiveLine } from "./terminal.ts";

interface Readable {
  name: "store" | "user" | "route";
  keyField: string;
  columns: string[];
  example: string;
  reader: (client: ShelfwireClient) => EntityReader<object>;
}

/** `shelfwire store`, `user` and `route`: the same reads over three entities. */
export function defineStore(command: Command): void {
  defineReads(command, {
    name: "store",
    keyField: "store_number",
    columns: ["store_number", "store_name", "store_type_name", "region_name", "city", "is_active"],
    example: "city=Lyon",
    reader: (client) => client.stores,
  });
}

export function defineUser(command: Command): void {
  defineReads(command, {
    name: "user",
    keyField: "login_name",
    columns: ["login_name", "first_name", "last_name", "operational_role", "is_active"],
    example: "operational_role=auditor",
    reader: (client) => client.users,
  });
}

export function defineRoute(command: Command): void {
  defineReads(command, {
    name: "route",
    keyField: "external_route_id",
    columns: ["external_route_id", "name", "description"],
    example: "name=North",
    reader: (client) => client.routes,
  });
}

interface ListFlags {
  where?: Record<string, string[]>;
  sort?: string;
  page?: number;
  perPage?: number;
  columns?: string;
}

function defineReads(command: Command, entity: Readable): void {
  const { name } = entity;
  command.addHelpText(
    "after",
    `
Deleted ones are left out unless you ask with --where is_deleted=true or is_deleted=any.

Examples:
  $ shelfwire ${name} list --where ${entity.example} --sort -last_update_time
  $ shelfwire ${name} list --page 3 --per-page 50 --columns ${entity.columns.slice(0, 2).join(",")}
  $ shelfwire ${name} get 1001 --json
  $ shelfwire ${name} export > ${name}s.ndjson
  $ shelfwire ${name} template > ${name}s.csv`,
  );
  const list = command.command("list").description("one page, the first by default");
  readFlags(list)
    .option("--page <number>", "which page, counted from 0", wholeNumber)
    .option("--per-page <number>", "how many on a page, at most 1,000", wholeNumber)
    .option("--columns <names>", "the fields to show, separated by commas")
    .action((flags: ListFlags, self: Command) => listPage(entity, flags, self));
  command
    .command("get")
    .description(`one ${name}, deleted or not`)
    .argument(`<${entity.keyField}>`)
    .action((key: string, _flags: object, self: Command) => getOne(entity, key, self));
  readFlags(command.command("export").description("all pages, as JSON lines"))
    .option("--per-page <number>", "how many to fetch at once", wholeNumber, 1_000)
    .action((flags: ListFlags, self: Command) => exportAll(entity, flags, self));
  command
    .command("template")
    .description("a CSV file to fill in: the header of an upload")
    .action(async (_flags: object, self: Command) => {
      process.stdout.write(await (await projectClient(self)).template(name));
    });
}

function readFlags(command: Command): Command {
  return command
    .option("--where <field=value>", "only those with this value; repeat for other fields or values", pair)
    .option("--sort <field>", "order by this field; -field for the other way round");
}

function queryOf(flags: ListFlags): ReadQuery {
  return { ...flags.where, sort: flags.sort, page: flags.page, per_page: flags.perPage };
}

async function listPage(entity: Readable, flags: ListFlags, command: Command): Promise<void> {
  const page = await entity.reader(await projectClient(command)).page(queryOf(flags));
  if (wantsJson(command)) return printJson({ metadata: page.metadata, [`${entity.name}s`]: page.items });
  const { page: at, page_count, total_count, links } = page.metadata;
  const names = flags.columns?.split(",").map((column) => column.trim()) ?? entity.columns;
  if (page.items.length > 0) {
    const columns = names.map((field) => ({ title: field, value: (item: object) => Reflect.get(item, field) }));
    printTable(columns, page.items);
  }
  const more = links.next === "" ? "" : `; next: --page ${at + 1}`;
  note(`page ${at} of 0 to ${Math.max(0, page_count - 1)}, ${count(total_count)} ${entity.name}s in all${more}`);
}

async function getOne(entity: Readable, key: string, command: Command): Promise<void> {
  const found = await entity.reader(await projectClient(command)).get(key);
  if (found === undefined) throw new CommandFailed(`there is no ${entity.name} ${key}`);
  if (wantsJson(command)) printJson(found);
  else printRecord(found);
}

async function exportAll(entity: Readable, flags: ListFlags, command: Command): Promise<void> {
  const startedAt = Date.now();
  const live = new LiveLine(process.stderr);
  let written = 0;
  for await (const page of entity.reader(await projectClient(command)).pages(queryOf(flags))) {
    for (const item of page.items) await printJsonLine(item);
    written += page.items.length;
    if (!process.stdout.isTTY)
      live.show(() => `${count(written)} of ${count(page.metadata.total_count)} ${entity.name}s`);
  }
  live.end(`${count(written)} ${entity.name}s in ${duration(Date.now() - startedAt)}`);
}
