import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { statement } from "../../src/db/database.ts";
import { claimJob } from "../../src/jobs/jobs-store.ts";
import { ManualClock } from "../../src/lib/clock.ts";
import { DAY, HOUR } from "../../src/lib/units.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { store, type UploadingProject, uploadingProject } from "./upload-form.ts";

const DEAD_PROCESS = 999_999;
const ALL_JOBS = statement("test_jobs", "select * from jobs order by sequence");

describe("order, rescue and cancelling of jobs (decisions, section 5)", () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  let dataDir: string;
  let app: TestApp;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "shelfwire-runner-"));
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Without the role `import`, jobs stay queued and tests claim them themselves. */
  async function start(roles: string): Promise<void> {
    app = await startTestApp({ clock, environment: { SHELFWIRE_ROLES: roles, SHELFWIRE_DATA_DIR: dataDir } });
  }

  async function queue(project: UploadingProject, entity_type = "store", rows: unknown[] = []): Promise<string> {
    const response = await project.upload({ entity_type, file: JSON.stringify(rows) });
    return (await response.json()).async_job_id;
  }

  async function claim(processId = DEAD_PROCESS) {
    clock.advance(1);
    return claimJob(app.db, { processId, token: randomUUID(), now: new Date(clock.now()) });
  }

  async function settle(jobId: string | undefined): Promise<void> {
    await app.db.execute(
      statement(
        "test_settle",
        `update jobs set state = 'failed', failure_reason = 'test', completed_at = now(),
           lease_token = null, lease_process = null where job_id = $1`,
      ),
      [jobId],
    );
  }

  it("runs jobs of one project and entity one after another, and entities beside each other", async () => {
    await start("api");
    const project = await uploadingProject(app, "order");
    const first = await queue(project);
    const second = await queue(project);
    const user = await queue(project, "user");
    expect((await claim())?.job_id).toBe(first);
    expect((await claim())?.job_id).toBe(user);
    expect(await claim()).toBeUndefined();
    await settle(first);
    expect((await claim())?.job_id).toBe(second);
  });

  it("is fair: a project with many jobs does not hold up another", async () => {
    await start("api");
    const busy = await uploadingProject(app, "busy");
    const calm = await uploadingProject(app, "calm");
    const [first, second] = [await queue(busy), await queue(busy)];
    await queue(busy, "user");
    const other = await queue(calm);
    expect((await claim())?.job_id).toBe(first);
    expect((await claim())?.job_id).toBe(other);
    await settle(first);
    await settle(other);
    await queue(calm, "user");
    // Whose last start is longer ago comes first.
    expect((await claim())?.job_id).toBe(second);
  });

  it("applies files in the order in which they were accepted", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "sequence");
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) ids.push(await queue(project, "store", [store("1", { city: `City ${i}` })]));
    const records = await Promise.all(ids.map((id) => project.waitFor(id)));
    expect(records.map((record) => record.number_of_changed_items)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    expect((await project.stores())[0].city).toBe("City 7");
  });

  it("rescues a job whose process died and runs it again", async () => {
    await start("api");
    const project = await uploadingProject(app, "rescue");
    const id = await queue(project, "store", [store("1")]);
    await claim();
    expect((await project.get(`/async-job/status/${id}`)).json).toMatchObject({ status: "in progress", tries: 1 });
    const second = await secondProcess();
    expect(await project.waitFor(id)).toMatchObject({ status: "done", tries: 2, number_of_effected_items: 1 });
    await second.stop();
  });

  it("ends a job that lost its process three times as failed, and goes on with the next", async () => {
    await start("api");
    const project = await uploadingProject(app, "killer");
    const killer = await queue(project);
    const next = await queue(project, "store", [store("1")]);
    await claim();
    await app.db.execute(statement("test_tries", "update jobs set tries = 3 where job_id = $1"), [killer]);
    const second = await secondProcess();
    expect(await project.waitFor(killer)).toMatchObject({
      status: "failed",
      tries: 3,
      failure_reason: expect.stringContaining("cut off"),
    });
    expect(await project.waitFor(next)).toMatchObject({ status: "done" });
    await second.stop();
  });

  it("does not take jobs from a process that lives", async () => {
    await start("api");
    const project = await uploadingProject(app, "living");
    const id = await queue(project);
    const { process_id } = await app.db.one<{ process_id: number }>(
      statement("test_process", "select process_id from processes"),
    );
    await claim(process_id);
    const second = await secondProcess();
    const other = await queue(project, "user");
    await project.waitFor(other);
    expect((await project.get(`/async-job/status/${id}`)).json).toMatchObject({ status: "in progress", tries: 1 });
    await second.stop();
  });

  it("gives a running job back when the service stops, without spending a try", async () => {
    await start("api");
    const project = await uploadingProject(app, "stopped");
    const id = await queue(project, "store", manyStores(40_000));
    const second = await secondProcess();
    await project.waitFor(id, (record) => record.status === "in progress");
    await second.stop();
    expect((await project.get(`/async-job/status/${id}`)).json).toMatchObject({ status: "queued", tries: 0 });
    expect(await project.stores()).toEqual([]);
    const third = await secondProcess();
    expect(await project.waitFor(id)).toMatchObject({ status: "done", tries: 1, number_of_effected_items: 40_000 });
    await third.stop();
  });

  it("cancels a queued job and one in progress; nothing of them is applied", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "cancelled");
    const running = await queue(project, "store", manyStores(40_000));
    const waiting = await queue(project, "store", [store("1")]);
    await project.waitFor(running, (record) => record.status === "in progress");
    for (const id of [waiting, running]) {
      const cancelled = await app.as(project.token, "DELETE", `/api/v4/cancelled/async-job/status/${id}`);
      expect(cancelled).toMatchObject({
        status: 200,
        json: { status: "failed", failure_reason: "The job was cancelled by tester." },
      });
    }
    const after = await project.run({ file: JSON.stringify([store("2")]) });
    expect(after).toMatchObject({ status: "done" });
    expect((await project.stores()).map((one) => one.store_number)).toEqual(["2"]);
    const path = `/api/v4/cancelled/async-job/status/${after.async_job_id}`;
    expect((await app.as(project.token, "DELETE", path)).status).toBe(409);
    expect((await app.as(project.token, "DELETE", `${path.slice(0, -36)}${randomUUID()}`)).status).toBe(404);
  });

  it("runs a job again, with the same try, when the database is lost in the middle of it", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "lost");
    const id = await queue(project, "store", manyStores(40_000));
    await project.waitFor(id, (record) => record.progress !== null);
    await app.db.rows(
      statement(
        "test_disconnect",
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shelfwire-job' and datname = current_database()",
      ),
    );
    expect(await project.waitFor(id)).toMatchObject({ status: "done", tries: 1, number_of_effected_items: 40_000 });
  });

  it("removes files after their retention; their URLs then answer 410 and the record stays", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "retention");
    const job = await project.run({ file: JSON.stringify([store("1")]) });
    clock.advance(29 * DAY);
    await app.jobs.prune();
    const path = `/api/v4/retention/async-job/${job.async_job_id}`;
    expect((await app.as(project.token, "GET", `${path}/input`)).status).toBe(200);
    clock.advance(2 * DAY);
    await app.jobs.prune();
    for (const name of ["input", "parsed.jsonl", "rejections.json", "rejections.xlsx", "rejections"]) {
      const answer = await app.as(project.token, "GET", `${path}/${name}`);
      expect(answer).toMatchObject({ status: 410, json: { statusCode: 410, error: "Gone" } });
    }
    expect((await project.get(`/async-job/status/${job.async_job_id}`)).json).toMatchObject({ status: "done" });
    expect(filesOf()).toEqual([]);
  });

  it("forgets an Idempotency-Key after 24 hours", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "keys");
    const send = async () => {
      const response = await project.upload({ file: "[]" }, { "idempotency-key": "k" });
      return (await response.json()).async_job_id;
    };
    const first = await send();
    clock.advance(23 * HOUR);
    expect(await send()).toBe(first);
    clock.advance(2 * HOUR);
    expect(await send()).not.toBe(first);
  });

  it("removes a project's jobs and files with the project", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "gone");
    await project.run({ file: JSON.stringify([store("1")]) });
    expect((await app.operator("DELETE", "/api/operator/projects/gone")).status).toBe(204);
    expect(await app.db.rows(ALL_JOBS)).toEqual([]);
    await app.jobs.prune();
    expect(filesOf()).toEqual([]);
  });

  it("removes what an upload left whose process died", async () => {
    await start("api,import");
    const project = await uploadingProject(app, "orphan");
    await project.run({ file: "[]" });
    await app.db.execute(
      statement(
        "test_orphan",
        "insert into job_uploads (job_id, project_id, lease_process) select $1, project_id, $2 from projects",
      ),
      [randomUUID(), DEAD_PROCESS],
    );
    await app.jobs.prune();
    expect(await app.db.rows(statement("test_uploads", "select * from job_uploads"))).toEqual([]);
  });

  /** Another process of the same installation, which runs jobs. */
  async function secondProcess() {
    const { startApp } = await import("../../src/app.ts");
    const { readConfig } = await import("../../src/config/config.ts");
    const { silentLogger } = await import("../../src/lib/log.ts");
    const result = readConfig({
      DATABASE_URL: app.databaseUrl,
      SHELFWIRE_DATA_DIR: dataDir,
      SHELFWIRE_ROLES: "import",
      SHELFWIRE_DATABASE_CONNECTIONS: "5",
    });
    if (!result.ok) throw new Error(result.mistakes.join());
    return startApp(result.config, { clock, log: silentLogger() });
  }

  function filesOf(): string[] {
    return readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  }
});

function manyStores(count: number): unknown[] {
  return Array.from({ length: count }, (_, i) => store(String(i)));
}
