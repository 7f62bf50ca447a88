import { createReadStream, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/db/database.ts";
import type { BenchDatabase } from "../delivery/bench-database.ts";
import { OPERATOR_TOKEN, ServiceProcess } from "../delivery/service-process.ts";
import { LOOKUPS } from "./store-file.ts";

export interface UploadResult {
  /** From the last byte of the upload to the 202. */
  acceptedMs: number;
  /** From the last byte of the upload until the status says `done`. */
  seconds: number;
  /** Highest resident memory of the service meanwhile. */
  peakMib: number;
  record: JobRecord;
}

export interface JobRecord {
  async_job_id: string;
  status: string;
  failure_reason: string | null;
  number_of_effected_items: number;
  number_of_rejected_items: number;
  number_of_created_items: number;
  number_of_changed_items: number;
  number_of_unchanged_items: number;
  rejection_details_url: string;
  rejection_details_xlsx_url: string;
}

const PROJECT = "bench";
const POLL_MS = 20;
const BOUNDARY = "--------------------------upload-of-the-measurements";

/** `shelfwire serve` on a database of its own, with one project. */
export class Installation {
  readonly service: ServiceProcess;
  readonly db: Database;
  readonly #token: string;

  private constructor(service: ServiceProcess, db: Database, token: string) {
    this.service = service;
    this.db = db;
    this.#token = token;
  }

  static async start(database: BenchDatabase, name: string): Promise<Installation> {
    const { db, url } = await database.create(name);
    const service = await ServiceProcess.start(url, {
      SHELFWIRE_UPLOAD_BYTES_MAX: String(4 * 1_024 ** 3),
      // As `bin/shelfwire` and `npm start` have it.
      NODE_OPTIONS: "--max-semi-space-size=8",
    });
    const operator = (method: string, path: string, body: object) =>
      ask(service.url, OPERATOR_TOKEN, method, `/api/operator/projects${path}`, body);
    await operator("POST", "", { name: PROJECT, rate_limit: 1_000_000 });
    const { token } = await operator("POST", `/${PROJECT}/tokens`, { user_name: "bench" });
    for (const [type, values] of Object.entries(LOOKUPS)) {
      await operator("PUT", `/${PROJECT}/lookups/${type}`, { values });
    }
    return new Installation(service, db, token);
  }

  /** The credentials of the project. */
  get headers(): { authorization: string } {
    return { authorization: `Auth-Token ${this.#token}` };
  }

  /** From now on the peak of its memory is counted anew. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.service.pid}/clear_refs`, "5");
  }

  /** Uploads the file and waits for the end of its job. */
  async upload(path: string, fileFormat: string): Promise<UploadResult> {
    await this.db.run("checkpoint");
    this.forgetPeak();
    const { record, lastByteAt, acceptedAt } = await this.send(path, fileFormat);
    const done = await this.untilEnded(record.async_job_id);
    const seconds = (performance.now() - lastByteAt) / 1_000;
    const { peakMib } = this.service.memory();
    return { acceptedMs: acceptedAt - lastByteAt, seconds, peakMib, record: done };
  }

  /** Sends the form; times are those of `performance.now()`. */
  async send(path: string, fileFormat: string): Promise<{ record: JobRecord; lastByteAt: number; acceptedAt: number }> {
    const field = (name: string, value: string) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = `${field("entity_type", "store")}${field("file_format", fileFormat)}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="stores"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const tail = `\r\n--${BOUNDARY}--\r\n`;
    const outgoing = request(`${this.service.url}/api/v4/${PROJECT}/async-job?uploadType=multipart`, {
      method: "POST",
      headers: {
        authorization: `Auth-Token ${this.#token}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": Buffer.byteLength(head) + statSync(path).size + Buffer.byteLength(tail),
      },
    });
    const answered = Promise.withResolvers<JobRecord>();
    let lastByteAt = 0;
    let acceptedAt = 0;
    outgoing.on("response", async (answer) => {
      acceptedAt = performance.now();
      let text = "";
      for await (const chunk of answer) text += chunk;
      if (answer.statusCode === 202) answered.resolve(JSON.parse(text));
      else answered.reject(new Error(`${answer.statusCode} ${text}`));
    });
    outgoing.on("error", answered.reject);
    outgoing.write(head);
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 })) {
      if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once("drain", resolve));
    }
    outgoing.end(tail, () => {
      lastByteAt = performance.now();
    });
    const record = await answered.promise;
    return { record, lastByteAt, acceptedAt };
  }

  async untilEnded(jobId: string): Promise<JobRecord> {
    for (;;) {
      const record: JobRecord = await this.get(`/async-job/status/${jobId}`);
      if (record.status === "done") return record;
      if (record.status === "failed") throw new Error(`the job failed: ${record.failure_reason}`);
      await sleep(POLL_MS);
    }
  }

  /** Milliseconds until the last byte of what the URL or path answers. */
  async timeOf(target: string): Promise<{ ms: number; bytes: number }> {
    const url = target.startsWith("http") ? target : `${this.service.url}/api/v4/${PROJECT}${target}`;
    const started = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Auth-Token ${this.#token}` } });
    if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`);
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    return { ms: performance.now() - started, bytes };
  }

  // biome-ignore lint/suspicious/noExplicitAny: the callers know what they have asked for.
  get(path: string): Promise<any> {
    return ask(this.service.url, this.#token, "GET", `/api/v4/${PROJECT}${path}`);
  }

  async cancel(jobId: string): Promise<void> {
    await ask(this.service.url, this.#token, "DELETE", `/api/v4/${PROJECT}/async-job/status/${jobId}`);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.db.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function ask(url: string, token: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Auth-Token ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
