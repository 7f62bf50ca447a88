import type { EntityReader, ReadQuery, ShelfwireClient } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { pair, wholeNumber } from "./arguments.ts";
import { CommandFailed } from "./command-errors.ts";
import { type ExportFlags, exportEntity } from "./entity-export.ts";
import { addExamples } from "./examples.ts";
import { count } from "./figures.ts";
import { note, printJson, printJsonLines } from "./output.ts";
import { projectClient, wantsJson } from "./settings.ts";
import { type Column, printRecord, printTable } from "./table.ts";

export interface Readable {
  name: "store" | "user" | "route";
  keyField: string;
  columns: string[];
  example: { filter: string; key: string };
  reader: (client: ShelfwireClient) => EntityReader<object>;
}

const STORE: Readable = {
  name: "store",
  keyField: "store_number",
  columns: ["store_number", "store_name", "store_type_name", "region_name", "city", "is_active"],
  example: { filter: "city=Lyon", key: "0042" },
  reader: (client) => client.stores,
};
const USER: Readable = {
  name: "user",
  keyField: "login_name",
  columns: ["login_name", "first_name", "last_name", "operational_role", "is_active"],
  example: { filter: "operational_role=auditor", key: "ann" },
  reader: (client) => client.users,
};
const ROUTE: Readable = {
  name: "route",
  keyField: "external_route_id",
  columns: ["external_route_id", "name", "description"],
  example: { filter: "name=North", key: "R-7" },
  reader: (client) => client.routes,
};

/** `shelfwire store`, `user` and `route`: the same reads over three entities. */
export const defineStore = (command: Command): void => defineReads(command, STORE);
export const defineUser = (command: Command): void => defineReads(command, USER);
export const defineRoute = (command: Command): void => defineReads(command, ROUTE);

interface ReadFlags {
  where?: Record<string, string[]>;
  search?: string;
  updatedSince?: string;
  sort?: string;
  columns?: string[];
}

interface ListFlags extends ReadFlags {
  page?: number;
  perPage?: number;
}

const DELETED = "Deleted ones are left out unless you ask with --where is_deleted=true or is_deleted=any.";

function defineReads(command: Command, entity: Readable): void {
  const { name, keyField, columns, example } = entity;
  const two = columns.slice(0, 2).join(",");
  addExamples(
    command,
    [`shelfwire ${name} list --where ${example.filter}`, `shelfwire ${name} get ${example.key}`],
    DELETED,
  );
  const list = command.command("list").description("one page, the first by default");
  readFlags(list)
    .option("--page <number>", "which page, counted from 0", wholeNumber)
    .option("--per-page <number>", "how many on a page, at most 1,000", wholeNumber, 50)
    .action((flags: ListFlags, self: Command) => listPage(entity, flags, self));
  addExamples(
    list,
    [
      `shelfwire ${name} list --where ${example.filter} --sort -last_update_time`,
      `shelfwire ${name} list --page 3 --per-page 50 --columns ${two}`,
      `shelfwire ${name} list --json | jq -r .${keyField}`,
    ],
    DELETED,
  );
  const get = command.command("get").description(`one ${name}, deleted or not`).argument(`<${keyField}>`);
  get.action((key: string, _flags: object, self: Command) => getOne(entity, key, self));
  addExamples(get, [`shelfwire ${name} get ${example.key}`, `shelfwire ${name} get ${example.key} --json`]);
  const all = command.command("export").description("all of them, as JSON lines or CSV");
  readFlags(all)
    .addOption(new Option("--format <format>", "by the ending of --output by default").choices(["ndjson", "csv"]))
    .option("--output <file>", "write to this file instead of standard output")
    .action((flags: ReadFlags & ExportFlags, self: Command) => exportEntity(entity, queryOf(flags), flags, self));
  addExamples(
    all,
    [
      `shelfwire ${name} export > ${name}s.ndjson`,
      `shelfwire ${name} export --output ${name}s.csv`,
      `shelfwire ${name} export --where ${example.filter} --columns ${two} --format csv`,
    ],
    "What is exported as CSV can be edited and uploaded again.",
  );
  const template = command.command("template").description("a CSV file to fill in: the header of an upload");
  template.action(async (_flags: object, self: Command) => {
    process.stdout.write(await (await projectClient(self)).template(name));
  });
  addExamples(template, [`shelfwire ${name} template > ${name}s.csv`]);
}

function readFlags(command: Command): Command {
  return command
    .option("--where <field=value>", "only those with this value; repeat for other fields or values", pair)
    .option("--search <text>", "only those whose key, name or place has this text")
    .option("--updated-since <time>", "only those that changed since then, ISO 8601 or epoch seconds")
    .option("--sort <field>", "order by this field; -field for the other way round")
    .option("--columns <names>", "these fields only, separated by commas", names);
}

function names(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function queryOf(flags: ListFlags): ReadQuery {
  return {
    ...flags.where,
    q: flags.search,
    updated_since: flags.updatedSince,
    sort: flags.sort,
    fields: flags.columns?.join(","),
    page: flags.page,
    per_page: flags.perPage,
  };
}

async function listPage(entity: Readable, flags: ListFlags, command: Command): Promise<void> {
  const page = await entity.reader(await projectClient(command)).page(queryOf(flags));
  if (wantsJson(command)) await printJsonLines(page.items);
  else if (page.items.length > 0) printTable(columnsOf(flags.columns ?? entity.columns, entity), page.items);
  const { page: at, page_count, total_count, links } = page.metadata;
  const more = links.next === "" ? "" : `; next: --page ${at + 1}`;
  note(`page ${at} of 0 to ${Math.max(0, page_count - 1)}, ${count(total_count)} ${entity.name}s in all${more}`);
}

function columnsOf(fields: string[], { keyField }: Readable): Column<object>[] {
  return fields.map((field) => ({
    title: field,
    value: (item: object) => Reflect.get(item, field),
    canShrink: field !== keyField,
  }));
}

async function getOne(entity: Readable, key: string, command: Command): Promise<void> {
  const found = await entity.reader(await projectClient(command)).get(key);
  if (found === undefined) throw new CommandFailed(`there is no ${entity.name} ${key}`);
  if (wantsJson(command)) printJson(found);
  else printRecord(found);
}
