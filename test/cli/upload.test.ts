import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_TOKEN, startTestApp, type TestApp } from "../support/app.ts";
import { startReceiver } from "../support/receiver.ts";
import { type CommandEnd, type RunOptions, runCommand } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwire-cli-"));
const HEADER = "store_number,store_name,store_type_name,region_name,street,city\n";
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await app.createProject("uploads")).token;
  const lookups = "/api/operator/projects/uploads/lookups";
  await app.operator("PUT", `${lookups}/store_type_name`, { values: ["Kiosk"] });
  await app.operator("PUT", `${lookups}/region_name`, { values: ["East", "West"] });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function project(args: string[], options: RunOptions = {}): Promise<CommandEnd> {
  const environment = { SHELFWIRE_URL: app.url, SHELFWIRE_PROJECT: "uploads", SHELFWIRE_TOKEN: token };
  return runCommand(args, { ...options, environment: { ...environment, ...options.environment } });
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const row = (number: number, type = "Kiosk", region = "East") =>
  `${number},Store ${number},${type},${region},1 High Street,Lyon\n`;

describe("shelfwire upload (interface, 5 and 6)", () => {
  it("ends when the file is taken; `job watch` then follows the job", async () => {
    const path = file("good.csv", HEADER + row(1) + row(2));
    const taken = await project(["upload", path, "--json"]);
    expect(taken.code).toBe(0);
    const { async_job_id } = taken.json();
    const waited = await project(["job", "watch", async_job_id, "--json"]);
    expect(waited.code).toBe(0);
    expect(waited.json()).toMatchObject({
      status: "done",
      number_of_effected_items: 2,
      number_of_rejected_items: 0,
    });
    expect((await project(["job", "get", async_job_id])).stdout).toMatch(/^status +done$/m);
  });

  it("with --watch ends with 3 where rows were rejected, and shows them in groups", async () => {
    const bad = row(3, "Spaceport") + row(4, "Moonbase") + row(5, "Kiosk", "Atlantis") + row(6);
    const end = await project(["upload", file("bad.csv", HEADER + bad), "--watch"]);
    expect(end.code).toBe(3);
    expect(end.stdout).toMatch(/^rejected +3$/m);
    expect(end.stdout).not.toContain("Spaceport");
    expect(end.stderr).toContain("        2  Unknown store_type_name '...'\n");
    expect(end.stderr).toContain("3: Unknown store_type_name 'Spaceport'");
    expect(end.stderr).toContain("        1  Unknown region_name '...'\n");
    expect(end.stderr).toMatch(/shelfwire: 3 of 4 rows were rejected\n$/);
    expect(end.stderr).not.toContain("\x1b");
  });

  it.each(["json", "xlsx"])("keeps the rejections as .%s", async (kind) => {
    const out = join(folder, `errors.${kind}`);
    const end = await project(["upload", file("bad.csv", HEADER + row(7, "Tent")), "--errors", out, "--json"]);
    expect(end.code).toBe(3);
    expect(end.json()).toMatchObject({ status: "done", number_of_rejected_items: 1 });
    const content = readFileSync(out);
    if (kind === "xlsx") expect(content.subarray(0, 2).toString()).toBe("PK");
    else
      expect(JSON.parse(content.toString())).toEqual([
        { store_number: "7", errors: ["Unknown store_type_name 'Tent'"] },
      ]);
  });

  it("shows the refused rows with their places, by page and as a file", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at, at % 2 ? "Kiosk" : "Tent", "Nowhere")).join("");
    const taken = await project(["upload", file("sixty.csv", HEADER + rows), "--watch", "--json"]);
    const { async_job_id } = taken.json();
    const shown = await project(["job", "rejections", async_job_id, "--limit", "2"]);
    expect(shown.stdout).toMatch(/^ROW +LINE +KEY +MESSAGE\n +1 +2 +0 +Unknown store_type_name 'Tent'\n/);
    expect(shown.stderr).toMatch(/^The first 2 of 60 rejected rows; see all with --limit 60/);
    expect((await project(["job", "rejections", async_job_id, "--json"])).jsonLines()).toHaveLength(90);
    const out = join(folder, "later.json");
    await project(["job", "rejections", async_job_id, "--errors", out]);
    expect(JSON.parse(readFileSync(out, "utf8"))).toHaveLength(60);
  });

  it("checks only, with --dry-run", async () => {
    const end = await project(["upload", file("more.csv", HEADER + row(8)), "--dry-run", "--json"]);
    expect(end.code).toBe(0);
    expect(end.json().import_mode).toBe("validate_only");
    expect((await project(["store", "get", "8"])).code).toBe(1);
  });

  it("ends with 1 and the reason where the job failed", async () => {
    const end = await project(["upload", file("wrong.json", "this is no JSON"), "--watch"]);
    expect(end.code).toBe(1);
    expect(end.stdout).toMatch(/^status +failed$/m);
    expect(end.stderr).toMatch(/^shelfwire: the job failed: ./m);
  });

  it.each([
    ["the project", {}],
    ["the operator", { SHELFWIRE_OPERATOR_TOKEN: OPERATOR_TOKEN, SHELFWIRE_TOKEN: "" }],
  ])("lists the project's jobs for %s", async (_who, environment) => {
    const failed = await project(["job", "list", "--status", "failed", "--json"], { environment });
    expect(failed.jsonLines()).toMatchObject([{ status: "failed", file_name: "wrong.json" }]);
    const found = await project(["job", "list", "--search", "WRONG", "--from", "1h", "--json"], { environment });
    expect(found.jsonLines()).toMatchObject([{ file_name: "wrong.json" }]);
    const before = await project(["job", "list", "--to", "2020-01-31"], { environment });
    expect(before).toMatchObject({ code: 0, stdout: "", stderr: "No job matches.\n" });
    const shown = await project(["job", "list", "--per-page", "1"], { environment });
    expect(shown.stdout).toMatch(/^JOB ID .*\n.* store +failed .* wrong\.json\n$/);
    expect(shown.stderr).toMatch(/^page 0 of 0 to \d+, \d+ jobs in all; next: --page 1\n$/);
  });

  it("gives up no job that has ended", async () => {
    const end = await project(["upload", file("good.csv", HEADER + row(1)), "--watch", "--json"]);
    const cancelled = await project(["job", "cancel", end.json().async_job_id]);
    expect(cancelled).toMatchObject({ code: 1, stderr: expect.stringContaining("already ended") });
  });

  it("knows no job of another number, and no other token", async () => {
    const unknown = "0199c0de-0000-7000-8000-000000000000";
    expect((await project(["job", "get", unknown])).code).toBe(1);
    expect((await project(["job", "watch", unknown])).code).toBe(1);
    expect((await project(["job", "get", unknown, "--token", "wrong"])).code).toBe(4);
    expect((await project(["job", "get", unknown, "--project", "other"])).code).toBe(4);
  });

  it("leaves the job to go on when the person goes, and says how to come back", async () => {
    const headers = { "content-type": "application/json", "retry-after": "1" };
    const job = { async_job_id: "job-1", status: "in progress", progress: null, warnings: [] };
    const service = await startReceiver([], { status: 202, headers, body: JSON.stringify(job) });
    let left = false;
    const end = await project(["upload", file("long.csv", HEADER), "--watch"], {
      environment: { SHELFWIRE_URL: service.url },
      onStderr: (soFar, kill) => {
        if (left || !soFar.includes("job job-1")) return;
        left = true;
        service.waitFor(2).then(() => kill("SIGINT"));
      },
    });
    expect(end).toMatchObject({ code: 130, stdout: "" });
    expect(end.stderr).toMatch(/shelfwire: left; the job goes on. Come back with: shelfwire job watch job-1\n$/);
    await service.close();
  });
});

