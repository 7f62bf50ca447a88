import type { ProjectSettingsInput } from "@shelfwire/client";
import { type Command, Option } from "commander";
import { collect, wholeNumber } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { note, printJson, printJsonLines } from "./output.ts";
import { operatorClient, projectOf, wantsJson } from "./settings.ts";
import { printRecord, printTable } from "./table.ts";

interface SettingsFlags {
  waveType?: string[];
  mandatory?: string[];
  payloadField?: string[];
  callbackAuth?: string;
  signing?: boolean;
  signingSecret?: string[];
  redeliverOnRecovery?: boolean;
  lookupPolicy?: "strict" | "open";
  listKey?: "plural" | "singular";
  rateLimit?: number;
}

/** `shelfwire project`: projects and their settings. */
export function defineProject(command: Command): void {
  addExamples(command, ["shelfwire project create acme --signing", "shelfwire project list"]);
  const list = command.command("list").description("all projects").action(listProjects);
  addExamples(list, ["shelfwire project list --json | jq -r .name"]);
  const create = command.command("create").description("create a project").argument("<name>").action(createProject);
  addExamples(settingsFlags(create), ["shelfwire project create acme --signing --payload-field store_number"]);
  const get = command
    .command("get")
    .description("a project's settings; secrets are masked")
    .argument("[name]", "by default the one of --project")
    .action(getProject);
  addExamples(get, ["shelfwire project get acme", "shelfwire project get acme --json"]);
  const set = command.command("set").description("change settings; what is not named stays").argument("<name>");
  set.action(changeProject);
  addExamples(settingsFlags(set), [
    'shelfwire project set acme --callback-auth "X-API-Key: 5f1c" --lookup-policy open',
    "shelfwire project set acme --mandatory store:city --mandatory store:postal_code",
    "shelfwire project set acme --signing    # rotates: the former secret stays valid beside the new one",
  ]);
  const remove = command
    .command("delete")
    .description("delete a project with its stores, jobs, subscription and history")
    .argument("<name>")
    .option("--yes", "really do it: it cannot be undone")
    .action(deleteProject);
  addExamples(remove, ["shelfwire project delete acme --yes"]);
}

function settingsFlags(command: Command): Command {
  return command
    .option("--wave-type <type>", "a wave type of the project; repeat for several", collect)
    .option("--mandatory <entity:field>", "a field to be mandatory too, such as store:city; repeatable", collect)
    .option("--payload-field <field>", "send store_number or client_session_id in callbacks; repeatable", collect)
    .option("--callback-auth <header>", 'send this header with callbacks, "Name: value"; "none" to end it')
    .option("--signing", "make a secret and sign callbacks; a present secret stays valid beside it")
    .option("--no-signing", "sign no callbacks")
    .option("--signing-secret <secret>", "sign with this whsec_... secret; repeat for the old one", collect)
    .option("--redeliver-on-recovery", "deliver again what died while an endpoint was down")
    .option("--no-redeliver-on-recovery", "leave it dead")
    .addOption(new Option("--lookup-policy <policy>", "what unknown lookup values do").choices(["strict", "open"]))
    .addOption(new Option("--list-key <key>", "name of the list in reads").choices(["plural", "singular"]))
    .option("--rate-limit <number>", "requests a second and token; 0 for the service's default", wholeNumber);
}

async function listProjects(_flags: object, command: Command): Promise<void> {
  const projects = await (await operatorClient(command)).listProjects();
  if (wantsJson(command)) return printJsonLines(projects);
  if (projects.length === 0) return note("There is no project yet; make one with: shelfwire project create <name>");
  printTable(
    [
      { title: "NAME", value: (project) => project.name },
      { title: "WAVE TYPES", value: (project) => project.wave_types, canShrink: true },
      { title: "LOOKUPS", value: (project) => project.lookup_policy },
      { title: "SIGNED", value: (project) => (project.signing === null ? "no" : "yes") },
      { title: "CREATED", value: (project) => project.creation_time, optional: true },
    ],
    projects,
  );
}

async function createProject(name: string, flags: SettingsFlags, command: Command): Promise<void> {
  const project = await (await operatorClient(command)).createProject(name, settingsOf(flags));
  if (wantsJson(command)) return printJson(project);
  printRecord(project);
  note(`Project ${name} is there. Next: shelfwire token create --project ${name} --user <name>`);
}

async function getProject(name: string | undefined, _flags: object, command: Command): Promise<void> {
  const wanted = name ?? projectOf(command);
  const project = await (await operatorClient(command)).getProject(wanted);
  if (project === undefined) throw new CommandFailed(`there is no project ${wanted}`);
  if (wantsJson(command)) return printJson(project);
  printRecord(project);
}

async function changeProject(name: string, flags: SettingsFlags, command: Command): Promise<void> {
  const settings = settingsOf(flags);
  if (Object.keys(settings).length === 0) throw new UsageError("nothing to change; name a setting, see --help");
  const project = await (await operatorClient(command)).changeProject(name, settings);
  if (wantsJson(command)) return printJson(project);
  printRecord(project);
}

async function deleteProject(name: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  if (!yes) throw new UsageError(`this deletes ${name} with all that belongs to it for good; add --yes to do it`);
  if (!(await (await operatorClient(command)).deleteProject(name))) {
    throw new CommandFailed(`there is no project ${name}`);
  }
  if (wantsJson(command)) printJson({ deleted: name });
  else note(`Project ${name} is deleted.`);
}

function settingsOf(flags: SettingsFlags): ProjectSettingsInput {
  const settings: ProjectSettingsInput = {};
  if (flags.waveType) settings.wave_types = flags.waveType;
  if (flags.mandatory) settings.mandatory_fields = mandatoryOf(flags.mandatory);
  if (flags.payloadField) settings.payload_fields = flags.payloadField.map(payloadField);
  if (flags.callbackAuth !== undefined) settings.callback_auth = callbackAuth(flags.callbackAuth);
  if (flags.signing !== undefined) settings.signing = flags.signing ? { generate: true } : null;
  if (flags.signingSecret) settings.signing = { secrets: flags.signingSecret };
  if (flags.redeliverOnRecovery !== undefined) settings.redeliver_on_recovery = flags.redeliverOnRecovery;
  if (flags.lookupPolicy) settings.lookup_policy = flags.lookupPolicy;
  if (flags.listKey) settings.list_key = flags.listKey;
  if (flags.rateLimit !== undefined) settings.rate_limit = flags.rateLimit === 0 ? null : flags.rateLimit;
  return settings;
}

function mandatoryOf(given: string[]): NonNullable<ProjectSettingsInput["mandatory_fields"]> {
  const fields: NonNullable<ProjectSettingsInput["mandatory_fields"]> = {};
  for (const one of given) {
    const [entity, field] = one.split(":");
    if ((entity !== "store" && entity !== "user" && entity !== "route") || !field) {
      throw new UsageError(`--mandatory ${one}: expected store:<field>, user:<field> or route:<field>`);
    }
    fields[entity] = [...(fields[entity] ?? []), field];
  }
  return fields;
}

function payloadField(given: string): "store_number" | "client_session_id" {
  if (given === "store_number" || given === "client_session_id") return given;
  throw new UsageError(`--payload-field ${given}: expected store_number or client_session_id`);
}

function callbackAuth(given: string): ProjectSettingsInput["callback_auth"] {
  if (given === "none") return null;
  const [, header_name, header_value] = /^([^:\s]+):\s*(\S.*)$/.exec(given) ?? [];
  if (header_name && header_value) return { header_name, header_value };
  throw new UsageError('--callback-auth: expected "Name: value", or none');
}
