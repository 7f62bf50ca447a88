/**
 * `npm run bench:upload`: every figure of the upload engine, in one run, in one table. Options: `--only a,b` of csv,
 * json, zip, bad, rejected, beside, accept, five; `--rows 100000` for other files than those of a million rows.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BenchDatabase } from "../delivery/bench-database.ts";
import { type Line, printTable } from "../delivery/table.ts";
import { step } from "../step.ts";
import { measureAcceptance } from "./acceptance.ts";
import { measureBeside } from "./beside.ts";
import { Floor } from "./floor.ts";
import { Installation, type UploadResult } from "./installation.ts";
import { type FilePlan, writeStores } from "./store-file.ts";

const { values: options } = parseArgs({ options: { only: { type: "string" }, rows: { type: "string" } } });
const only = options.only?.split(",");
const rows = Number(options.rows ?? 1_000_000);
const MEMORY_MIB_MAX = 300;

const lines: Line[] = [];
const written = new Set<string>();
const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-files-"));
// The database server reads the floor's file itself, under an account of its own.
chmodSync(folder, 0o755);
const database = await BenchDatabase.start();
try {
  const floor = await floors();
  const fresh = await csvFigures(floor);
  const json = await jsonFigures(floor);
  if (wants("zip")) await zipFigures({ csv: fresh, json });
  if (wants("bad")) await badFigures(fresh);
  if (wants("rejected")) await rejectedFigures();
  if (wants("beside")) lines.push(...(await step("beside", () => measureBeside(database, folder, rows))));
  if (wants("accept")) lines.push(...(await step("accept", () => measureAcceptance(database, folder))));
  if (wants("five")) await fiveFold();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  console.log();
  printTable(lines);
}

interface Seconds {
  fresh: number;
  changed: number;
  same: number;
}

async function floors(): Promise<Seconds | undefined> {
  if (!wants("csv") && !wants("json")) return undefined;
  const { db } = await database.create("floors");
  const floor = new Floor(db);
  await floor.prepare();
  const measure = (name: string, edition: number) =>
    step(`floor, ${name}`, async () => {
      const { copySeconds, mergeSeconds, seconds } = await floor.measure(file({ edition }));
      const value = `${seconds.toFixed(1)} s (COPY ${copySeconds.toFixed(1)}, MERGE ${mergeSeconds.toFixed(1)})`;
      lines.push({ figure: `floor: ${million(rows)} rows, ${name}`, value });
      return seconds;
    });
  const seconds = {
    fresh: await measure("fresh", 0),
    changed: await measure("all changed", 1),
    same: await measure("all identical", 1),
  };
  await db.close();
  return seconds;
}

/** Answers the seconds of the first upload. */
async function csvFigures(floor: Seconds | undefined): Promise<number | undefined> {
  if (!wants("csv") && !wants("zip") && !wants("bad")) return undefined;
  const installation = await Installation.start(database, "csv");
  const upload = (name: string, edition: number) =>
    step(`CSV, ${name}`, () => installation.upload(file({ edition }), "CSV"));
  const fresh = await upload("fresh", 0);
  addLine("CSV, fresh", fresh, floor && { seconds: floor.fresh, most: 1.4 });
  if (wants("csv")) {
    addLine("CSV, all changed", await upload("all changed", 1), floor && { seconds: floor.changed, most: 1.3 });
    addLine("CSV, all identical", await upload("all identical", 1), floor && { seconds: floor.same, most: 1.2 });
  }
  await installation.stop();
  return fresh.seconds;
}

async function jsonFigures(floor: Seconds | undefined): Promise<number | undefined> {
  if (!wants("json") && !wants("zip")) return undefined;
  const result = await uploadOnce("JSON, fresh", file({ format: "json" }), "JSON");
  addLine("JSON, fresh", result, floor && { seconds: floor.fresh, most: 2.0 });
  return result.seconds;
}

