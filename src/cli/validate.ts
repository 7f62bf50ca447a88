import { readFile } from "node:fs/promises";
import type { EntityType, FileFormat, LookupType, Rejection } from "@shelfwire/client";
import { type Command, Option } from "commander";
import type { CheckedUpload, OfflineResult } from "../offline-check.ts";
import { collect } from "./arguments.ts";
import { CommandFailed, UsageError } from "./command-errors.ts";
import { errorsFormatOf, writeWhole } from "./errors-file.ts";
import { addExamples } from "./examples.ts";
import { EXIT } from "./exit-codes.ts";
import { count, counted, duration, roughly } from "./figures.ts";
import { interruptible } from "./interruption.ts";
import { LOOKUP_TYPES } from "./lookup-types.ts";
import { note, printJson } from "./output.ts";
import { progressBar } from "./progress-bar.ts";
import { reportRejections } from "./rejections-report.ts";
import { hasOperatorToken, operatorClient, projectClient, projectOf, wantsJson } from "./settings.ts";
import { printRecord } from "./table.ts";
import { LiveLine, paint } from "./terminal.ts";
import { ENTITIES, formatOption } from "./upload.ts";

interface ValidateFlags {
  entity: EntityType;
  format?: FileFormat;
  errors?: string;
  lookups?: string;
  online?: boolean;
  mandatory?: string[];
}

/** What a project demands of its rows, as far as it is known here. */
interface Rules {
  lookups: Map<LookupType, Set<string>>;
  extraMandatory: string[];
  lookupPolicy: "strict" | "open";
}

/** `shelfwire validate`: the row check of an upload on this machine. */
export function defineValidate(command: Command): void {
  command
    .argument("<file>", "a CSV or JSON file, plain or zipped")
    .addOption(new Option("--entity <name>", "what the rows are").choices(ENTITIES).default("store"))
    .addOption(formatOption())
    .option("--errors <file>", "keep the rejections here, as .xlsx or .json")
    .option("--lookups <file>", 'the values of the project, as "shelfwire lookup export" writes them')
    .option("--online", "fetch the values of the project from the service")
    .option("--mandatory <field>", "a field that the project makes mandatory too; repeatable", collect)
    .action(validate);
  addExamples(
    command,
    [
      "shelfwire validate stores.csv",
      "shelfwire validate stores.csv --lookups lookups.json --errors rejected.xlsx",
      "shelfwire validate staff.json.zip --entity user --online",
    ],
    `Reads and checks the file as the service does, with the same messages; nothing leaves this machine. Lookup values are
checked where they are given or fetched; whether the stores, users and routes that a row names exist, only the service
knows: "shelfwire upload --dry-run" asks it. The exit code is 0 when every row is good, 3 when some would be rejected, 1
when the file cannot be read.`,
  );
}

async function validate(path: string, flags: ValidateFlags, command: Command): Promise<void> {
  const errorsFormat = flags.errors === undefined ? undefined : errorsFormatOf(flags.errors);
  if (flags.online && flags.lookups !== undefined) throw new UsageError("give --lookups or --online, not both");
  const rules = flags.online ? await fetchedRules(flags.entity, command) : await givenRules(flags.lookups);
  rules.extraMandatory.push(...(flags.mandatory ?? []));
  const [{ checkOffline }, { formatOf }] = await Promise.all([
    import("../offline-check.ts"),
    import("@shelfwire/client"),
  ]);
  const live = new LiveLine(process.stderr);
  const startedAt = Date.now();
  const format = flags.format ?? formatOf(path);
  await interruptible("given up; nothing was sent anywhere", (signal) =>
    checkOffline(
      {
        ...{ path, entity: flags.entity, format, signal, ...rules },
        onProgress: ({ rows, share }) => live.show((width) => checkingLine(rows, share, Date.now() - startedAt, width)),
      },
      async (result) => {
        live.end();
        await tell(result, {
          path,
          tookMs: Date.now() - startedAt,
          json: wantsJson(command),
          errors: flags.errors,
          errorsFormat,
        });
      },
    ).finally(() => live.end()),
  );
}

function checkingLine(rows: number, share: number, ms: number, width: number): string {
  const left = share < 0.02 ? [] : [`${roughly((ms * (1 - share)) / share)} left`];
  const speed = `${count(rows / Math.max(0.001, ms / 1_000))} rows/s`;
  return progressBar({ state: "checking", share, figures: [counted(rows, "row"), speed, ...left] }, width);
}

interface Telling {
  path: string;
  tookMs: number;
  json: boolean;
  errors: string | undefined;
  errorsFormat: "json" | "xlsx" | undefined;
}

