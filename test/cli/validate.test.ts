import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-validate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = "store_number,store_name,store_type_name,region_name,street,city,latitude,manager_email\n";
const ROWS =
  "1,One,Kiosk,East,1 Quay,Lyon,45.7,ann@example.com\n" +
  "2,Two,Spaceport,East,1 Quay,Lyon,north,nobody\n" +
  "3,,Kiosk,,1 Quay,Lyon,,\n" +
  "4,Four,Kiosk\n";

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe("shelfwire validate", () => {
  const stores = file("stores.csv", HEADER + ROWS);
  const lookups = file("lookups.json", JSON.stringify({ store_type_name: ["Kiosk"], region_name: ["East"] }));

  it("ends with 3 where rows would be rejected, says why, and names what nobody checked", async () => {
    const end = await runCommand(["validate", stores]);
    expect(end.code).toBe(3);
    expect(end.stdout).toMatch(/^rows +4\ngood +1\nrejected +3\nencoding +UTF-8\ndelimiter +comma$/m);
    expect(end.stderr).toContain("        1  Incorrect number of cells: 3, the header has 8\n");
    expect(end.stderr).toMatch(/not checked.*: store_type_name \(2 values\), region_name \(1 value\); give them with/);
    expect(end.stderr).toMatch(/shelfwire: 3 of 4 rows would be rejected\n$/);
  });

  it("ends with 0 for a good file, of any kind that the service takes", async () => {
    const row = { store_number: "1", store_name: "One", street: "1 Quay", city: "Lyon" };
    const good = file("good.json", JSON.stringify([{ ...row, store_type_name: "Kiosk", region_name: "East" }]));
    expect((await runCommand(["validate", good, "--lookups", lookups])).code).toBe(0);
    const mandatory = await runCommand(["validate", good, "--lookups", lookups, "--mandatory", "postal_code"]);
    expect(mandatory).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Missing mandatory field:postal_code"),
    });
    const users = file(
      "users.csv",
      "login_name,first_name,last_name,operational_role,stores\nann,Ann,Lee,auditor,1;2\n",
    );
    const end = await runCommand(["validate", users, "--entity", "user", "--json"]);
    expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining("whether the keys in stores exist") });
    expect(end.json()).toMatchObject({ rows: 1, rejected: 0, unchecked: { lookups: {}, references: ["stores"] } });
  });

  it.each([
    ["words.json", "these are words", /words\.json cannot be read: /],
    ["empty.csv", "", /empty\.csv cannot be read: /],
    ["archive.csv", Buffer.from("PK\u0003\u0004rest"), /archive\.csv cannot be read: /],
  ])("ends with 1 for %s, which cannot be read", async (name, content, sentence) => {
    const end = await runCommand(["validate", file(name, content)]);
    expect(end).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(sentence) });
  });

  it("ends with 1 where a file is missing, and for lookups that are none", async () => {
    expect((await runCommand(["validate", join(folder, "none.csv")])).stderr).toContain("there is no such file");
    const wrong = file("wrong.json", '{"colour": ["red"]}');
    expect(await runCommand(["validate", stores, "--lookups", wrong])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"colour" is no kind of lookup'),
    });
  });
});

describe("shelfwire validate, beside the service", () => {
  let app: TestApp;
  let access: Record<string, string>;
  beforeAll(async () => {
    app = await startTestApp();
    const { token } = await app.createProject("checks", { mandatory_fields: { store: ["latitude"] } });
    const lookupPath = "/api/operator/projects/checks/lookups";
    await app.operator("PUT", `${lookupPath}/store_type_name`, { values: ["Kiosk"] });
    await app.operator("PUT", `${lookupPath}/region_name`, { values: ["East"] });
    access = { SHELFWIRE_URL: app.url, SHELFWIRE_PROJECT: "checks", SHELFWIRE_TOKEN: token };
  });
  afterAll(() => app.close());

  it.each([
    ["rejected.json", (content: Buffer) => JSON.parse(content.toString("utf8"))],
    ["rejected.xlsx", (content: Buffer) => content.subarray(0, 4).toString("latin1")],
  ])("writes the same %s, with the values and fields of the project", async (name, read) => {
    const environment = { ...access, SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN };
    const stores = file("stores.csv", HEADER + ROWS);
    const [offline, online] = [join(folder, `offline-${name}`), join(folder, `online-${name}`)];
    const checked = await runCommand(["validate", stores, "--online", "--errors", offline, "--json"], { environment });
    const uploaded = await runCommand(["upload", stores, "--dry-run", "--errors", online, "--json"], { environment });
    expect([checked.code, uploaded.code]).toEqual([3, 3]);
    expect(checked.json()).toMatchObject({ rows: 4, rejected: 3, unchecked: { lookups: {} } });
    expect(uploaded.json()).toMatchObject({ number_of_job_items: 4, number_of_rejected_items: 3 });
    expect(read(readFileSync(offline))).toEqual(read(readFileSync(online)));
  });

  it("takes what `lookup export` wrote", async () => {
    const exported = await runCommand(["lookup", "export"], { environment: access });
    expect(exported.json()).toMatchObject({ store_type_name: ["Kiosk"], region_name: ["East"], state_code: [] });
    const path = file("exported.json", exported.stdout);
    const end = await runCommand(["validate", file("stores.csv", HEADER + ROWS), "--lookups", path, "--json"]);
    expect(end.json()).toMatchObject({ rejected: 3, unchecked: { lookups: {} } });
    expect(end.stderr).toContain("Unknown store_type_name '...'");
  });
});
