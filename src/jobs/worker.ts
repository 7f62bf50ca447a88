/** The thread that does the work of jobs, one after another, off the event loop that serves HTTP and deliveries. */
import { parentPort, workerData } from "node:worker_threads";
import { connectDatabase } from "../db/database.ts";
import { entityNamed } from "../entities/registry.ts";
import { LocalFileStore } from "../files/file-store.ts";
import { silentLogger } from "../lib/log.ts";
import { type RunOutcome, runJob } from "./run-job.ts";
import type { RunRequest, WorkerMessage, WorkerSetup } from "./worker-messages.ts";

const setup: WorkerSetup = workerData;
const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread only");

// One connection holds the staging table, the other checks lists of keys meanwhile.
const db = connectDatabase({
  connection: setup.connection,
  max: 2,
  // What goes wrong here is told to the main thread, which logs it.
  log: silentLogger(),
  applicationName: "shelfwire-job",
});
const files = new LocalFileStore(setup.filesFolder);

port.on("message", (request: RunRequest) => {
  run(request).then((outcome) => tell({ kind: "outcome", outcome }));
});

async function run(request: RunRequest): Promise<RunOutcome> {
  const { job, rowCheck, inflatedBytesMax, nowMs } = request;
  const definition = entityNamed(job.entity_type);
  if (definition === undefined) return { kind: "fault", stack: `there is no entity ${job.entity_type}` };
  const startedMs = performance.now();
  return runJob(
    {
      job,
      definition,
      rowCheck,
      inflatedBytesMax,
      now: () => nowMs + (performance.now() - startedMs),
      onProgress: (progress) => tell({ kind: "progress", progress }),
    },
    { db, files },
  );
}

function tell(message: WorkerMessage): void {
  port?.postMessage(message);
}
