/**
 * The row check of an upload, for a file of this machine and without a service: the same reading, checks, messages and
 * error files as a job's. What only the database knows, such as whether the stores of a route exist, stays unchecked.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { EntityDefinition, EntityType } from "./entities/definition.ts";
import { ENTITIES } from "./entities/registry.ts";
import type { RowCheckOptions } from "./entities/row-check.ts";
import { LocalFileStore } from "./files/file-store.ts";
import { type CheckedFile, checkRows } from "./jobs/checked-rows.ts";
import type { FileFormat } from "./jobs/job.ts";
import { openDataFile } from "./jobs/reading/data-file.ts";
import type { EncodingChoice } from "./jobs/reading/decode.ts";
import { RejectionsWriter } from "./jobs/rejections.ts";
import { writeErrorsJson, writeErrorsXlsx } from "./jobs/results/error-files.ts";
import { NotUtf8, UnreadableFile } from "./jobs/unreadable-file.ts";
import { warnOfEncoding, warnOfUnknownNames } from "./jobs/warnings.ts";
import { GIB } from "./lib/units.ts";
import { LOOKUP_TYPES, type LookupType } from "./projects/project.ts";

export interface OfflineCheckOptions {
  path: string;
  entity: EntityType;
  format: FileFormat;
  /** The values of each kind; a kind that is missing is not checked. */
  lookups: ReadonlyMap<LookupType, ReadonlySet<string>>;
  extraMandatory: readonly string[];
  /** `open`: unknown lookup values would be added, and are no error. */
  lookupPolicy: "strict" | "open";
  onProgress: (progress: { rows: number; share: number }) => void;
  signal: AbortSignal;
}

export type OfflineResult = { readable: false; reason: string } | ({ readable: true } & CheckedUpload);

export interface CheckedUpload {
  rows: number;
  rejected: number;
  warnings: string[];
  encoding: string | null;
  /** Of a CSV file. */
  delimiter: string | null;
  /** Kinds of lookup values that the file uses and nobody could check, with how many values. */
  uncheckedLookups: Partial<Record<LookupType, number>>;
  /** Fields that name keys of other entities, which only the database knows. */
  uncheckedReferences: string[];
  /** The error file as a job would make it. */
  errors(format: "json" | "xlsx"): AsyncIterable<string | Uint8Array>;
}

/** The same limit as a service has by default. */
const INFLATED_BYTES_MAX = 16 * GIB;
const REJECTIONS = "check/rejections.ndjson";

/** Checks the file and hands the result to `use`; what was written aside is removed afterwards. */
export async function checkOffline<T>(
  options: OfflineCheckOptions,
  use: (result: OfflineResult) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "shelfwire-validate-"));
  const files = new LocalFileStore(folder);
  try {
    await files.open(Date.now(), 0);
    return await use(await check(options, files));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(options: OfflineCheckOptions, files: LocalFileStore): Promise<OfflineResult> {
  let encoding: EncodingChoice = "found";
  for (;;) {
    try {
      return { readable: true, ...(await pass(options, files, encoding)) };
    } catch (error) {
      if (error instanceof UnreadableFile) return { readable: false, reason: error.message };
      if (!(error instanceof NotUtf8) || encoding !== "found") throw error;
      encoding = "windows-1252";
    }
  }
}

async function pass(
  options: OfflineCheckOptions,
  files: LocalFileStore,
  encoding: EncodingChoice,
): Promise<CheckedUpload> {
  const definition = ENTITIES[options.entity];
  const path = resolve(options.path);
  const upload = {
    project_id: 0,
    job_id: randomUUID(),
    file_format: options.format,
    file_bytes: (await stat(path)).size,
  };
  const listNames = [definition.plural, definition.type];
  const reading = { listNames, encoding, inflatedBytesMax: INFLATED_BYTES_MAX };
  const file = await openDataFile({ localPath: async () => path }, upload, reading);
  const lookups = new LookupsAtHand(options.lookups);
  const checked = checkRows(file, definition, { ...options, lookups: lookups.sets });
  const head = { key: definition.key, columns: checked.columns };
  const rejections = new RejectionsWriter(files, REJECTIONS, head);
  try {
    const rows = await readRows(
      checked,
      rejections,
      (count) => options.onProgress({ rows: count, share: file.fractionRead() }),
      options.signal,
    );
    return {
      rows,
      rejected: rejections.count,
      warnings: [...warnOfEncoding(encoding), ...warnOfUnknownNames(definition, checked)],
      encoding: file.encoding() ?? null,
      delimiter: file.kind === "csv" ? file.delimiter : null,
      uncheckedLookups: lookups.unchecked(),
      uncheckedReferences: referencesOf(definition, checked),
      errors: (format) =>
        format === "json"
          ? writeErrorsJson(files, REJECTIONS)
          : writeErrorsXlsx(
              files,
              REJECTIONS,
              definition.fields.map(({ name }) => name),
            ),
    };
  } catch (error) {
    await rejections.giveUp();
    throw error;
  }
}

async function readRows(
  checked: CheckedFile,
  rejections: RejectionsWriter,
  onRows: (count: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  for await (const { outcomes, sources } of checked.batches) {
    signal.throwIfAborted();
    await rejections.add(
      outcomes.flatMap((outcome, at) => {
        const source = sources[at];
        if (outcome.accepted || source === undefined) return [];
        return [{ ...source, key: outcome.key, failures: outcome.failures }];
      }),
    );
    rows += outcomes.length;
    onRows(rows);
  }
  await rejections.finish();
  return rows;
}

/** The lookup values that were given; those of other kinds all pass, and are counted. */
class LookupsAtHand {
  readonly sets: RowCheckOptions["lookups"];
  readonly #passing = new Map<LookupType, PassingValues>();

  constructor(given: ReadonlyMap<LookupType, ReadonlySet<string>>) {
    const sets = new Map<LookupType, ReadonlySet<string>>();
    for (const type of LOOKUP_TYPES) {
      const passing = new PassingValues();
      const own = given.get(type);
      if (own === undefined) this.#passing.set(type, passing);
      sets.set(type, own ?? passing);
    }
    this.sets = sets;
  }

  unchecked(): Partial<Record<LookupType, number>> {
    const used = [...this.#passing].filter(([, values]) => values.size > 0);
    return Object.fromEntries(used.map(([type, values]) => [type, values.size]));
  }
}

/** Has every value, and remembers which were asked for. */
class PassingValues extends Set<string> {
  override has(value: string): boolean {
    this.add(value);
    return true;
  }
}

/** Only those that the file has: of a JSON file that is not known before its end, so all are named. */
function referencesOf(definition: EntityDefinition, { columns }: CheckedFile): string[] {
  const names = definition.fields.filter(({ type }) => type === "keys").map(({ name }) => name);
  const present = columns?.map((column) => column.trim().toLowerCase());
  return present === undefined ? names : names.filter((name) => present.includes(name));
}
