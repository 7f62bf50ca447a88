import { zipSync } from "fflate";
import type { TestApp } from "../support/app.ts";

export interface UploadParts {
  entity_type?: string;
  file_format?: string;
  import_mode?: string;
  file?: string | Uint8Array;
  file_name?: string;
}

const STORE_LOOKUPS = { store_type_name: ["Market"], region_name: ["North", "South"] };

export interface UploadingProject {
  name: string;
  token: string;
  /** Sends the form and answers the response of the upload. */
  upload(parts: UploadParts, headers?: Record<string, string>): Promise<Response>;
  /** Uploads, waits until the job has ended, and answers its record. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not computed with.
  run(parts: UploadParts): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  waitFor(jobId: string, isReached?: (record: any) => boolean): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  stores(query?: string): Promise<any[]>;
  get(path: string): ReturnType<TestApp["as"]>;
}

/** A project with a token, lookups for stores, and the calls that tests of jobs make. */
export async function uploadingProject(
  app: TestApp,
  name: string,
  settings: Record<string, unknown> = {},
): Promise<UploadingProject> {
  const { token } = await app.createProject(name, settings);
  for (const [type, values] of Object.entries(STORE_LOOKUPS)) {
    await app.operator("PUT", `/api/operator/projects/${name}/lookups/${type}`, { values });
  }
  const get: UploadingProject["get"] = (path) => app.as(token, "GET", `/api/v4/${name}${path}`);

  async function waitFor(jobId: string, isReached = hasEnded) {
    for (;;) {
      const { json, text } = await get(`/async-job/status/${jobId}`);
      if (json?.status === undefined) throw new Error(text);
      if (isReached(json)) return json;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  async function upload(parts: UploadParts, headers: Record<string, string> = {}) {
    return fetch(`${app.url}/api/v4/${name}/async-job?uploadType=multipart`, {
      method: "POST",
      headers: { authorization: `Auth-Token ${token}`, ...headers },
      body: formOf(parts),
    });
  }
  return {
    name,
    token,
    get,
    waitFor,
    upload,
    async run(parts) {
      const response = await upload(parts);
      const record = await response.json();
      if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(record)}`);
      return waitFor(record.async_job_id);
    },
    async stores(query = "is_deleted=any") {
      return (await get(`/entity/store?per_page=1000&${query}`)).json.stores;
    },
  };
}

export function hasEnded(record: { status: string }): boolean {
  return record.status === "done" || record.status === "failed";
}

export function formOf({
  entity_type = "store",
  file_format = "JSON",
  import_mode,
  file,
  file_name,
}: UploadParts): FormData {
  const form = new FormData();
  form.set("entity_type", entity_type);
  form.set("file_format", file_format);
  if (import_mode !== undefined) form.set("import_mode", import_mode);
  if (file !== undefined) form.set("file", new Blob([Buffer.from(file)]), file_name ?? "stores.dat");
  return form;
}

/** A ZIP archive with these files. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]);
  return zipSync(Object.fromEntries(entries));
}

/** A row with all mandatory fields of a store. */
export function store(number: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    store_number: number,
    store_name: `Store ${number}`,
    store_type_name: "Market",
    region_name: "North",
    street: `${number} Main Street`,
    city: "Springfield",
    ...fields,
  };
}

/** Rows as CSV text, with the columns of all of them. */
export function csvOf(rows: Record<string, unknown>[], delimiter = ","): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quote = (value: unknown) => {
    const text = value === undefined || value === null ? "" : String(value);
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => columns.map((column) => quote(row[column])).join(delimiter));
  return `${[columns.join(delimiter), ...lines].join("\n")}\n`;
}
