import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvOf, store, type UploadingProject, uploadingProject } from "../jobs/upload-form.ts";
import {
  type ConsoleUnderTest,
  type ConsoleWindow,
  expectAccessible,
  expectSoundInEveryLook,
  startConsole,
} from "../support/browser.ts";
import { holdStores } from "../support/held-stores.ts";

const ROWS = 100_000;

describe("jobs that have not ended, in the console", { timeout: 120_000 }, () => {
  let console: ConsoleUnderTest;
  let acme: UploadingProject;
  beforeAll(async () => {
    console = await startConsole();
    acme = await uploadingProject(console.app, "acme");
    await acme.run({ file: csvOf([store("1")]), file_format: "CSV" });
  });
  afterAll(() => console.close());

  async function upload(parts: Parameters<UploadingProject["upload"]>[0]): Promise<string> {
    const answer = await acme.upload({ file_format: "CSV", ...parts });
    expect(answer.status).toBe(202);
    return (await answer.json()).async_job_id;
  }

  function open(jobId: string): Promise<ConsoleWindow> {
    return console.open(`/p/acme/jobs/${jobId}`, { token: acme.token });
  }

  async function cancel({ page }: ConsoleWindow): Promise<void> {
    await page.getByRole("button", { name: "Cancel the job…" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel the job" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel the job" }).click();
    await page.getByText("The job was cancelled by tester.").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Cancel the job…" }).count()).toBe(0);
  }

  it("show how far they have read, wait for their turn, and are cancelled after asking, running or not", async () => {
    // One user names a store: nobody can look it up, so that the job stands still in the middle of its file.
    const release = await holdStores(console.app, "reads");
    try {
      const reading = await upload({ entity_type: "user", file_name: "users.csv", file: usersNaming("1") });
      const waiting = await upload({ entity_type: "user", file_name: "later.csv", file: usersNaming("1") });
      await acme.waitFor(reading, (job) => (job.progress?.rows_read ?? 0) > 0);

      const window = await open(waiting);
      await window.page.getByText("Waiting for its turn").waitFor();
      await expectSoundInEveryLook(window, "job-waiting");
      await cancel(window);
      await window.close();

      const running = await open(reading);
      const { page } = running;
      await page.getByText(/^[1-9][\d,]* rows$/).waitFor();
      await page.getByText(/^\d+ % of the file$/).waitFor();
      await page.getByText(/^about .+ left$/).waitFor();
      await expectSoundInEveryLook(running, "job-running");
      await page.getByRole("button", { name: "Cancel the job…" }).click();
      await page
        .getByRole("dialog")
        .getByText(/^[1-9][\d,]* rows have been read\./)
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await cancel(running);
      await running.close();

      for (const id of [reading, waiting]) expect(await acme.waitFor(id)).toMatchObject({ status: "failed" });
    } finally {
      await release();
    }
    expect((await acme.get("/entity/user")).json.metadata.total_count).toBe(0);
  });

  it("show that rows are being applied, and their outcome as soon as that is done", async () => {
    const release = await holdStores(console.app);
    let jobId: string;
    let list: ConsoleWindow;
    let detail: ConsoleWindow;
    try {
      jobId = await upload({ file: csvOf([store("1"), store("2"), store("3")]), file_name: "stores.csv" });
      await acme.waitFor(jobId, (job) => job.progress?.phase === "applying");
      list = await console.open("/p/acme/jobs?status=in+progress", { token: acme.token });
      await list.page.getByRole("row", { name: /stores\.csv.*applying/ }).waitFor();
      await expectSoundInEveryLook(list, "jobs-running");
      detail = await open(jobId);
      await detail.page.getByText("Applying all rows at once").waitFor();
      await detail.page.getByText("3 rows", { exact: true }).waitFor();
      await expectSoundInEveryLook(detail, "job-applying");
    } finally {
      await release();
    }
    await detail.page.getByText("2 created").waitFor();
    await detail.page.getByText("1 unchanged").waitFor();
    await list.page.getByText("No jobs match these filters").waitFor();
    await list.close();
    await detail.close();
  });
});

function usersNaming(storeNumber: string): string {
  const rows = Array.from({ length: ROWS }, (_, i) => `user-${i},First,Last,${i === ROWS / 4 ? storeNumber : ""}`);
  return ["login_name,first_name,last_name,stores", ...rows, ""].join("\n");
}
