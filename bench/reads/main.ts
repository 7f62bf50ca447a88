/**
 * `npm run bench:reads`: every figure of reading, in one run, in one table. Options: `--only a,b` of first, pages, walk, sorts,
 * filters, export; `--rows 100000` for another number of stores than a million.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BenchDatabase } from "../delivery/bench-database.ts";
import { type Line, percentile, perSecond, printTable } from "../delivery/table.ts";
import { step } from "../step.ts";
import { Installation } from "../upload/installation.ts";
import { writeStores } from "../upload/store-file.ts";
import { measureFields } from "./fields.ts";
import { measureFloor } from "./floor.ts";
import { closedLoop, median, Reader } from "./load.ts";

const { values: options } = parseArgs({ options: { only: { type: "string" }, rows: { type: "string" } } });
const only = options.only?.split(",");
const rows = Number(options.rows ?? 1_000_000);
const LOAD = { concurrency: 32, seconds: 5 };
const PER_PAGE = 200;
const LIST = "/api/v4/bench/entity/store";

const lines: Line[] = [];
const database = await BenchDatabase.start();
const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-reads-"));
chmodSync(folder, 0o755);
try {
  const installation = await step("upload", upload);
  const reader = new Reader(installation.service.url, installation.headers, LOAD.concurrency);
  if (wants("first")) await firstPage(reader);
  if (wants("pages")) await step("pages", () => anyPage(reader));
  if (wants("walk")) await step("walk", () => walk(installation));
  for (const kind of ["sorts", "filters"] as const) {
    if (wants(kind)) lines.push(...(await step(kind, () => measureFields(reader, LIST, kind))));
  }
  if (wants("export")) await exports(installation);
  await reader.close();
  await installation.stop();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  console.log();
  printTable(lines);
}

async function upload(): Promise<Installation> {
  const path = join(folder, "stores.csv");
  writeStores(path, { rows, format: "csv", edition: 0, badEvery: 0 });
  const installation = await Installation.start(database, "reads");
  await installation.upload(path, "CSV");
  rmSync(path);
  // What autovacuum does within a minute.
  await installation.db.run("vacuum analyze stores");
  await database.settle();
  return installation;
}

async function firstPage(reader: Reader): Promise<void> {
  const floor = await step("floor", () => measureFloor(database.urlOf("reads"), LOAD));
  lines.push({ figure: "floor: the SQL of the first page of 200, bare", value: perSecond(floor.perSecond) });
  const plain = await step("first page", () => closedLoop(LOAD, () => reader.time(LIST)));
  const p50 = percentile(plain.times, 0.5);
  const p99 = percentile(plain.times, 0.99);
  const share = plain.perSecond / floor.perSecond;
  lines.push(
    {
      figure: "first page, 32 at once",
      value: `${perSecond(plain.perSecond)}, ${share.toFixed(2)} of the floor`,
      target: "0.7",
      reached: share >= 0.7,
    },
    {
      figure: "its p50, p99",
      value: `${p50.toFixed(0)} ms, ${p99.toFixed(0)} ms`,
      target: "p99 under 5 times p50",
      reached: p99 < 5 * p50,
    },
  );
  const last = Math.ceil(rows / PER_PAGE) - 1;
  const anyPath = () => `${LIST}?page=${Math.floor(Math.random() * last)}`;
  await reader.time(`${LIST}?page=${last}`);
  const any = await step("any page", () => closedLoop(LOAD, () => reader.time(anyPath())));
  lines.push({
    figure: "pages by random numbers, 32 at once",
    value: `${perSecond(any.perSecond)}; p50 ${percentile(any.times, 0.5).toFixed(0)} ms, p99 ${percentile(any.times, 0.99).toFixed(0)} ms`,
  });
  for (const coding of ["br", "gzip"]) {
    const packed = await step(coding, () => closedLoop(LOAD, () => reader.time(LIST, { "accept-encoding": coding })));
    lines.push({ figure: `first page, ${coding}`, value: perSecond(packed.perSecond) });
  }
  const known = await step("304", () => closedLoop(LOAD, () => reader.time(LIST, { "if-none-match": "*" }, 304)));
  lines.push({ figure: "first page, unchanged (304)", value: perSecond(known.perSecond) });
}

async function anyPage(reader: Reader): Promise<void> {
  const last = Math.ceil(rows / PER_PAGE) - 1;
  const timesOf = async (page: () => number) => {
    const times: number[] = [];
    for (let n = 0; n < 100; n += 1) times.push(await reader.time(`${LIST}?page=${page()}`));
    return times;
  };
  const first = median(await timesOf(() => 0));
  const pages = { "the middle": () => last >> 1, "the last": () => last, any: () => Math.floor(Math.random() * last) };
  for (const [name, page] of Object.entries(pages)) {
    const times = await timesOf(page);
    const p50 = median(times);
    lines.push({
      figure: `${name} page by its number`,
      value: `${p50.toFixed(1)} ms, ${(p50 / first).toFixed(2)} times the first (${first.toFixed(1)} ms); once at most ${Math.max(...times).toFixed(0)} ms`,
      target: "at most 3 times",
      reached: p50 <= 3 * first,
    });
  }
}

async function walk(installation: Installation): Promise<void> {
  const times: number[] = [];
  let path: string = LIST;
  let seen = 0;
  while (path !== "") {
    const started = performance.now();
    const answer = await fetch(installation.service.url + path, { headers: installation.headers });
    const text = await answer.text();
    times.push(performance.now() - started);
    const page = JSON.parse(text);
    seen += page.stores.length;
    path = page.metadata.links.next;
  }
  if (seen !== rows) throw new Error(`walked past ${seen} stores of ${rows}`);
  const part = Math.min(500, times.length >> 1);
  const start = median(times.slice(0, part));
  const end = median(times.slice(-part));
  lines.push({
    figure: `walk by next over ${times.length.toLocaleString("en")} pages: p50 at the start, at the end`,
    value: `${start.toFixed(1)} ms, ${end.toFixed(1)} ms`,
    target: "no longer",
    reached: end <= 1.2 * start,
  });
}

async function exports(installation: Installation): Promise<void> {
  for (const [name, headers] of Object.entries({
    "JSON lines": { accept: "application/x-ndjson", "accept-encoding": "identity" },
    CSV: { accept: "text/csv", "accept-encoding": "identity" },
    "JSON lines, br": { accept: "application/x-ndjson", "accept-encoding": "br" },
  })) {
    const before = installation.service.memory().nowMib;
    const { ms, bytes } = await step(`export, ${name}`, () => readOut(installation, headers));
    const after = installation.service.memory().peakMib;
    lines.push({
      figure: `export of ${rows.toLocaleString("en")} stores, ${name}`,
      value: `${(ms / 1_000).toFixed(1)} s, ${Math.round(bytes / 1e6)} MB; memory ${Math.round(before)} MiB before, ${Math.round(after)} MiB at most`,
      target: "flat memory",
      reached: after - before < 60,
    });
  }
}

async function readOut(installation: Installation, headers: Record<string, string>) {
  const started = performance.now();
  installation.forgetPeak();
  const answer = await fetch(`${installation.service.url}${LIST}/export`, {
    headers: { ...installation.headers, ...headers },
  });
  if (!answer.ok || answer.body === null) throw new Error(`export: ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return { ms: performance.now() - started, bytes };
}

function wants(name: string): boolean {
  return only === undefined || only.includes(name);
}