async function tell(result: OfflineResult, { path, tookMs, json, errors, errorsFormat }: Telling): Promise<void> {
  if (!result.readable) {
    if (json) printJson({ file: path, readable: false, reason: result.reason });
    throw new CommandFailed(`${path} cannot be read: ${result.reason}`);
  }
  const { rows, rejected, warnings, encoding, delimiter, uncheckedLookups, uncheckedReferences } = result;
  const figures = { file: path, rows, good: rows - rejected, rejected };
  if (json) {
    const unchecked = { lookups: uncheckedLookups, references: uncheckedReferences };
    printJson({ ...figures, readable: true, encoding, delimiter, warnings, unchecked });
  } else {
    const shown = Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === "number" ? count(value) : value,
    ]);
    printRecord({
      ...Object.fromEntries(shown),
      encoding,
      ...(delimiter && { delimiter: nameOf(delimiter) }),
      took: duration(tookMs),
    });
  }
  for (const warning of [...warnings, ...uncheckedWarnings(result)]) {
    note(`${paint("yellow", "warning:", process.stderr)} ${warning}`);
  }
  if (errors !== undefined && errorsFormat !== undefined) {
    if (rejected === 0) note(`Nothing would be rejected; ${errors} is not written.`);
    else {
      await writeWhole(errors, result.errors(errorsFormat));
      note(`The rejections are in ${errors}`);
    }
  }
  if (rejected === 0) return;
  if (rejected <= REJECTIONS_GROUPED_MAX) reportRejections(await rejectionsOf(result));
  throw new CommandFailed(`${count(rejected)} of ${counted(rows, "row")} would be rejected`, EXIT.rejectedRows);
}

/** Above it they are not looked at, as they would fill the memory. */
const REJECTIONS_GROUPED_MAX = 200_000;

async function rejectionsOf(result: CheckedUpload): Promise<Rejection[]> {
  const pieces: string[] = [];
  for await (const piece of result.errors("json")) pieces.push(String(piece));
  const rejections: Rejection[] = JSON.parse(pieces.join(""));
  return rejections;
}

function uncheckedWarnings({ uncheckedLookups, uncheckedReferences }: CheckedUpload): string[] {
  const kinds = Object.entries(uncheckedLookups).map(([type, values]) => `${type} (${counted(values, "value")})`);
  const cure = "give them with --lookups <file>, or fetch them with --online";
  return [
    ...(kinds.length === 0
      ? []
      : [`not checked, as the project's values are not known here: ${kinds.join(", ")}; ${cure}`]),
    ...(uncheckedReferences.length === 0
      ? []
      : [
          `not checked: whether the keys in ${uncheckedReferences.join(", ")} exist; "shelfwire upload --dry-run" asks the service`,
        ]),
  ];
}

function nameOf(delimiter: string): string {
  const names: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe" };
  return names[delimiter] ?? delimiter;
}

async function givenRules(file: string | undefined): Promise<Rules> {
  const rules: Rules = { lookups: new Map(), extraMandatory: [], lookupPolicy: "strict" };
  if (file === undefined) return rules;
  const stored = jsonOf(await readFile(file, "utf8"));
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) throw noLookups(file);
  for (const [name, values] of Object.entries(stored)) {
    const type = LOOKUP_TYPES.find((one) => one === name);
    if (type === undefined)
      throw new CommandFailed(`${file}: "${name}" is no kind of lookup; there are: ${LOOKUP_TYPES.join(", ")}`);
    if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) throw noLookups(file);
    rules.lookups.set(type, new Set(values));
  }
  return rules;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noLookups(file: string): CommandFailed {
  return new CommandFailed(`${file}: expected a JSON object such as {"region_name": ["East", "West"]}`);
}

/** The project's own token knows the values; its further mandatory fields and its policy only the operator's. */
async function fetchedRules(entity: EntityType, command: Command): Promise<Rules> {
  const rules: Rules = { lookups: new Map(), extraMandatory: [], lookupPolicy: "strict" };
  const project = projectOf(command);
  if (hasOperatorToken(command)) {
    const client = await operatorClient(command);
    const record = await client.getProject(project);
    if (record === undefined) throw new CommandFailed(`there is no project ${project}`);
    rules.extraMandatory.push(...(record.mandatory_fields[entity] ?? []));
    if (record.lookup_policy === "open") rules.lookupPolicy = "open";
    for (const type of LOOKUP_TYPES) rules.lookups.set(type, new Set(await client.getLookups(project, type)));
    return rules;
  }
  const client = await projectClient(command);
  for (const type of LOOKUP_TYPES) rules.lookups.set(type, new Set(await client.listLookups(type)));
  note("Fields that the project makes mandatory itself are known to the operator only; name them with --mandatory.");
  return rules;
}
