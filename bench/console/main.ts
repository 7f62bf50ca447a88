/**
 * `npm run bench:console`: how long a person waits for each page of the console, in a real browser, with a month of deliveries
 * and a large project; and what counting outcomes costs a delivery. Options: `--deliveries 10000000`, `--pending 20000`,
 * `--stores 1000000`; `--visits 5` of each page after the first; `--only` and a regular expression for the pages of that
 * name, `lists`, `counting` or `cold`; `--who operator` or `project`; `--database folder` keeps the filled database there for the next time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureFilledLists } from "../delivery/lists.ts";
import { ServiceProcess } from "../delivery/service-process.ts";
import { type Line, printTable } from "../delivery/table.ts";
import { openFilled } from "../filling/filled-database.ts";
import { measureColdRequests } from "./cold-requests.ts";
import { measureCounting } from "./counting.ts";
import { prepareExamples } from "./examples.ts";
import { type ConsolePage, operatorPages, projectPages } from "./pages.ts";
import { openBrowser, type Visits, visit } from "./visits.ts";

const { values: options } = parseArgs({
  options: {
    ...{ deliveries: { type: "string" }, pending: { type: "string" }, stores: { type: "string" } },
    ...{ visits: { type: "string" }, only: { type: "string" }, who: { type: "string" }, database: { type: "string" } },
  },
});
const visits = Number(options.visits ?? 5);
const TARGET_MS = 1_000;

const deliveries = Number(options.deliveries ?? 10_000_000);

const { database, db, url, filledAtMs } = await openFilled(
  {
    deliveries,
    pending: Number(options.pending ?? 20_000),
    stores: Number(options.stores ?? 1_000_000),
  },
  options.database,
);
const lines: Line[] = [];
try {
  const { only } = options;
  if (only === undefined || only === "lists") lines.push(...(await measureFilledLists(db, filledAtMs, deliveries)));
  if (only === undefined || only === "counting") lines.push(...(await measureCounting(db)));
  if (only === undefined || only === "cold") lines.push(...(await coldRequests()));
  if (only !== "lists" && only !== "counting" && only !== "cold") await measurePages();
} finally {
  await db.close();
  await database.stop();
  printTable(lines);
}

/** Nothing is delivered meanwhile. */
function startService(): Promise<ServiceProcess> {
  return ServiceProcess.start(url, { SHELFWIRE_ROLES: "api,import", SHELFWIRE_RATE_LIMIT: "100000" });
}

async function coldRequests(): Promise<Line[]> {
  const service = await startService();
  try {
    return await measureColdRequests(service.url, TARGET_MS);
  } finally {
    await service.stop();
  }
}

async function measurePages(): Promise<void> {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), "shelfwire-bench-console-"));
  const browser = await openBrowser();
  try {
    const { examples, operatorToken, projectToken } = await prepareExamples(service.url, db, folder);
    if (options.who !== "project") {
      await measure("operator", operatorPages(examples), { url: service.url, token: operatorToken });
    }
    if (options.who !== "operator") {
      const own = [{ name: "overview", path: "/" }, ...projectPages(examples)];
      await measure("project", own, { url: service.url, token: projectToken });
    }
  } finally {
    await browser.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  async function measure(who: string, pages: ConsolePage[], as: { url: string; token: string }): Promise<void> {
    const only = new RegExp(options.only ?? "");
    for (const page of pages.filter(({ name }) => only.test(name))) {
      const figure = `${who}: ${page.name}`;
      const visited = visit(browser, as, page, visits).then(lineOf, (error) => ({
        value: String(error).split("\n")[0] ?? "",
        reached: false,
      }));
      const line = { figure, target: `${TARGET_MS} ms`, ...(await visited) };
      lines.push(line);
      process.stderr.write(`${figure}: ${line.value}\n`);
    }
  }
}

function lineOf({ firstMs, p50Ms, worstMs, slowest }: Visits): Omit<Line, "figure"> {
  const request = `${Math.round(slowest.ms)} ms ${slowest.path.replace(/^\/api\/(notifier\/public|operator|v4)\//, "")}`;
  return {
    value: `first ${Math.round(firstMs)} ms, then ${Math.round(p50Ms)} ms, worst ${Math.round(worstMs)} ms; ${request}`,
    reached: worstMs <= TARGET_MS,
  };
}
