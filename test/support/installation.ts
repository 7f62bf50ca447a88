import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type ServeProcess, startServe } from "./serve.ts";

export const STORIES_OPERATOR_TOKEN = "operator-token-of-the-stories";

/** Lookup values that the rows of `storeRow` need. */
const LOOKUPS = { store_type_name: ["Grocery"], region_name: ["East", "West"] };

/**
 * An installation in a folder of its own, whose process can be killed and started again, with one project. Its database
 * server was created before: that takes seconds, and how it is done at a first start has tests of its own.
 */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), "shelfwire-story-"));
  readonly #environment: Record<string, string>;
  #process: ServeProcess | undefined;
  #token = "";

  constructor(environment: Record<string, string> = {}) {
    execFileSync("cp", ["-a", `${inject("freshFolder")}/.`, this.folder]);
    this.#environment = {
      SHELFWIRE_DATA_DIR: this.folder,
      SHELFWIRE_OPERATOR_TOKEN: STORIES_OPERATOR_TOKEN,
      SHELFWIRE_ALLOW_HTTP_CALLBACKS: "true",
      SHELFWIRE_ALLOWED_CALLBACK_NETWORKS: "127.0.0.0/8",
      SHELFWIRE_RATE_LIMIT: "100000",
      ...environment,
    };
  }

  get process(): ServeProcess {
    if (this.#process === undefined) throw new Error("the service is not running");
    return this.#process;
  }

  get url(): string {
    return this.process.url;
  }

  get token(): string {
    return this.#token;
  }

  async start(): Promise<void> {
    this.#process = await startServe(this.#environment);
    if (this.#token === "") await this.#createProject();
  }

  /** `kill -9` and a new start. */
  async restartAfterKill(): Promise<void> {
    await this.process.kill();
    await this.start();
  }

  async remove(): Promise<void> {
    await this.#process?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async operator(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#ask(STORIES_OPERATOR_TOKEN, method, `/api/operator/projects${path}`, body);
  }

  async project(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#ask(this.#token, method, path, body);
  }

  /** Uploads rows as JSON; the id of the accepted job. */
  async upload(rows: unknown[]): Promise<string> {
    const form = new FormData();
    form.set("entity_type", "store");
    form.set("file_format", "JSON");
    form.set("file", new Blob([JSON.stringify(rows)]), "stores.json");
    const headers = { "auth-token": this.#token };
    const response = await fetch(`${this.url}/api/v4/acme/async-job?uploadType=multipart`, {
      method: "POST",
      headers,
      body: form,
    });
    const record = await response.json();
    if (response.status !== 202) throw new Error(JSON.stringify(record));
    return record.async_job_id;
  }

  /** The job's record, once its status is one of these. */
  async jobUntil(jobId: string, statuses: string[]): Promise<Record<string, unknown>> {
    for (;;) {
      const record = await (await this.project("GET", `/api/v4/acme/async-job/status/${jobId}`)).json();
      if (statuses.includes(record.status)) return record;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** All stores, page by page. */
  async stores(): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    for (let path = "/api/v4/acme/entity/store?per_page=1000&is_deleted=any"; path !== ""; ) {
      const page = await (await this.project("GET", path)).json();
      found.push(...page.stores);
      path = page.metadata.links.next;
    }
    return found;
  }

  async #createProject(): Promise<void> {
    await this.operator("POST", "", { name: "acme" });
    const issued = await (await this.operator("POST", "/acme/tokens", { user_name: "robin" })).json();
    this.#token = issued.token;
    for (const [type, values] of Object.entries(LOOKUPS))
      await this.operator("PUT", `/acme/lookups/${type}`, { values });
  }

  #ask(token: string, method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { "auth-token": token, ...(body !== undefined && { "content-type": "application/json" }) };
    return fetch(this.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }
}

/** A store with its mandatory fields. */
export function storeRow(storeNumber: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    store_number: storeNumber,
    store_name: `Store ${storeNumber}`,
    store_type_name: "Grocery",
    region_name: "East",
    street: "1 High Street",
    city: "Springfield",
    ...more,
  };
}
