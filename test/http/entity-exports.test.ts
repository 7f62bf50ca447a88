import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORTS_AT_ONCE_MAX } from "../../src/config/limits.ts";
import { statement } from "../../src/db/database.ts";
import { storeRow, uploadRows } from "../entities/upload-rows.ts";
import { type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import { startTestApp, type TestApp } from "../support/app.ts";

const AT = new Date("2026-03-01T10:20:30.400Z");
const EXPORT = "/entity/store/export";
/** Texts that formats of lines and cells are bad at. */
const NASTY = [
  "plain",
  'quo"ted, with; separators',
  "two\nlines\r\nand\ttabs",
  "back\\slash\\n \\.",
  "=1+1",
  " spaced ",
  "ünï 🏪",
];

let app: TestApp;
let project: UploadingProject;
let projectId: number;
const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/v4/exports${EXPORT}${query}`, {
    headers: { authorization: `Auth-Token ${project.token}`, ...headers },
  });

beforeAll(async () => {
  app = await startTestApp();
  project = await uploadingProject(app, "exports");
  const found = await app.projects.byName("exports");
  if (found === undefined) throw new Error("no project");
  projectId = found.projectId;
  await app.operator("PATCH", "/api/operator/projects/exports", { lookup_policy: "open" });
  const rows = NASTY.map((text, i) =>
    storeRow({
      store_number: `00${i}${text}`,
      store_name: text,
      latitude: i === 0 ? 0.000001 : null,
      is_active: i % 2 === 0,
      is_deleted: i === 3,
      manager_name: i === 1 ? "Ann" : null,
      additional_attributes: { [text]: text, empty: null },
    }),
  );
  await uploadRows(app.db, projectId, "store", rows, { at: AT });
});
afterAll(() => app.close());

describe("exporting a whole set", () => {
  it("gives JSON lines like the rows of a page, in the order of the key", async () => {
    const answer = await get("?is_deleted=any");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="stores.ndjson"');
    const lines = (await answer.text()).trimEnd().split("\n");
    const page = await app.as(project.token, "GET", "/api/v4/exports/entity/store?is_deleted=any");
    expect(lines.map((line) => JSON.parse(line))).toEqual(page.json.stores);
    expect(lines).toHaveLength(NASTY.length);
  });

  it("gives CSV that an upload takes as it is, and finds nothing to change", async () => {
    const answer = await get("?is_deleted=any", { accept: "text/csv" });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const file = await answer.text();
    expect(await project.run({ file, file_format: "CSV" })).toMatchObject({
      status: "done",
      number_of_effected_items: NASTY.length,
      number_of_unchanged_items: NASTY.length,
      number_of_rejected_items: 0,
      warnings: [],
    });
  });

  it.each([
    ["?city=Springfield&is_active=false&fields=store_number", ["001", "005"]],
    ["?sort=-store_number&fields=store_number", ["006", "005", "004", "002", "001", "000"]],
    ["?updated_since=2026-03-01T10:20:31Z&fields=store_number", []],
    ["?updated_since=1772360430&q=PLAIN&fields=store_number", ["000"]],
  ])("takes the filters, order and fields of a list: %s", async (query, expected) => {
    const lines = (await (await get(query)).text()).split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line).store_number.slice(0, 3))).toEqual(expected);
  });

  it.each([
    ["?format=csv", "*/*", "text/csv; charset=utf-8"],
    ["?format=ndjson", "text/csv", "application/x-ndjson"],
    ["", "text/csv;q=0.5, application/x-ndjson", "application/x-ndjson"],
    ["", "text/csv, */*;q=0.1", "text/csv; charset=utf-8"],
  ])("answers %s with Accept %s as %s", async (query, accept, type) => {
    const answer = await get(query, { accept });
    expect([answer.headers.get("content-type"), (await answer.text()).length > 0]).toEqual([type, true]);
  });

  it.each([
    ["?page=1", "Unknown Field: page"],
    ["?colour=red", "Unknown Field: colour"],
    ["?fields=colour", "Unknown Field: colour"],
    ["?format=xml", "format must be csv or ndjson"],
  ])("answers 400 to %s", async (query, message) => {
    const answer = await get(query);
    expect([answer.status, (await answer.json()).message]).toEqual([400, message]);
  });

  it("goes out compressed to those who take that", async () => {
    const plain = await (await get("")).text();
    for (const coding of ["gzip", "br"]) {
      const answer = await get("", { "accept-encoding": coding });
      expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([coding, plain]);
    }
  });

  it("answers 304 while no job has changed anything", async () => {
    const tag = (await get("")).headers.get("etag") ?? "";
    expect((await get("", { "if-none-match": tag })).status).toBe(304);
    expect((await get("", { "if-none-match": tag, accept: "text/csv" })).status).toBe(200);
    await uploadRows(app.db, projectId, "store", [storeRow({ store_number: "new" })]);
    expect((await get("", { "if-none-match": tag })).status).toBe(200);
  });

  it("tells HEAD its type and version without reading anything out", async () => {
    const answer = await fetch(`${app.url}/api/v4/exports${EXPORT}`, {
      method: "HEAD",
      headers: { authorization: `Auth-Token ${project.token}` },
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(answer.headers.get("etag")).toBe((await get("")).headers.get("etag"));
  });

  it("shows one moment, whatever is uploaded while it is read, and ends when its reader goes away", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      storeRow({ store_number: `many ${i}`, street: "x".repeat(190) }),
    );
    await uploadRows(app.db, projectId, "store", rows);
    const reading = await get("?q=many&fields=store_number,street", { "accept-encoding": "identity" });
    const reader = reading.body?.getReader();
    await reader?.read();
    await uploadRows(
      app.db,
      projectId,
      "store",
      [...rows, storeRow({ store_number: "many more" })].map((row) => ({ ...row, is_deleted: true })),
    );
    let bytes = 0;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) bytes += part.value.length;
    expect(bytes).toBeGreaterThan(0);
    expect((await (await get("?q=many")).text()).length).toBe(0);
  });

  it("lets only so many run at once, and those whose readers are gone make room", async () => {
    const sockets = Array.from({ length: EXPORTS_AT_ONCE_MAX }, openAndStall);
    await expect.poll(running).toBe(EXPORTS_AT_ONCE_MAX);
    const refused = await get("");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(running).toBe(0);
    expect((await get("")).status).toBe(200);
  });

  /** Asks for 6 MB and reads nothing of it. */
  function openAndStall() {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const path = `/api/v4/exports${EXPORT}?is_deleted=any`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuth-Token: ${project.token}\r\n\r\n`);
    socket.pause();
    return socket.on("error", () => {});
  }

  async function running(): Promise<number> {
    const row = await app.db.one<{ running: number }>(
      statement(
        "",
        "select count(*) as running from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'",
      ),
    );
    return row.running;
  }
});