describe("shelfwire store (decisions, section 7)", () => {
  beforeAll(async () => {
    const rows = Array.from({ length: 25 }, (_, at) => row(100 + at, "Kiosk", at % 5 === 0 ? "West" : "East"));
    const end = await project(["upload", file("stores.csv", HEADER + rows.join("")), "--watch"]);
    expect(end.code).toBe(0);
  });

  it("lists a page as a table, and what comes next on standard error", async () => {
    const args = ["store", "list", "--where", "region_name=West", "--sort", "-store_number", "--per-page", "2"];
    const end = await project(args);
    expect(end.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(["store_number", "120", "115", ""]);
    expect(end.stderr).toBe("page 0 of 0 to 2, 5 stores in all; next: --page 1\n");
    expect((await project([...args, "--json"])).jsonLines()).toMatchObject([
      { store_number: "120" },
      { store_number: "115" },
    ]);
  });

  it("shows one store, and says when there is none", async () => {
    expect((await project(["store", "get", "101", "--json"])).json()).toMatchObject({ city: "Lyon" });
    expect(await project(["store", "get", "999"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "shelfwire: there is no store 999\n",
    });
  });

  it("exports all as JSON lines", async () => {
    const end = await project(["store", "export"]);
    const numbers = end.jsonLines().map(({ store_number }): string => store_number);
    const expected = ["1", ...Array.from({ length: 25 }, (_, at) => String(100 + at)), "2", "6"];
    expect(numbers).toEqual(expected);
    expect(end.stderr).toMatch(/^28 stores, .* in /);
  });

  it("exports CSV into a file, which can be uploaded again", async () => {
    const out = join(folder, "exported.csv");
    const end = await project(["store", "export", "--where", "region_name=West", "--output", out]);
    expect(end).toMatchObject({ code: 0, stdout: "", stderr: expect.stringMatching(/^5 stores, /) });
    const again = await project(["upload", out, "--watch", "--json"]);
    expect(again.json()).toMatchObject({ number_of_rejected_items: 0, number_of_unchanged_items: 5 });
  });

  it("shows chosen columns, and what a search finds", async () => {
    const end = await project(["store", "list", "--search", "Store 107", "--columns", "store_number,city"]);
    expect(end.stdout).toBe("store_number  city\n107           Lyon\n");
  });

  it("passes the message about an unknown field on", async () => {
    expect(await project(["store", "list", "--where", "colour=red"])).toMatchObject({
      code: 1,
      stderr: "shelfwire: Unknown Field: colour\n",
    });
  });

  it("gives the header of an upload", async () => {
    expect((await project(["store", "template"])).stdout).toMatch(/^store_number,/);
  });
});
