import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import type { JobCounts } from "./job.ts";
import { countByState } from "./jobs-reads.ts";

/** The figures of the module. */
export class JobMetrics {
  readonly #runs: Counter<"outcome">;
  readonly #seconds: Histogram;
  readonly #rows: Counter<"outcome">;

  constructor(registry: Registry, db: Database) {
    const registers = [registry];
    this.#runs = new Counter({
      name: "shelfwire_job_runs_total",
      help: "Runs of jobs by how they ended",
      labelNames: ["outcome"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "shelfwire_job_run_seconds",
      help: "How long runs of jobs took",
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
      registers,
    });
    this.#rows = new Counter({
      name: "shelfwire_job_rows_total",
      help: "Rows of finished jobs",
      labelNames: ["outcome"],
      registers,
    });
    new Gauge({
      name: "shelfwire_jobs",
      help: "Jobs by state",
      labelNames: ["state"],
      registers,
      async collect() {
        this.reset();
        // A scrape is answered without the database as well.
        const counts = await countByState(db).catch(() => []);
        for (const { state, count } of counts) this.set({ state }, count);
      },
    });
  }

  countRun(outcome: string, ms: number): void {
    this.#runs.inc({ outcome });
    this.#seconds.observe(ms / 1_000);
  }

  countRows(counts: JobCounts): void {
    this.#rows.inc({ outcome: "effected" }, counts.effected);
    this.#rows.inc({ outcome: "rejected" }, counts.rejected);
  }
}