async function zipFigures(plain: { csv: number | undefined; json: number | undefined }): Promise<void> {
  for (const format of ["csv", "json"] as const) {
    const archive = join(folder, `${format}.zip`);
    execFileSync("python3", ["-m", "zipfile", "-c", archive, file({ format })]);
    const name = `${format.toUpperCase()}_ZIP`;
    const seconds = plain[format] ?? Number.NaN;
    addLine(`${name}, fresh`, await uploadOnce(name, archive, name), { seconds, most: 1.1, of: "the plain form" });
  }
}

async function badFigures(clean: number | undefined): Promise<void> {
  const result = await uploadOnce("bad rows", file({ badEvery: 10 }), "CSV");
  addLine(
    "CSV, fresh, 10 % bad rows",
    result,
    clean === undefined ? undefined : { seconds: clean, most: 1.2, of: "the clean run" },
  );
}

async function rejectedFigures(): Promise<void> {
  const installation = await Installation.start(database, "rejected");
  const result = await step("all rejected", () => installation.upload(file({ badEvery: 1 }), "CSV"));
  addLine("CSV, every row rejected", result);
  const json = await step("error file", () => installation.timeOf(result.record.rejection_details_url));
  lines.push({ figure: `JSON error file of ${million(rows)} rejections`, value: sizeAndTime(json) });
  const path = file({ badEvery: 1, rows: 100_000 });
  const { record } = await installation.upload(path, "CSV");
  const sheet = await step("XLSX", () => installation.timeOf(record.rejection_details_xlsx_url));
  lines.push({
    figure: "XLSX of 100,000 rejections",
    value: sizeAndTime(sheet),
    target: "under 5 s",
    reached: sheet.ms < 5_000,
  });
  const { peakMib } = installation.service.memory();
  const reached = peakMib < MEMORY_MIB_MAX;
  lines.push({
    figure: "peak memory with these files",
    value: `${Math.round(peakMib)} MiB`,
    target: "300 MiB",
    reached,
  });
  await installation.stop();
}

async function fiveFold(): Promise<void> {
  const path = file({ rows: 5 * rows });
  const result = await uploadOnce("five times the rows", path, "CSV");
  addLine("CSV, fresh, five times the rows", result);
  rmSync(path);
}

async function uploadOnce(name: string, path: string, fileFormat: string): Promise<UploadResult> {
  const installation = await Installation.start(database, name.toLowerCase().replace(/\W+/g, "_"));
  const result = await step(name, () => installation.upload(path, fileFormat));
  await installation.stop();
  return result;
}

function addLine(name: string, result: UploadResult, compared?: { seconds: number; most: number; of?: string }): void {
  const { seconds, peakMib, record } = result;
  const items = record.number_of_effected_items + record.number_of_rejected_items;
  const ratio = compared ? seconds / compared.seconds : 0;
  const ratioText = compared ? `, ${ratio.toFixed(2)} of ${compared.of ?? "the floor"}` : "";
  lines.push({
    figure: `${million(items)} rows as ${name}`,
    value: `${seconds.toFixed(1)} s${ratioText}, peak ${Math.round(peakMib)} MiB`,
    target: compared ? `at most ${compared.most}, under ${MEMORY_MIB_MAX} MiB` : `under ${MEMORY_MIB_MAX} MiB`,
    reached: (compared === undefined || ratio <= compared.most) && peakMib < MEMORY_MIB_MAX,
  });
}

/** The path of the file, which is written where it is not there yet. */
function file(plan: Partial<FilePlan>): string {
  const full = { rows, format: "csv" as const, edition: 0, badEvery: 0, ...plan };
  const path = join(folder, `stores-${full.rows}-${full.edition}-${full.badEvery}.${full.format}`);
  if (!written.has(path)) writeStores(path, full);
  written.add(path);
  return path;
}

function sizeAndTime({ ms, bytes }: { ms: number; bytes: number }): string {
  return `${(ms / 1_000).toFixed(1)} s, ${Math.round(bytes / 1e6)} MB`;
}

function million(count: number): string {
  return count.toLocaleString("en");
}

function wants(name: string): boolean {
  return only === undefined || only.includes(name);
}
