import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formOf, store, type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const LIMIT = 200_000;
const ONE_STORE = JSON.stringify([store("1")]);

describe("create async job (interface, endpoint 5; decisions, section 5)", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shelfwire-uploads-"));
  let app: TestApp;
  let project: UploadingProject;
  beforeAll(async () => {
    const environment = { SHELFWIRE_UPLOAD_BYTES_MAX: String(LIMIT), SHELFWIRE_DATA_DIR: dataDir };
    app = await startTestApp({ environment });
    project = await uploadingProject(app, "uploads");
  });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function post(path: string, init: RequestInit & { duplex?: "half" } = {}) {
    const headers = { authorization: `Auth-Token ${project.token}`, ...init.headers };
    return fetch(`${app.url}${path}`, { method: "POST", body: formOf({ file: ONE_STORE }), ...init, headers });
  }

  it("answers 202 with the record and where to ask for it", async () => {
    const response = await project.upload({ file: ONE_STORE, file_name: "my stores.json" });
    const record = await response.json();
    expect(response.status).toBe(202);
    const id = record.async_job_id;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("location")).toBe(`v4/uploads/async-job/status/${id}`);
    expect(response.headers.get("operation-location")).toBe(`${app.url}/api/v4/uploads/async-job/status/${id}`);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(record).toEqual({
      async_job_id: id,
      status_url: `${app.url}/api/v4/uploads/async-job/status/${id}`,
      entity_type: "store",
      file_name: "my stores.json",
      input_file_url: expect.stringContaining(`${app.url}/api/v4/uploads/async-job/${id}/input?expires=`),
      number_of_job_items: null,
      action: "upload",
      mode: "new",
      user_name: "tester",
      source: "API",
      import_mode: "",
      project: "uploads",
      parsed_file_url: null,
      status: "queued",
      creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tries: 0,
      failure_reason: null,
      complete_time: null,
      number_of_effected_items: null,
      number_of_rejected_items: null,
      rejection_details_url: null,
      rejection_details_xlsx_url: null,
      file_format: "JSON",
      file_encoding: null,
      file_delimiter: null,
      progress: null,
      warnings: [],
      number_of_created_items: null,
      number_of_changed_items: null,
      number_of_unchanged_items: null,
      number_of_deleted_items: null,
    });
    expect(await project.waitFor(id)).toMatchObject({
      status: "done",
      tries: 1,
      number_of_job_items: 1,
      complete_time: expect.stringMatching(/Z$/),
      rejection_details_url: expect.stringContaining(`/async-job/${id}/rejections.json?`),
      rejection_details_xlsx_url: expect.stringContaining(`/async-job/${id}/rejections.xlsx?`),
      parsed_file_url: expect.stringContaining(`/async-job/${id}/parsed.jsonl?`),
    });
  });

  it.each(["v1", "V2", "v3"])("takes uploads under %s and says so in the location", async (version) => {
    const response = await post(`/api/${version}/uploads/async-job`);
    const { async_job_id } = await response.json();
    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(`${version}/uploads/async-job/status/${async_job_id}`);
  });

  it.each([
    ["store", "store"],
    ["stores", "store"],
    ["user", "user"],
    ["users", "user"],
    ["route", "route"],
    ["routes", "route"],
  ])("takes entity_type %s and shows %s", async (entity_type, shown) => {
    const record = await (await project.upload({ entity_type, file: "[]" })).json();
    expect(record).toMatchObject({ entity_type: shown });
  });

  it.each(["json", "Json", "csv", "Csv_Zip", "json_zip"])("takes file_format %s", async (file_format) => {
    expect((await project.upload({ file_format, file: "[]" })).status).toBe(202);
  });

  it("takes the parts in any order, and the token in the header Auth-Token", async () => {
    const form = new FormData();
    form.set("file", new Blob([ONE_STORE]), "stores.json");
    form.set("file_format", "JSON");
    form.set("entity_type", "store");
    const headers = { "auth-token": project.token };
    const response = await fetch(`${app.url}/api/v4/uploads/async-job`, { method: "POST", headers, body: form });
    expect(response.status).toBe(202);
  });

  const form = (parts: Record<string, string | Blob>) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(parts)) made.set(name, value);
    return made;
  };
  const file = new Blob([ONE_STORE]);
  const whole = { entity_type: "store", file_format: "JSON", file };
  it.each<[string, string, RequestInit]>([
    ["no entity_type", "", { body: form({ file_format: "JSON", file }) }],
    ["no file_format", "", { body: form({ entity_type: "store", file }) }],
    ["no file", "", { body: form({ entity_type: "store", file_format: "JSON" }) }],
    ["an unknown entity_type", "", { body: form({ ...whole, entity_type: "planogram" }) }],
    ["an unknown file_format", "", { body: form({ ...whole, file_format: "XLSX" }) }],
    ["an unknown import_mode", "", { body: form({ ...whole, import_mode: "maybe" }) }],
    ["another uploadType", "?uploadType=media", { body: form(whole) }],
    ["an uploadType given twice", "?uploadType=multipart&uploadType=media", { body: form(whole) }],
    ["JSON in place of a form", "", { body: ONE_STORE, headers: { "content-type": "application/json" } }],
    ["broken JSON in place of a form", "", { body: "{", headers: { "content-type": "application/json" } }],
    ["bytes without a type", "", { body: new Uint8Array([1, 2, 3]) }],
    ["a form of another kind", "", { body: new URLSearchParams({ entity_type: "store" }) }],
    ["no body", "", { body: null }],
    ["no boundary", "", { body: "x", headers: { "content-type": "multipart/form-data" } }],
    ["another boundary", "", { body: "--a\r\n\r\nx", headers: { "content-type": "multipart/form-data; boundary=b" } }],
    ["an empty form", "", { body: "", headers: { "content-type": "multipart/form-data; boundary=b" } }],
  ])("refuses %s: 400 Error Parsing Request", async (_, query, init) => {
    const response = await post(`/api/v4/uploads/async-job${query}`, init);
    expect(await response.json()).toEqual({ statusCode: 400, message: "Error Parsing Request", error: "Bad Request" });
    expect(response.status).toBe(400);
  });

  it("refuses an empty file: 400 Received file is empty", async () => {
    const response = await project.upload({ file: "" });
    expect(await response.json()).toEqual({ statusCode: 400, message: "Received file is empty", error: "Bad Request" });
  });

  it("takes a file of exactly the limit and refuses one byte more with 413", async () => {
    const padded = ONE_STORE.padEnd(LIMIT, " ");
    expect((await project.upload({ file: padded })).status).toBe(202);
    const response = await project.upload({ file: `${padded} ` });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ statusCode: 413, error: "Payload Too Large" });
  });

  it("refuses a body far over the limit with 413, announced or not", async () => {
    const long = "x".repeat(LIMIT * 10);
    expect((await project.upload({ file: long })).status).toBe(413);
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    async function* unannounced() {
      yield Buffer.from(head);
      for (let i = 0; i < 10; i += 1) yield Buffer.alloc(LIMIT, "x");
      yield Buffer.from("\r\n--b--\r\n");
    }
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const body = Readable.toWeb(Readable.from(unannounced())) as ReadableStream;
    expect((await post("/api/v4/uploads/async-job", { headers, body, duplex: "half" })).status).toBe(413);
  });

  it("refuses without a token (401), with another project's (403) and under an unknown version (404)", async () => {
    const other = await uploadingProject(app, "other");
    expect((await post("/api/v4/uploads/async-job", { headers: { authorization: "" } })).status).toBe(401);
    const foreign = { authorization: `Auth-Token ${other.token}` };
    expect((await post("/api/v4/uploads/async-job", { headers: foreign })).status).toBe(403);
    expect((await post("/api/v9/uploads/async-job")).status).toBe(404);
  });

  it("leaves neither file nor row behind when a body breaks off, wherever it does", async () => {
    const alone = await uploadingProject(app, "truncated");
    const body = multipartText(ONE_STORE);
    for (let length = 0; length < body.length; length += 37) {
      await sendTruncated(app, alone, body.slice(0, length), body.length);
      const whole = await fetch(`${app.url}/api/v4/truncated/async-job`, {
        method: "POST",
        headers: { authorization: `Auth-Token ${alone.token}`, "content-type": "multipart/form-data; boundary=b" },
        body: body.slice(0, length),
      });
      expect(await whole.json()).toMatchObject({ statusCode: 400 });
    }
    expect((await app.operator("GET", "/api/operator/projects/truncated/jobs")).json.jobs).toEqual([]);
    // Jobs of other tests may still be writing theirs.
    const own = (await app.projects.byName("truncated"))?.projectId;
    const left = [join("files", "unfinished"), join("files", String(own))];
    await until(
      () => !filesOf(dataDir).some((file) => left.some((folder) => file.startsWith(join(dataDir, folder, "/")))),
    );
    expect(await app.db.rows({ name: "uploads", text: "select * from job_uploads" })).toEqual([]);
  });

  it("survives random damage to the form", async () => {
    const body = Buffer.from(multipartText(ONE_STORE));
    for (let i = 0; i < 60; i += 1) {
      const damaged = Buffer.from(body);
      damaged[(i * 7_919) % damaged.length] = (i * 31) % 256;
      const response = await fetch(`${app.url}/api/v4/uploads/async-job`, {
        method: "POST",
        headers: { authorization: `Auth-Token ${project.token}`, "content-type": "multipart/form-data; boundary=b" },
        body: damaged,
      });
      expect([202, 400]).toContain(response.status);
      await response.body?.cancel();
    }
  });

  it("makes one job of uploads with one Idempotency-Key, and two of uploads with two", async () => {
    const send = async (key: string, text = ONE_STORE) => {
      const response = await project.upload({ file: text }, { "idempotency-key": key });
      return { status: response.status, body: await response.json() };
    };
    const [first, again] = await Promise.all([send("one"), send("one")]);
    const later = await send("one");
    const other = await send("two");
    expect([first.status, again.status, later.status, other.status]).toEqual([202, 202, 202, 202]);
    expect(again.body.async_job_id).toBe(first.body.async_job_id);
    expect(later.body.async_job_id).toBe(first.body.async_job_id);
    expect(other.body.async_job_id).not.toBe(first.body.async_job_id);
    expect(await send("one", "[]")).toMatchObject({ status: 409, body: { statusCode: 409 } });
    expect((await send("x".repeat(256))).status).toBe(400);
  });
});

function multipartText(content: string): string {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return `${field("entity_type", "store")}${field("file_format", "JSON")}--b\r\nContent-Disposition: form-data; name="file"; filename="s.json"\r\nContent-Type: application/json\r\n\r\n${content}\r\n--b--\r\n`;
}

/** Announces more bytes than it sends, then closes the connection. */
function sendTruncated(app: TestApp, project: UploadingProject, text: string, announced: number): Promise<void> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /api/v4/${project.name}/async-job HTTP/1.1\r\nHost: x\r\nAuthorization: Auth-Token ${project.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${announced}\r\n\r\n${text}`,
        () => socket.destroy(),
      );
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}

function filesOf(dataDir: string): string[] {
  const folder = join(dataDir, "files");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 10));
}
