import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchDatabase } from "../delivery/bench-database.ts";
import type { Line } from "../delivery/table.ts";
import { Installation } from "./installation.ts";
import { writeStores } from "./store-file.ts";

/** 240 bytes a row: 200 MB. */
const ROWS = 850_000;

/** How soon the 202 comes, and what two uploads at once cost. */
export async function measureAcceptance(database: BenchDatabase, folder: string): Promise<Line[]> {
  const installation = await Installation.start(database, "acceptance");
  try {
    const path = join(folder, "acceptance.csv");
    writeStores(path, { rows: ROWS, format: "csv", edition: 0, badEvery: 0 });
    // A first small one, so that neither code nor connections are new.
    const small = join(folder, "acceptance-small.csv");
    writeStores(small, { rows: 1_000, format: "csv", edition: 0, badEvery: 0 });
    await installation.upload(small, "CSV");
    const single = await receive(installation, path, 1);
    const double = await receive(installation, path, 2);
    const ratio = double.peakMib / single.peakMib;
    return [
      {
        figure: "202 after the last byte of 200 MB",
        value: `${single.acceptedMs.toFixed(0)} ms`,
        target: "within 100 ms",
        reached: single.acceptedMs <= 100,
      },
      {
        figure: "peak memory of two uploads at once",
        value: `${Math.round(double.peakMib)} MiB, ${ratio.toFixed(2)} times that of one; 202 after ${double.acceptedMs.toFixed(0)} ms`,
        target: "less than double",
        reached: ratio < 2,
      },
    ];
  } finally {
    await installation.stop();
  }
}

/** Jobs are cancelled as soon as they are accepted: only the receiving is measured. */
async function receive(installation: Installation, path: string, count: number) {
  await installation.db.run("checkpoint");
  writeFileSync(`/proc/${installation.service.pid}/clear_refs`, "5");
  const sent = await Promise.all(Array.from({ length: count }, () => installation.send(path, "CSV")));
  const { peakMib } = installation.service.memory();
  for (const { record } of sent) await installation.cancel(record.async_job_id);
  return { acceptedMs: Math.max(...sent.map(({ acceptedAt, lastByteAt }) => acceptedAt - lastByteAt)), peakMib };
}
