import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, statement } from "../../src/db/database.ts";
import { uuidv7Floor } from "../../src/lib/ids.ts";
import { DAY, HOUR } from "../../src/lib/units.ts";
import { OPERATOR_TOKEN } from "../delivery/service-process.ts";
import { DAYS, GREAT, GREAT_NAME } from "../filling/endpoints.ts";
import { writeStores } from "../upload/store-file.ts";
import type { Examples } from "./pages.ts";

const ROWS_UPLOADED = 50_000;
const PAGE_ROWS = 50;

/** A token of the great project, a job of it that rejects every second row, and what else the pages' addresses name. */
export async function prepareExamples(url: string, db: Database, folder: string) {
  const operator = (method: string, path: string, body?: object) =>
    ask(`${url}/api/operator/projects/${GREAT_NAME}${path}`, method, OPERATOR_TOKEN, body);
  const { token } = await operator("POST", "/tokens", { user_name: "visitor" });
  const middleMs = Date.now() - (DAYS / 2) * DAY;
  const to = new Date(middleMs).toISOString();
  const page = await operator("GET", `/deliveries?limit=1&to=${to}`);
  const before = uuidv7Floor(middleMs);
  const [delivered, dead] = await Promise.all(
    ["delivered", "dead"].map((state) =>
      db.one<{ delivery_id: string; session_uid: string }>(SELECT_SETTLED, [GREAT, before, state]),
    ),
  );
  const { count } = await db.one<{ count: number }>(COUNT_STORES, [GREAT]);
  const examples: Examples = {
    jobId: await uploadRejected(url, token, folder),
    delivered: delivered?.delivery_id ?? "",
    dead: dead?.delivery_id ?? "",
    sessionUid: delivered?.session_uid ?? "",
    from: new Date(middleMs - HOUR).toISOString(),
    to,
    cursor: page.next_cursor,
    lastStorePage: Math.ceil(count / PAGE_ROWS) - 1,
  };
  return { examples, operatorToken: OPERATOR_TOKEN, projectToken: String(token) };
}

async function uploadRejected(url: string, token: string, folder: string): Promise<string> {
  const path = join(folder, "stores.csv");
  writeStores(path, { rows: ROWS_UPLOADED, format: "csv", edition: 0, badEvery: 2 });
  const form = new FormData();
  form.set("entity_type", "store");
  form.set("file_format", "CSV");
  form.set("file", new Blob([readFileSync(path)]), "stores.csv");
  const jobs = `${url}/api/v4/${GREAT_NAME}/async-job`;
  const headers = { authorization: `Auth-Token ${token}` };
  const answer = await fetch(`${jobs}?uploadType=multipart`, { method: "POST", headers, body: form });
  const { async_job_id: jobId } = await answer.json();
  for (;;) {
    const job = await ask(`${jobs}/status/${jobId}`, "GET", token);
    if (job.status === "done") return String(jobId);
    if (job.status === "failed") throw new Error(`the upload failed: ${job.failure_reason}`);
    await sleep(50);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the callers know what they have asked for.
async function ask(url: string, method: string, token: string, body?: object): Promise<any> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Auth-Token ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const SELECT_SETTLED = statement(
  "bench_select_settled",
  `select delivery_id, session_uid from settled_deliveries where project_id = $1 and delivery_id < $2 and state = $3
   order by delivery_id desc limit 1`,
);
const COUNT_STORES = statement(
  "bench_count_stores",
  "select count(*) as count from stores where project_id = $1 and not is_deleted",
);
