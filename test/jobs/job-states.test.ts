import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { type JobState, NEXT, STATUS_TEXTS } from "../../src/jobs/job.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const STATES = Object.keys(NEXT) as JobState[];

describe("the states of a job (interface, Async job status)", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.run(
      "insert into projects (name, settings, created_at, updated_at) values ('acme', '{}', now(), now())",
    );
  });
  afterAll(() => database.drop());

  it("are the ones that the guide for integrators draws", () => {
    const guide = readFileSync(join(import.meta.dirname, "..", "..", "docs", "uploads.md"), "utf8");
    const drawing = /```\n(queued ──▶[\s\S]*?)```/.exec(guide)?.[1] ?? "";
    const lines = drawing.trimEnd().split("\n");
    const drawn: [string, string][] = [["queued", "in progress"]];
    for (const line of lines) {
      const target = /▶\s*(queued|done|failed)\s/.exec(line)?.[1];
      if (target !== undefined) drawn.push([line.startsWith("   └") ? "queued" : "in progress", target]);
    }
    const known = STATES.flatMap((from) =>
      NEXT[from].map((to): [string, string] => [STATUS_TEXTS[from], STATUS_TEXTS[to]]),
    );
    expect(drawn.map(String).sort()).toEqual(known.map(String).sort());
  });

  it("are the ones that the table allows", async () => {
    const { text } = await database.db.one<{ text: string }>(
      statement(
        "",
        `select pg_get_constraintdef(oid) as text from pg_constraint
         where conrelid = 'jobs'::regclass and conname = 'jobs_state_check'`,
      ),
    );
    const allowed = [...text.matchAll(/'(\w+)'::text/g)].map((match) => match[1]);
    expect(allowed.sort()).toEqual([...STATES].sort());
  });

  const whole: Record<JobState, Record<string, string>> = {
    queued: {},
    in_progress: { lease_process: "1", lease_token: "gen_random_uuid()", started_at: "now()", tries: "1" },
    done: { completed_at: "now()", effected_count: "1", rejected_count: "0" },
    failed: { completed_at: "now()", failure_reason: "'The file is empty.'" },
  };

  function insert(state: JobState, columns: Record<string, string>): Promise<void> {
    const all: Record<string, string> = {
      job_id: "gen_random_uuid()",
      project_id: "1",
      entity_type: `'${state}'`,
      file_format: "'CSV'",
      import_mode: "''",
      file_name: "'stores.csv'",
      file_bytes: "1",
      user_name: "'robin'",
      state: `'${state}'`,
      created_at: "now()",
      ...columns,
    };
    return database.db.run(`insert into jobs (${Object.keys(all)}) values (${Object.values(all)})`);
  }

  it.each(STATES)("%s stands in the table with what belongs to it", async (state) => {
    await insert(state, whole[state]);
    await database.db.run("delete from jobs");
  });

  it.each(
    STATES.flatMap((state) => {
      const own = whole[state];
      const required = Object.keys(own).filter((column) => column !== "tries");
      const lacking = required.map((column) => ({ state, how: `without ${column}`, columns: without(own, column) }));
      const foreign = STATES.filter((other) => other !== state)
        .flatMap((other) => Object.entries(whole[other]))
        .filter(([column]) => !(column in own) && !["tries", "started_at"].includes(column))
        .map(([column, value]) => ({ state, how: `with ${column}`, columns: { ...own, [column]: value } }));
      return [...lacking, ...foreign];
    }),
  )("$state cannot stand in the table $how", async ({ state, columns }) => {
    await expect(insert(state, columns)).rejects.toThrow(/violates check constraint/);
  });

  it("lets one job of a project and entity be in progress at a time", async () => {
    await insert("in_progress", whole.in_progress);
    await expect(insert("in_progress", whole.in_progress)).rejects.toThrow(/jobs_one_running/);
    await database.db.run("delete from jobs");
  });
});

function without(columns: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).filter(([column]) => column !== name));
}
